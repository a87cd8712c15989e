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

const [TOP, BOTTOM] = [8, 34];
const NARROW = 640;
/** The axis reaches at least 5 % to both sides. */
const LEAST_REACH = 0.05;
/** The ratio that stands for a value that vanished. */
const GONE = 1e-3;
const LABEL_ROOM = 60;

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
  const low = Math.min(-LEAST_REACH, ...rows.map((row) => ratio(row, row.low_ms)));
  const high = Math.max(LEAST_REACH, ...rows.map((row) => ratio(row, row.high_ms)));
  const height = TOP + rows.length * place.row + BOTTOM;
  const x = (value: number): number => place.left + ((value - low) * (place.right - place.left)) / (high - low);
  const labels = [low, 0, high].filter((value) => value === 0 || Math.abs(x(value) - x(0)) >= LABEL_ROOM);
  return { height, parts: [
    svg('line', { class: 'zero', x1: x(0), x2: x(0), y1: TOP, y2: height - BOTTOM }),
    ...labels.map((value) =>
      svg('text', { class: 'middle', x: Math.max(LABEL_ROOM / 2, x(value)), y: height - 12 }, changed(Math.exp(value) - 1))),
    ...rows.flatMap((row, i) => rowParts(row, TOP + i * place.row, x, place)),
  ] };
}

function rowParts(row: Shift, top: number, x: (value: number) => number, place: Layout): Child[] {
  const moved = row.after_ms - row.before_ms;
  const y = place.stacked ? top + 32 : top + place.row / 2;
  const name = `p${rounded(row.percentile, 1)}`;
  const numbers = `${lasting(row.before_ms)} → ${lasting(row.after_ms)} (${changed(moved / row.before_ms)})`;
  return [
    svg('line', { class: 'range', x1: x(ratio(row, row.low_ms)), x2: x(ratio(row, row.high_ms)), y1: y, y2: y }),
    svg('circle', { class: 'dot', cx: x(ratio(row, moved)), cy: y, r: 4 }),
    ...(place.stacked
      ? [svg('text', { x: 0, y: top + 17 }, `${name}: ${numbers}`)]
      : [svg('text', { class: 'end', x: place.left - 12, y: y + 4 }, name), svg('text', { x: place.right + 40, y: y + 4 }, numbers)]),
  ];
}

/** The logarithm of after divided by before. */
function ratio(row: Shift, difference: number): number {
  return Math.log(Math.max(GONE, 1 + difference / row.before_ms));
}
