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

/** Start times and durations, in order of start. */
export interface Intervals {
  count: number;
  start: Float64Array;
  duration: Float64Array;
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
export function longestPerColumn(pauses: Intervals, range: Range, columns: number, filter: PauseFilter): number[] {
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
