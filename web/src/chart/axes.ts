import { byteUnit } from '../format/bytes.ts';
import { multiples, type Ticks } from '../format/timeScale.ts';

const TICK_SPACING = 44;
/** A logarithmic axis of fewer decades has ticks at 1, 2 and 5, else only at powers of ten. */
const FEW_DECADES = 3;

/** A unit of an axis: its size, and its name behind a number. */
interface Unit {
  size: number;
  name: string;
}

/** Ticks for durations in microseconds from 0 to `max`; the unit is the same for all ticks. */
export function durationTicks(max: number, height: number): Ticks {
  const unit = max >= 2e6 ? { size: 1e6, name: 's' } : max >= 2e3 ? { size: 1e3, name: 'ms' } : { size: 1, name: 'µs' };
  return valueTicks(0, max, height, unit);
}

export function byteTicks(max: number, height: number, suffix = ''): Ticks {
  const unit = byteUnit(max);
  return valueTicks(0, max, height, { size: unit.size, name: unit.name + suffix }, byteStep);
}

/** Ticks of a counter in its unit. */
export function counterTicks(unit: string, max: number, height: number): Ticks {
  if (unit === 'bytes' || unit === 'bytes/s') return byteTicks(max, height, unit === 'bytes/s' ? '/s' : '');
  return valueTicks(0, max, height, { size: 1, name: unit === 'percent' ? '%' : '' });
}

/** Ticks of sizes between two sizes, at multiples of a power of two, at most about `count` of them. */
export function sizeTicks(min: number, max: number, count: number): Ticks {
  return valueTicks(min, max, count * TICK_SPACING, byteUnit(max), byteStep, max - min);
}

/** Ticks of shares in percent from 0 to `max`, at most about `count` of them. */
export function percentTicks(max: number, count: number): Ticks {
  return valueTicks(0, max, count * TICK_SPACING, { size: 1, name: '%' });
}

/** Ticks on a logarithmic axis; `min` and `max` are decimal logarithms of microseconds. */
export function logDurationTicks(min: number, max: number): Ticks {
  const factors = max - min < FEW_DECADES ? [1, 2, 5] : [1];
  const at = multiples(Math.floor(min), max, 1)
    .flatMap((power) => factors.map((factor) => power + Math.log10(factor)))
    .filter((value) => value >= min - 1e-9 && value <= max + 1e-9);
  const label = (value: number): string => {
    const [unit, name] = value >= 6 - 1e-9 ? [6, 's'] : value >= 3 - 1e-9 ? [3, 'ms'] : [0, 'µs'];
    return `${Number((10 ** (value - unit)).toPrecision(3))} ${name}`;
  };
  return { at, label: at.map(label) };
}

/** The least of 1, 2 and 5 times a power of ten that is no smaller. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= least * 0.999)!;
}

/** The nearest power of two; far below a unit, steps are decimal. */
function byteStep(least: number): number {
  return least < 0.125 ? roundStep(least) : 2 ** Math.round(Math.log2(least));
}

function valueTicks(
  min: number, max: number, height: number, unit: Unit, stepOf: (least: number) => number = roundStep, span = max,
): Ticks {
  const step = stepOf((span / unit.size) * (TICK_SPACING / Math.max(height, TICK_SPACING)));
  const at = multiples(min, max, step * unit.size);
  return { at, label: at.map((value) => (value === 0 ? '0' : `${Number((value / unit.size).toPrecision(6))} ${unit.name}`.trim())) };
}
