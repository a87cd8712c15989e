import type { Comparison } from '../data/comparisonContract.ts';
import { lasting } from '../format/quantities.ts';
import { svg, type Child } from '../view/dom.ts';
import { durationTicks } from './axes.ts';
import { drawing, valueLines, type Drawn } from './drawing.ts';

type Distribution = Comparison['distributions'][number];
type Buckets = Distribution['before'];

/** The scale of the document's exponential buckets: 32 per doubling, from 1 ms on. */
const PER_DOUBLING = 32;
const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [64, 156, 16, 52, 300];
/** Narrow drawings have the labels of both lines above each other and not beside the lines. */
const [NARROW, NARROW_RIGHT, NARROW_TOP] = [560, 16, 52];
const [LABEL_HEIGHT, TICK_ROOM] = [18, 46];
const MARKED = [0, 50, 75, 90, 95];

/** A point of a line: the decimal logarithm of 1 / (1 − q), and the value of that percentile in milliseconds. */
export interface PercentilePoint {
  at: number;
  millis: number;
}

/**
 * Percentiles before and after up to the maximum, on the axis of HdrHistogram: 1 / (1 − q) on a logarithmic scale, so that 90 %, 99 % and
 * 99.9 % are equally far apart. Null where a side has no values.
 */
export function percentileChart(distribution: Distribution): HTMLElement | null {
  const [before, after] = [percentilePoints(distribution.before), percentilePoints(distribution.after)];
  if (before.length === 0 || after.length === 0) return null;
  return drawing(`Percentiles of ${distribution.kind} before and after, up to the maximum`, (width) => chart(before, after, width));
}

/**
 * Steps from the least to the greatest value. The value with rank k of n stands at q = (k − 1) / n, so that the maximum of n values is at
 * 1 / (1 − q) = n. Buckets count with their upper bound, the last with the exact maximum.
 */
export function percentilePoints({ max_ms: max, zero_count: zeros, indexes, counts }: Buckets): PercentilePoint[] {
  const count = counts.reduce((a, b) => a + Math.max(0, b), Math.max(0, zeros));
  if (count === 0 || max === null) return [];
  const points: PercentilePoint[] = [];
  let below = 0;
  const step = (values: number, millis: number): void => {
    if (values <= 0) return;
    points.push({ at: Math.log10(count / (count - below)), millis });
    below += values;
    points.push({ at: Math.log10(count / (count - below + 1)), millis });
  };
  step(zeros, 0);
  indexes.forEach((index, i) => step(counts[i] ?? 0, Math.min(max, 2 ** ((index + 1) / PER_DOUBLING))));
  if (points.length > 0) points[points.length - 1]!.millis = max;
  return points;
}

function chart(before: PercentilePoint[], after: PercentilePoint[], width: number): Drawn {
  const narrow = width < NARROW;
  const [top, right] = narrow ? [NARROW_TOP, NARROW_RIGHT] : [TOP, RIGHT];
  const [end, foot] = [width - right, HEIGHT - BOTTOM];
  const last = Math.max(before[before.length - 1]!.at, after[after.length - 1]!.at, 1e-9);
  const most = Math.max(before[before.length - 1]!.millis, after[after.length - 1]!.millis, 1e-6);
  const x = (at: number): number => LEFT + ((end - LEFT) * at) / last;
  const y = (millis: number): number => foot - ((foot - top) * millis) / most;
  const line = (side: string, points: PercentilePoint[]): Child =>
    svg('polyline', {
      class: `percentiles ${side}`, points: points.map(({ at, millis }) => `${x(at).toFixed(1)},${y(millis).toFixed(1)}`).join(' '),
    });
  return { height: HEIGHT, parts: [
    ...valueLines(durationTicks(most * 1e3, foot - top), (micros) => y(micros / 1e3), { left: LEFT, right: end }),
    ...percentiles(last, x, { top, foot }),
    line('before', before), line('after', after),
    ...labels(before, after, { x, y, narrow }),
    svg('text', { class: 'middle title', x: (LEFT + end) / 2, y: HEIGHT - 8 }, 'percentile'),
  ] };
}

/** 0, 50, 75, 90, 95, 99, 99.9 … as far as there are values, and the maximum at the end. */
function percentiles(last: number, x: (at: number) => number, { top, foot }: { top: number; foot: number }): Child[] {
  const nines = Array.from({ length: Math.max(0, Math.floor(last + 1e-9) - 1) }, (_, i) => 100 - 10 ** -i);
  const all = [...MARKED, ...nines].map((percent) => (
    { at: -Math.log10(1 - percent / 100), text: `${Number(percent.toFixed(9))}\u00a0%` }));
  const parts: Child[] = [];
  let labelled = Number.NEGATIVE_INFINITY;
  for (const { at, text } of [...all.filter((tick) => x(last) - x(tick.at) >= TICK_ROOM), { at: last, text: 'max' }]) {
    if (x(at) - labelled < TICK_ROOM) continue;
    labelled = x(at);
    parts.push(
      svg('line', { class: 'axis', x1: labelled, x2: labelled, y1: top, y2: foot + 5 }),
      svg('text', { class: 'middle', x: labelled, y: foot + 20 }, text));
  }
  return parts;
}

/** The name and the maximum of each line, at its end; in a narrow drawing above the chart. */
function labels(
  before: PercentilePoint[], after: PercentilePoint[],
  { x, y, narrow }: { x: (at: number) => number; y: (millis: number) => number; narrow: boolean },
): Child[] {
  const ends = ([['before', before], ['after', after]] as const).map(([side, points]) => ({ side, ...points[points.length - 1]! }));
  const text = ({ side, millis }: (typeof ends)[number]): string => `${side} max ${lasting(millis)}`;
  if (narrow) {
    return ends.flatMap((end, i) => [
      svg('line', { class: `percentiles ${end.side}`, x1: 0, x2: 22, y1: 10 + i * LABEL_HEIGHT, y2: 10 + i * LABEL_HEIGHT }),
      svg('text', { x: 28, y: 14 + i * LABEL_HEIGHT }, text(end)),
    ]);
  }
  const [upper, lower] = ends.sort((a, b) => b.millis - a.millis);
  const first = y(upper!.millis) + 4;
  return [{ ...upper!, row: first }, { ...lower!, row: Math.max(y(lower!.millis) + 4, first + LABEL_HEIGHT) }].flatMap((end) => [
    svg('circle', { class: end.side, cx: x(end.at), cy: y(end.millis), r: 3.5 }),
    svg('text', { class: 'at-end', x: x(end.at) + 9, y: end.row }, text(end)),
  ]);
}
