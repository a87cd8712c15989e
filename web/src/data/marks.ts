import type { Timeline } from './timeline.ts';

/** What the timeline draws, in order of start: stops where the runtime reports them, else GC pauses. */
export interface Marks {
  what: 'stop' | 'pause';
  count: number;
  start: Float64Array;
  duration: Float64Array;
  /** Index into the collections, -1 where it belongs to none. */
  collection: Int32Array;
  /** Index into the names, -1 when unknown: a stop's reason or a pause's phase. */
  name: Int32Array;
  names: string[];
  /** The GC pause in each stop, NaN where there is none; null where the marks are pauses. */
  own: Float64Array | null;
  /** The finding of the report that explains it, -1 where none does; null where that is not stored. */
  finding: Int32Array | null;
  /** The time to stop of each stop, NaN when unknown; null where the marks are pauses. */
  halt: Float64Array | null;
}

export function marksOf({ stops, pauses, phases }: Timeline): Marks {
  if (stops) {
    const { count, start, duration, collection, reason, reasons, pause, halt, finding } = stops;
    return { what: 'stop', count, start, duration, collection, name: reason, names: reasons, own: pause, halt, finding };
  }
  const { count, start, duration, collection, phase, finding } = pauses;
  return { what: 'pause', count, start, duration, collection, name: phase, names: phases, own: null, halt: null, finding };
}

/** The longest mark of a collection, or of all; -1 where there is none. */
export function longestMark(marks: Marks, collection: number | null = null): number {
  let longest = -1;
  for (let i = 0; i < marks.count; i++) {
    if (collection !== null && marks.collection[i] !== collection) continue;
    if (longest < 0 || marks.duration[i]! > marks.duration[longest]!) longest = i;
  }
  return longest;
}

const LONGEST = new WeakMap<Float64Array, number>();

/** The length of the longest mark, which is computed once. */
export function longestDuration({ duration, count }: Pick<Marks, 'duration' | 'count'>): number {
  let longest = LONGEST.get(duration);
  if (longest === undefined) {
    longest = 0;
    for (let i = 0; i < count; i++) if (duration[i]! > longest) longest = duration[i]!;
    LONGEST.set(duration, longest);
  }
  return longest;
}
