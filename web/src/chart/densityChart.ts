import type { Comparison } from '../data/comparisonContract.ts';
import { integer } from '../format/numbers.ts';
import { lasting } from '../format/quantities.ts';
import { svg, type Child } from '../view/dom.ts';
import { drawing, type Drawn } from './drawing.ts';

type Distribution = Comparison['distributions'][number];
type Buckets = Distribution['before'];

/** A range of joined buckets, and the share of the values in each on both sides. */
interface Densities {
  first: number;
  last: number;
  before: number[];
  after: number[];
}

/** The scale of the document's exponential buckets: 32 per doubling, from 1 ms on. */
const PER_DOUBLING = 32;
/** Buckets that become one point: single buckets would draw noise. */
const JOINED = 8;
const [SIDE, TOP, BOTTOM, HEIGHT] = [16, 24, 36, 260];
const TICK_ROOM = 56;

/** Durations before and after as densities on a logarithmic axis. */
export function densityChart(distribution: Distribution): HTMLElement {
  const densities = densitiesOf(distribution);
  return drawing(`Durations of ${distribution.kind} before and after`, (width) => ({
    height: HEIGHT,
    parts: [...axis(densities, width), ...areas(densities, width), ...legend(distribution)],
  } satisfies Drawn));
}

function densitiesOf({ before, after }: Distribution): Densities {
  const points = [...filled(before), ...filled(after)].map(([bucket]) => pointOf(bucket));
  const first = points.length === 0 ? -1 : points.reduce((least, point) => Math.min(least, point)) - 1;
  const last = points.length === 0 ? 1 : points.reduce((most, point) => Math.max(most, point)) + 1;
  return { first, last, before: density(before, first, last), after: density(after, first, last) };
}

/** The buckets with values: index and count. */
function filled({ indexes, counts }: Buckets): [bucket: number, count: number][] {
  return indexes.map((index, i) => [index, counts[i] ?? 0]);
}

function density(values: Buckets, first: number, last: number): number[] {
  const shares = new Array<number>(last - first + 1).fill(0);
  for (const [bucket, count] of filled(values)) shares[pointOf(bucket) - first]! += count / values.count;
  return shares;
}

function pointOf(bucket: number): number {
  return Math.floor(bucket / JOINED);
}

/** Powers of ten milliseconds. */
function axis({ first, last }: Densities, width: number): Child[] {
  const parts: Child[] = [svg('line', { class: 'axis', x1: SIDE, x2: width - SIDE, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM })];
  let labelled = Number.NEGATIVE_INFINITY;
  for (let power = -6; power <= 13; power++) {
    const at = (Math.log2(10 ** power) * PER_DOUBLING) / JOINED - first;
    if (at < 0 || at > last - first) continue;
    const x = SIDE + (at * (width - 2 * SIDE)) / (last - first);
    parts.push(svg('line', { class: 'axis', x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM + 5 }));
    if (x - labelled < TICK_ROOM) continue;
    labelled = x;
    const inside = Math.min(width - TICK_ROOM / 2, Math.max(TICK_ROOM / 2, x));
    parts.push(svg('text', { class: 'middle', x: inside, y: HEIGHT - 14 }, lasting(10 ** power)));
  }
  return parts;
}

function areas({ before, after }: Densities, width: number): Child[] {
  const most = Math.max(...before, ...after);
  return [area(before, most, 'before', width), area(after, most, 'after', width)];
}

function area(shares: number[], most: number, side: string, width: number): Child {
  const foot = HEIGHT - BOTTOM;
  const line = shares.map((share, i) => {
    const x = SIDE + (i * (width - 2 * SIDE)) / (shares.length - 1);
    return `L ${x.toFixed(1)} ${(foot - (most > 0 ? share / most : 0) * (foot - TOP)).toFixed(1)}`;
  });
  return svg('path', { class: `area ${side}`, d: `M ${SIDE} ${foot} ${line.join(' ')} L ${width - SIDE} ${foot} Z` });
}

function legend({ before, after }: Distribution): Child[] {
  return ([['before', before, SIDE], ['after', after, SIDE + 150]] as const).flatMap(([side, { count }, x]) => [
    svg('rect', { class: side, x, y: 4, width: 12, height: 12 }),
    svg('text', { x: x + 18, y: 14 }, `${side} (${integer(count)})`),
  ]);
}
