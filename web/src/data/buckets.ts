import type { Marks } from './marks.ts';

const MINUTE = 60e6;
/** The possible lengths of an interval of the strip, in minutes. */
const MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];

/** Equal intervals of a recording with the paused time in each. */
export interface Buckets {
  /** The length of an interval, and the start of the first one. */
  length: number;
  from: number;
  stopped: Float64Array;
  /** The longest mark that starts in each interval, -1 without one. */
  longest: Int32Array;
}

/**
 * Intervals of whole minutes, at most `most` of them. A mark across a boundary counts in each interval with its part. `offset` is the time
 * from a whole minute of the clock to the start of the recording, so that intervals start at whole minutes.
 */
export function bucketsOf(marks: Marks, until: number, offset: number, most: number): Buckets {
  const minutes = MINUTES.find((length) => until / MINUTE / length <= most - 1) ?? Math.ceil(until / MINUTE / Math.max(1, most - 1));
  const length = minutes * MINUTE;
  const from = -(offset % length);
  const count = Math.max(1, Math.ceil((until - from) / length));
  const stopped = new Float64Array(count);
  const longest = new Int32Array(count).fill(-1);
  for (let i = 0; i < marks.count; i++) {
    const start = marks.start[i]!;
    const end = start + marks.duration[i]!;
    const first = Math.min(count - 1, Math.max(0, Math.floor((start - from) / length)));
    if (longest[first]! < 0 || marks.duration[i]! > marks.duration[longest[first]!]!) longest[first] = i;
    for (let at = first; at < count && from + at * length < end; at++) {
      stopped[at]! += Math.max(0, Math.min(end, from + (at + 1) * length) - Math.max(start, from + at * length));
    }
  }
  return { length, from, stopped, longest };
}

/** The intervals with the most paused time, the worst first; none without a stop. */
export function worstBuckets({ stopped }: Buckets, most: number): number[] {
  const order = Array.from(stopped.keys()).filter((at) => stopped[at]! > 0);
  return order.sort((a, b) => stopped[b]! - stopped[a]! || a - b).slice(0, most);
}
