import type { CollectionColumns, PauseColumns } from '../data/timeline.ts';
import type { Range } from './viewport.ts';

/** First index whose value is at least `value`; `sorted` ascends. */
export function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface PauseFilter {
  groupOf: Int32Array;
  shown: boolean[];
  longest: number;
}

/**
 * The pauses worth drawing in `columns` pixel columns: for each column and group the longest one,
 * longest first, so that short bars are drawn over tall ones. A pause that began before the range but reaches
 * into it counts for the first column.
 */
export function longestPerColumn(pauses: PauseColumns, range: Range, columns: number, filter: PauseFilter): number[] {
  const groups = filter.shown.length;
  const best = new Int32Array(columns * groups).fill(-1);
  const scale = columns / (range.max - range.min);
  for (let i = lowerBound(pauses.start, range.min - filter.longest); i < pauses.count; i++) {
    const start = pauses.start[i]!;
    if (start > range.max) break;
    const group = filter.groupOf[i]!;
    if (!filter.shown[group] || start + pauses.duration[i]! < range.min) continue;
    const column = Math.min(columns - 1, Math.max(0, Math.floor((start - range.min) * scale)));
    const slot = column * groups + group;
    const holder = best[slot]!;
    if (holder < 0 || pauses.duration[i]! > pauses.duration[holder]!) best[slot] = i;
  }
  const kept = Array.from(best.filter((index) => index >= 0));
  return kept.sort((a, b) => pauses.duration[b]! - pauses.duration[a]!);
}

/** Heap sizes around collections as an envelope: per point of time the highest "before" and the lowest "after". */
export interface HeapEnvelope {
  time: number[];
  before: number[];
  after: number[];
  /** True when each point is one collection, so that the saw-tooth itself can be drawn. */
  exact: boolean;
}

export function heapEnvelope(collections: CollectionColumns, range: Range, columns: number): HeapEnvelope {
  const first = Math.max(0, lowerBound(collections.start, range.min) - 1);
  const end = Math.min(collections.count, lowerBound(collections.start, range.max) + 1);
  const exact = end - first <= columns / 3;
  return exact ? exactPoints(collections, first, end) : columnPoints(collections, first, end, range, columns);
}

function exactPoints(collections: CollectionColumns, first: number, end: number): HeapEnvelope {
  const envelope: HeapEnvelope = { time: [], before: [], after: [], exact: true };
  for (let i = first; i < end; i++) {
    if (!knowsHeap(collections, i)) continue;
    envelope.time.push(collections.start[i]!);
    envelope.before.push(collections.heapBefore[i]!);
    envelope.after.push(collections.heapAfter[i]!);
  }
  return envelope;
}

function columnPoints(collections: CollectionColumns, first: number, end: number, range: Range, columns: number): HeapEnvelope {
  const envelope: HeapEnvelope = { time: [], before: [], after: [], exact: false };
  const scale = columns / (range.max - range.min);
  let current = Number.NaN;
  for (let i = first; i < end; i++) {
    if (!knowsHeap(collections, i)) continue;
    const column = Math.floor((collections.start[i]! - range.min) * scale);
    const last = envelope.time.length - 1;
    if (column === current) {
      envelope.before[last] = pick(Math.max, envelope.before[last]!, collections.heapBefore[i]!);
      envelope.after[last] = pick(Math.min, envelope.after[last]!, collections.heapAfter[i]!);
      continue;
    }
    current = column;
    envelope.time.push(range.min + (column + 0.5) / scale);
    envelope.before.push(collections.heapBefore[i]!);
    envelope.after.push(collections.heapAfter[i]!);
  }
  return envelope;
}

function knowsHeap(collections: CollectionColumns, index: number): boolean {
  return !Number.isNaN(collections.heapBefore[index]) || !Number.isNaN(collections.heapAfter[index]);
}

function pick(choose: (a: number, b: number) => number, a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : choose(a, b);
}
