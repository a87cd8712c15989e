import type { CollectionColumns, Gap } from '../data/timeline.ts';
import { lowerBound } from './decimate.ts';
import type { Range } from './viewport.ts';

/** Heap sizes around collections, in order of time; only collections with known time and size. */
export interface HeapSeries {
  time: Float64Array;
  before: Float64Array;
  after: Float64Array;
  /** The number of gaps of the recording before each collection: lines do not cross a gap. */
  stretch: Int32Array;
  /** The live set after collections of the whole heap; null where it is unknown, or always the size after a collection. */
  live: Sizes | null;
  /** Whether the size after every collection is the live set. */
  afterIsLive: boolean;
}

/** Sizes in bytes at moments in microseconds. */
interface Sizes {
  time: Float64Array;
  size: Float64Array;
  stretch: Int32Array;
}

/** The drawn part of a series: each collection, or per pixel column the highest "before" and the lowest "after". */
export interface HeapEnvelope {
  time: number[];
  before: number[];
  after: number[];
  stretch: number[];
  /** True when each point is one collection, so that the sawtooth itself can be drawn. */
  exact: boolean;
}

export function heapSeries({ count, start, heapBefore, heapAfter, liveSet }: CollectionColumns, gaps: Gap[] = []): HeapSeries {
  const kept = new Int32Array(count);
  let size = 0;
  let sorted = true;
  for (let i = 0; i < count; i++) {
    if (Number.isNaN(start[i]!) || (Number.isNaN(heapBefore[i]!) && Number.isNaN(heapAfter[i]!))) continue;
    if (size > 0 && start[i]! < start[kept[size - 1]!]!) sorted = false;
    kept[size++] = i;
  }
  const order = kept.subarray(0, size);
  if (!sorted) order.sort((a, b) => start[a]! - start[b]! || a - b);
  const time = pickFrom(start, order);
  const after = pickFrom(heapAfter, order);
  const live = liveSet === null ? null : livePart(pickFrom(liveSet, order), time, gaps);
  const afterIsLive = live !== null && live.time.length === size && live.size.every((value, i) => value === after[i]);
  return { time, before: pickFrom(heapBefore, order), after, stretch: stretchOf(time, gaps), live: afterIsLive ? null : live, afterIsLive };
}

function pickFrom(values: Float64Array, order: Int32Array): Float64Array {
  const picked = new Float64Array(order.length);
  for (let i = 0; i < order.length; i++) picked[i] = values[order[i]!]!;
  return picked;
}

function livePart(live: Float64Array, time: Float64Array, gaps: Gap[]): Sizes | null {
  const all = new Int32Array(live.length);
  let size = 0;
  for (let i = 0; i < live.length; i++) if (!Number.isNaN(live[i]!)) all[size++] = i;
  if (size === 0) return null;
  const known = all.subarray(0, size);
  const at = pickFrom(time, known);
  return { time: at, size: pickFrom(live, known), stretch: stretchOf(at, gaps) };
}

function stretchOf(time: Float64Array, gaps: Gap[]): Int32Array {
  const stretch = new Int32Array(time.length);
  let before = 0;
  for (let i = 0; i < time.length; i++) {
    while (before < gaps.length && gaps[before]!.start + gaps[before]!.duration / 2 <= time[i]!) before++;
    stretch[i] = before;
  }
  return stretch;
}

/** One more point on each side of the range, so that lines run to the edges. */
export function heapEnvelope(series: HeapSeries, range: Range, columns: number): HeapEnvelope {
  const first = Math.max(0, lowerBound(series.time, range.min) - 1);
  const end = Math.min(series.time.length, lowerBound(series.time, range.max) + 1);
  if (end - first > columns / 3) return columnPoints(series, first, end, range, columns);
  return {
    time: Array.from(series.time.subarray(first, end)),
    before: Array.from(series.before.subarray(first, end)),
    after: Array.from(series.after.subarray(first, end)),
    stretch: Array.from(series.stretch.subarray(first, end)),
    exact: true,
  };
}

function columnPoints(
  { time, before, after, stretch }: HeapSeries, first: number, end: number, range: Range, columns: number,
): HeapEnvelope {
  const envelope: HeapEnvelope = { time: [], before: [], after: [], stretch: [], exact: false };
  const scale = columns / (range.max - range.min);
  let current = Number.NaN;
  for (let i = first; i < end; i++) {
    const column = Math.floor((time[i]! - range.min) * scale);
    const last = envelope.time.length - 1;
    if (column === current && envelope.stretch[last] === stretch[i]) {
      envelope.before[last] = pick(Math.max, envelope.before[last]!, before[i]!);
      envelope.after[last] = pick(Math.min, envelope.after[last]!, after[i]!);
      continue;
    }
    current = column;
    envelope.time.push(range.min + (column + 0.5) / scale);
    envelope.before.push(before[i]!);
    envelope.after.push(after[i]!);
    envelope.stretch.push(stretch[i]!);
  }
  return envelope;
}

function pick(choose: (a: number, b: number) => number, a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : choose(a, b);
}
