import { isKnown, plain, sameLength, undelta } from './columns.ts';
import type { WireCounter } from './wire.ts';

/** A runtime counter. Each value covers the time up to its moment. */
export interface Counter {
  name: string;
  unit: string;
  time: Float64Array;
  value: Float64Array;
  /** Two values further apart than this have missing values between them. */
  gapMicros: number;
}

const GAP_STEPS = 3;

export function decodeCounters(wire: WireCounter[]): Counter[] {
  return wire.map(({ name, unit, time, value }) => {
    sameLength('a counter', { time, value });
    const [at, values] = sorted(undelta(time), plain(value));
    return { name, unit, time: at, value: values, gapMicros: GAP_STEPS * usualStep(at) };
  }).filter(({ time }) => time.length > 0);
}

function sorted(time: Float64Array, value: Float64Array): [Float64Array, Float64Array] {
  const order = Array.from(time.keys()).filter((i) => isKnown(time[i]!) && isKnown(value[i]!)).sort((a, b) => time[a]! - time[b]! || a - b);
  return [Float64Array.from(order, (i) => time[i]!), Float64Array.from(order, (i) => value[i]!)];
}

function usualStep(time: Float64Array): number {
  const steps = time.slice(1).map((at, i) => at - time[i]!).sort();
  return steps.length === 0 ? Number.POSITIVE_INFINITY : steps[steps.length >> 1]!;
}
