import { indices, plain, sameLength, undelta } from './columns.ts';
import { drawable } from './drawable.ts';
import type { WireStops } from './wire.ts';

/** Stops of all threads as the program felt them, in order of start; a pause that no recorded stop holds stands as one. */
export interface StopColumns {
  count: number;
  start: Float64Array;
  duration: Float64Array;
  /** The way of the threads to a halt. */
  halt: Float64Array;
  /** The longest of the collector's pauses inside, NaN where there is none. */
  pause: Float64Array;
  /** Whose pause it is, -1 where it is none's. */
  collection: Int32Array;
  /** Index into the reasons. */
  reason: Int32Array;
  reasons: string[];
}

/** Null where nothing can be placed in time. */
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
  };
}
