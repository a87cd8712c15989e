import { lowerBound } from '../chart/decimate.ts';
import type { Range } from '../chart/viewport.ts';
import { longestDuration, type Marks } from './marks.ts';
import type { Timeline } from './timeline.ts';

/**
 * The numbers of a part of a recording, as `unpause report --from --to` computes them: it begins and ends outside of pauses, so that it
 * has only whole ones, and what is missing of the recording is no part of its time. Times in microseconds.
 */
export interface PartNumbers {
  from: number;
  until: number;
  /** The length without what is missing. */
  observed: number;
  count: number;
  /** The sum of the pauses, and its share of the time in percent; null for an empty part. */
  total: number;
  percent: number | null;
  /** The index of the longest mark, -1 without any. */
  longest: number;
  p50: number;
  p90: number;
  p99: number;
  collections: number;
  /** Stopped time by the finding that explains it; null where that is not stored. */
  byFinding: Map<number, { count: number; total: number }> | null;
}

/** The numbers of the part that a range shows. */
export function partNumbers({ durationMicros, collections, gaps }: Timeline, marks: Marks, { min, max }: Range): PartNumbers {
  const end = Number.isNaN(durationMicros) ? max : durationMicros;
  const from = outside(marks, Math.min(Math.max(0, min), end));
  const until = Math.max(from, Math.min(outside(marks, Math.min(max, end)), end));
  const [first, last] = marksFrom(marks, from, until);
  const lengths = marks.duration.slice(first, last);
  const byFinding = new Map<number, { count: number; total: number }>();
  let total = 0;
  let longest = -1;
  for (let i = first; i < last; i++) {
    const duration = marks.duration[i]!;
    total += duration;
    if (longest < 0 || duration > marks.duration[longest]!) longest = i;
    const finding = marks.finding?.[i] ?? -1;
    if (finding < 0) continue;
    const known = byFinding.get(finding) ?? { count: 0, total: 0 };
    byFinding.set(finding, { count: known.count + 1, total: known.total + duration });
  }
  lengths.sort();
  let observed = until - from;
  for (const gap of gaps) observed -= Math.max(0, Math.min(until, gap.start + gap.duration) - Math.max(from, gap.start));
  return {
    from,
    until,
    observed,
    count: lengths.length,
    total,
    percent: observed > 0 ? Math.min(100, (100 * total) / observed) : null,
    longest,
    p50: nearestRank(lengths, 500),
    p90: nearestRank(lengths, 900),
    p99: nearestRank(lengths, 990),
    collections: collectionsIn(collections.start, marks, [first, last], from, until),
    byFinding: marks.finding === null ? null : byFinding,
  };
}

/** The indexes of the marks that start in a part: the first, and the one after the last. */
export function marksFrom({ start }: Marks, from: number, until: number): [first: number, end: number] {
  const first = lowerBound(start, from);
  return [first, Math.max(first, lowerBound(start, until))];
}

/** The time itself, or the end of the pause in which it lies. */
function outside(marks: Marks, time: number): number {
  const { start, duration } = marks;
  const longest = longestDuration(marks);
  for (let moved = true; moved;) {
    moved = false;
    // In order of start: what begins earlier than the longest mark takes has ended.
    for (let i = lowerBound(start, time) - 1; i >= 0 && start[i]! + longest > time; i--) {
      const end = start[i]! + duration[i]!;
      if (end > time) {
        time = end;
        moved = true;
      }
    }
  }
  return time;
}

/** By nearest rank, of ascending values; NaN without any. */
function nearestRank(values: Float64Array, perMille: number): number {
  return values.length === 0 ? Number.NaN : values[Math.max(0, Math.ceil((values.length * perMille) / 1000) - 1)]!;
}

/** Collections that begin in the part, or have a pause in it. */
function collectionsIn(starts: Float64Array, { collection }: Marks, [first, end]: [number, number], from: number, until: number): number {
  const found = new Uint8Array(starts.length);
  let count = 0;
  for (let i = 0; i < starts.length; i++) {
    if (!(starts[i]! >= from && starts[i]! < until)) continue;
    found[i] = 1;
    count++;
  }
  for (let i = first; i < end; i++) {
    const of = collection[i]!;
    if (of < 0 || found[of] === 1) continue;
    found[of] = 1;
    count++;
  }
  return count;
}
