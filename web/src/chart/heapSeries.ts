import type { CollectionColumns } from '../data/timeline.ts';
import { lowerBound } from './decimate.ts';
import type { Range } from './viewport.ts';

/** Heap sizes around collections, in order of time; only collections with known time and size. */
export interface HeapSeries {
  time: Float64Array;
  before: Float64Array;
  after: Float64Array;
}

/** The drawn part of a series: each collection, or per pixel column the highest "before" and the lowest "after". */
export interface HeapEnvelope {
  time: number[];
  before: number[];
  after: number[];
  /** True when each point is one collection, so that the sawtooth itself can be drawn. */
  exact: boolean;
}

export function heapSeries({ count, start, heapBefore, heapAfter }: CollectionColumns): HeapSeries {
  const order: number[] = [];
  for (let i = 0; i < count; i++) {
    if (!Number.isNaN(start[i]!) && !(Number.isNaN(heapBefore[i]!) && Number.isNaN(heapAfter[i]!))) order.push(i);
  }
  order.sort((a, b) => start[a]! - start[b]! || a - b);
  return {
    time: Float64Array.from(order, (i) => start[i]!),
    before: Float64Array.from(order, (i) => heapBefore[i]!),
    after: Float64Array.from(order, (i) => heapAfter[i]!),
  };
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
    exact: true,
  };
}

function columnPoints({ time, before, after }: HeapSeries, first: number, end: number, range: Range, columns: number): HeapEnvelope {
  const envelope: HeapEnvelope = { time: [], before: [], after: [], exact: false };
  const scale = columns / (range.max - range.min);
  let current = Number.NaN;
  for (let i = first; i < end; i++) {
    const column = Math.floor((time[i]! - range.min) * scale);
    const last = envelope.time.length - 1;
    if (column === current) {
      envelope.before[last] = pick(Math.max, envelope.before[last]!, before[i]!);
      envelope.after[last] = pick(Math.min, envelope.after[last]!, after[i]!);
      continue;
    }
    current = column;
    envelope.time.push(range.min + (column + 0.5) / scale);
    envelope.before.push(before[i]!);
    envelope.after.push(after[i]!);
  }
  return envelope;
}

function pick(choose: (a: number, b: number) => number, a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : choose(a, b);
}
