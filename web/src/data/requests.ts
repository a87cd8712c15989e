import { indices, plain, sameLength, undelta } from './columns.ts';
import type { WireRequests } from './wire.ts';

/** The attribution of a request; the index is the number in the timeline. */
export const FATES = ['not slow', 'because of GC', 'pause inside', 'no pause inside'] as const;
export const NOT_SLOW = 0;
export const BECAUSE_OF_GC = 1;

/** Requests to draw, in order of start: slow ones and a sample of the others. Times in microseconds since the start of the recording. */
export interface RequestPoints {
  /** The total number, drawn or not. */
  slow: number;
  notSlow: number;
  count: number;
  start: Float64Array;
  duration: Float64Array;
  /** Index into FATES, -1 when unknown. */
  fate: Int32Array;
  names: string[];
  name: Int32Array;
}

export function decodeRequests(wire: WireRequests): RequestPoints {
  const { start, duration, outcome: fate, name } = wire;
  sameLength('requests', { start, duration, fate, name });
  return {
    slow: wire.slow,
    notSlow: wire.not_slow,
    count: start.length,
    start: undelta(start),
    duration: plain(duration),
    fate: indices(fate, FATES.length),
    names: wire.names,
    name: indices(name, wire.names.length),
  };
}
