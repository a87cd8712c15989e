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
const MOST_STEPS = 1000;

export function decodeCounters(wire: WireCounter[]): Counter[] {
  return wire.map(({ name, unit, time, value }) => {
    sameLength('a counter', { time, value });
    const [at, values] = sorted(undelta(time), plain(value));
    return { name, unit, time: at, value: values, gapMicros: GAP_STEPS * usualStep(at) };
  }).filter(({ time }) => time.length > 0);
}

function sorted(time: Float64Array, value: Float64Array): [Float64Array, Float64Array] {
  let inOrder = true;
  for (let i = 0; i < time.length && inOrder; i++) {
    inOrder = isKnown(time[i]!) && isKnown(value[i]!) && (i === 0 || time[i]! >= time[i - 1]!);
  }
  if (inOrder) return [time, value];
  const order = Array.from(time.keys()).filter((i) => isKnown(time[i]!) && isKnown(value[i]!)).sort((a, b) => time[a]! - time[b]! || a - b);
  return [Float64Array.from(order, (i) => time[i]!), Float64Array.from(order, (i) => value[i]!)];
}

/** The median step; of many, of a thousand that are evenly chosen. */
function usualStep(time: Float64Array): number {
  const count = Math.min(MOST_STEPS, time.length - 1);
  if (count < 1) return Number.POSITIVE_INFINITY;
  const steps = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const at = Math.floor((i * (time.length - 1)) / count);
    steps[i] = time[at + 1]! - time[at]!;
  }
  return steps.sort()[count >> 1]!;
}
