import { indices, plain, sameLength, undelta } from './columns.ts';
import { drawable } from './drawable.ts';
import type { WireStops } from './wire.ts';

/** Stop-the-world pauses in order of start; a GC pause outside of any recorded stop counts as one. */
export interface StopColumns {
  count: number;
  start: Float64Array;
  duration: Float64Array;
  /** The time to stop all threads. */
  halt: Float64Array;
  /** The longest GC pause inside, NaN where there is none. */
  pause: Float64Array;
  /** The collection of that pause, -1 where there is none. */
  collection: Int32Array;
  /** Index into the reasons. */
  reason: Int32Array;
  reasons: string[];
  /** The finding of the report that explains it, -1 where none does; null where that is not stored. */
  finding: Int32Array | null;
}

/** No report has so many. */
export const FINDINGS = 10_000;

/** Null where nothing has a timestamp. */
export function decodeStops(wire: WireStops, collections: number): StopColumns | null {
  const { start, duration, time_to_safepoint: halt, pause, collection, reason, reasons } = wire;
  sameLength('stops', { start, duration, halt, pause, collection, reason });
  const all: StopColumns = {
    count: start.length,
    start: undelta(start),
    duration: plain(duration),
    halt: plain(halt),
    pause: plain(pause),
    collection: indices(undelta(collection), collections),
    reason: indices(reason, reasons.length),
    reasons,
    finding: wire.finding ? indices(wire.finding, FINDINGS) : null,
  };
  const order = drawable(all);
  if (order === null) return all.count === 0 ? null : all;
  if (order.length === 0) return null;
  return {
    count: order.length,
    start: Float64Array.from(order, (i) => all.start[i]!),
    duration: Float64Array.from(order, (i) => all.duration[i]!),
    halt: Float64Array.from(order, (i) => all.halt[i]!),
    pause: Float64Array.from(order, (i) => all.pause[i]!),
    collection: Int32Array.from(order, (i) => all.collection[i]!),
    reason: Int32Array.from(order, (i) => all.reason[i]!),
    reasons,
    finding: all.finding === null ? null : Int32Array.from(order, (i) => all.finding![i]!),
  };
}
