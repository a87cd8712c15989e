import { indices, plain, sameLength, undelta } from './columns.ts';
import type { WireRequests } from './wire.ts';

/** What became of a request; the numbers are those of the wire. */
export const FATES = ['not slow', 'because of GC', 'pause inside', 'no pause inside'] as const;
export const NOT_SLOW = 0;

/** Requests to draw, in order of start: the slow ones and a sample of the others. Times in microseconds since the recording's zero. */
export interface RequestPoints {
  /** How many there are in all, drawn or not. */
  slow: number;
  notSlow: number;
  count: number;
  start: Float64Array;
  duration: Float64Array;
  /** Index into FATES, -1 when not known. */
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
