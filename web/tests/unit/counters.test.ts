import { describe, expect, it } from 'vitest';
import { counterTicks } from '../../src/chart/axes.ts';
import { decodeCounters } from '../../src/data/counters.ts';
import { counterValue } from '../../src/format/counterValue.ts';

describe('decodeCounters', () => {
  const decode = (time: (number | null)[], value: (number | null)[]): ReturnType<typeof decodeCounters> => decodeCounters([{ name: 'CPU', unit: 'percent', time, value }]);

  it('adds up times, puts them in order and leaves out what is not known', () => {
    const [counter] = decode([5e6, -2e6, null, 1e6, 1e6], [1, 2.5, 3, null, 4]);
    expect([...counter!.time]).toEqual([3e6, 5e6, 5e6]);
    expect([...counter!.value]).toEqual([2.5, 1, 4]);
  });

  it('takes three usual steps for a gap, and knows none of a single value', () => {
    expect(decode([1e6, 1e6, 1e6, 9e6, 1e6], [1, 1, 1, 1, 1])[0]!.gapMicros).toBe(3e6);
    expect(decode([1e6], [1])[0]!.gapMicros).toBe(Number.POSITIVE_INFINITY);
  });

  it('orders steps as numbers', () => {
    expect(decode([1e6, 900_000, 1_100_000, 1e6], [1, 1, 1, 1])[0]!.gapMicros).toBe(3e6);
  });

  it('leaves out counters without a value, and refuses columns that do not fit', () => {
    expect(decode([null], [3])).toEqual([]);
    expect(() => decode([1, 2], [3])).toThrow('a counter');
  });
});

it.each([
  [62_914_560, 'bytes', '60.0 MiB'], [1_048_576, 'bytes/s', '1.00 MiB/s'], [12.346, 'percent', '12.3 %'], [8, 'count', '8'], [8.25, 'count', '8.3'], [0.5, 'per second', '0.5/s'],
  [null, 'bytes', 'unknown'], [Number.NaN, 'percent', 'unknown'],
] as const)('%d in %s reads %s', (value, unit, text) => expect(counterValue(value, unit).replaceAll('\u00a0', ' ')).toBe(text));

it.each([
  ['percent', 80, ['0', '50 %']], ['bytes', 300 * 2 ** 20, ['0', '128 MiB', '256 MiB']], ['bytes/s', 300 * 2 ** 20, ['0', '128 MiB/s', '256 MiB/s']],
] as const)('an axis of %s has its unit', (unit, max, labels) => expect(counterTicks(unit, max, 80).label).toEqual(labels));
