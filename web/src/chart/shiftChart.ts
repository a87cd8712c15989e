import type { Comparison } from '../data/comparisonContract.ts';
import { changed, lasting, rounded } from '../format/quantities.ts';
import { svg, type Child } from '../view/dom.ts';
import { drawing, type Drawn } from './drawing.ts';

type Distribution = Comparison['distributions'][number];
type Shift = Distribution['shifts'][number];

/** Where the rows stand and how long the axis is. */
interface Layout {
  row: number;
  left: number;
  right: number;
  /** Whether the numbers stand above the bar and not beside it. */
  stacked: boolean;
}

/** The axis: logarithms of ratios and their places. */
interface Axis {
  x: (value: number) => number;
  low: number;
  high: number;
}

const [TOP, BOTTOM] = [8, 34];
const NARROW = 640;
/** The axis reaches at least 5 % to both sides. */
const LEAST_REACH = 0.05;
/** Intervals are cut where they reach further beyond all dots: five times as much or a fifth. */
const MOST_BEYOND = Math.log(5);
/** The ratio that stands for a value that vanished. */
const GONE = 1e-3;
const LABEL_ROOM = 60;
/** Ratios with a label, the most important first of those that would overlap: no change, doubled and halved, tenfold … */
const RATIOS = [1, 2, 10, 100, 1000, 5, 50, 20, 1.5, 1.2, 1.1, 1.05].flatMap((ratio) => (ratio === 1 ? [1] : [ratio, 1 / ratio]));

/**
 * The ratio of each percentile after to before on a logarithmic axis, with its confidence interval: decreases to the left, increases to the
 * right. It is a shift function (K. Doksum, Empirical probability plots and statistical inference for nonlinear models in the two-sample
 * case, 1974). Null where no percentile has a value before.
 */
export function shiftChart({ kind, shifts }: Distribution): HTMLElement | null {
  const rows = shifts.filter((shift) => shift.before_ms > 0);
  return rows.length === 0 ? null : drawing(`Shift of the percentiles of ${kind}`, (width) => chart(rows, layout(width)));
}

function layout(width: number): Layout {
  return width < NARROW
    ? { row: 46, left: 8, right: width - LABEL_ROOM / 2, stacked: true }
    : { row: 30, left: 70, right: Math.round(width * 0.62), stacked: false };
}

function chart(rows: Shift[], place: Layout): Drawn {
  const dots = rows.map((row) => ratio(row, row.after_ms - row.before_ms));
  const low = Math.max(Math.min(-LEAST_REACH, ...rows.map((row) => ratio(row, row.low_ms))), Math.min(0, ...dots) - MOST_BEYOND);
  const high = Math.min(Math.max(LEAST_REACH, ...rows.map((row) => ratio(row, row.high_ms))), Math.max(0, ...dots) + MOST_BEYOND);
  const height = TOP + rows.length * place.row + BOTTOM;
  const x = (value: number): number => Math.min(place.right, Math.max(place.left, at(value)));
  const at = (value: number): number => place.left + ((value - low) * (place.right - place.left)) / (high - low);
  const labels = ticks(low, high, x);
  return { height, parts: [
    ...labels.flatMap((value) => [
      svg('line', { class: value === 0 ? 'zero' : 'axis', x1: x(value), x2: x(value), y1: TOP, y2: height - BOTTOM + 4 }),
      svg('text', { class: 'middle', x: Math.max(LABEL_ROOM / 2, x(value)), y: height - 12 }, changed(Math.exp(value) - 1)),
    ]),
    ...rows.flatMap((row, i) => rowParts(row, TOP + i * place.row, { x, low, high }, place)),
  ] };
}

function rowParts(row: Shift, top: number, { x, low, high }: Axis, place: Layout): Child[] {
  const moved = row.after_ms - row.before_ms;
  const y = place.stacked ? top + 32 : top + place.row / 2;
  const name = `p${rounded(row.percentile, 1)}`;
  const numbers = `${lasting(row.before_ms)} → ${lasting(row.after_ms)} (${changed(moved / row.before_ms)})`;
  return [
    svg('line', { class: 'row', x1: place.left, x2: place.right, y1: y, y2: y }),
    svg('line', { class: 'range', x1: x(ratio(row, row.low_ms)), x2: x(ratio(row, row.high_ms)), y1: y, y2: y }),
    // An interval that goes on beyond the axis.
    ratio(row, row.low_ms) < low - 1e-9 ? svg('text', { class: 'end', x: x(low) + 4, y: y + 5 }, '‹') : null,
    ratio(row, row.high_ms) > high + 1e-9 ? svg('text', { x: x(high) - 4, y: y + 5 }, '›') : null,
    svg('circle', { class: 'dot', cx: x(ratio(row, moved)), cy: y, r: 4 }),
    ...(place.stacked
      ? [svg('text', { x: 0, y: top + 17 }, `${name}: ${numbers}`)]
      : [svg('text', { class: 'end', x: place.left - 12, y: y + 4 }, name), svg('text', { x: place.right + 40, y: y + 4 }, numbers)]),
  ];
}

/** Round changes, as many as have room; logarithms of ratios. */
function ticks(low: number, high: number, x: (value: number) => number): number[] {
  const kept: number[] = [];
  for (const value of RATIOS.map(Math.log)) {
    if (value >= low && value <= high && kept.every((other) => Math.abs(x(other) - x(value)) >= LABEL_ROOM)) kept.push(value);
  }
  return kept;
}

/** The logarithm of after divided by before. */
function ratio(row: Shift, difference: number): number {
  return Math.log(Math.max(GONE, 1 + difference / row.before_ms));
}
