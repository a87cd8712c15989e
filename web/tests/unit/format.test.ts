import { describe, expect, it } from 'vitest';
import { byteTicks, durationTicks, logDurationTicks, percentTicks, sizeTicks } from '../../src/chart/axes.ts';
import { bytes, bytesPerSecond } from '../../src/format/bytes.ts';
import { clockTime, duration, durationFromMillis, fixedMillis } from '../../src/format/durations.ts';
import { counted, integer, percent } from '../../src/format/numbers.ts';
import { ClockScale, orderScale, POSITION } from '../../src/format/timeScale.ts';
import { heapText, pauseCell, pauseText } from '../../src/format/steps.ts';
import { quantity } from '../../src/view/findings.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('durations', () => {
  it.each([
    [0, '0 ms'], [0.4, '0.4 µs'], [412, '412 µs'], [999.94, '999.9 µs'], [999.96, '1 ms'], [16_157.5, '16.16 ms'], [190_062.7, '190.1 ms'],
    [999_960, '1 s'], [1_240_000, '1.24 s'], [59_999_900, '1 min 00 s'], [187e6, '3 min 07 s'], [3600e6, '1 h 00 min'],
    [7_500e6, '2 h 05 min'], [3 * 86400e6, '3.0 days'], [Number.NaN, 'unknown'],
  ])('%d µs is %s', (micros, text) => expect(plain(duration(micros))).toBe(text));

  it('says unknown for null and undefined', () => {
    expect([durationFromMillis(null), durationFromMillis(undefined)]).toEqual(['unknown', 'unknown']);
    expect(fixedMillis(Number.NaN, 2)).toBe('–');
    expect(fixedMillis(190_062.7, 2)).toBe('190.06');
  });

  it.each([
    [12_500_000, 1e5, '0:12.5'], [3_723_000_000, 1e6, '1:02:03'], [59_999_999, 1e6, '1:00'], [1_000, 1e3, '0:00.001'], [-1_500_000, 1e5, '-0:01.5'],
  ])('%d µs with steps of %d is %s', (micros, step, text) => expect(clockTime(micros, step)).toBe(text));
});

describe('numbers and sizes', () => {
  it.each([[0, '0 B'], [512, '512 B'], [999, '999 B'], [1000, '0.98 KiB'], [85_000, '83.0 KiB'], [1.5 * 2 ** 30, '1.50 GiB'], [-2048, '-2.00 KiB']])(
    '%d bytes are %s', (value, text) => expect(plain(bytes(value))).toBe(text));

  it.each([[100, '100 %'], [99.9991, '> 99.99 %'], [99.123, '99.12 %'], [81.234, '81.2 %'], [0, '0 %'], [0.001, '< 0.01 %']])(
    '%d percent are %s', (value, text) => expect(plain(percent(value))).toBe(text));

  it('says unknown, never 0', () => {
    expect([bytes(null), bytesPerSecond(null), percent(null), integer(null)]).toEqual(Array(4).fill('unknown'));
    expect(counted(null, 'pause')).toBe('unknown number of pauses');
    expect([counted(1, 'pause'), counted(1_204_332, 'line')]).toEqual(['1 pause', '1,204,332 lines']);
  });

  it('writes evidence in the form of its unit', () => {
    expect(plain(quantity(190.0627, 'ms'))).toBe('190.1 ms');
    expect(plain(quantity(734_003_200, 'bytes'))).toBe('700 MiB');
    expect(plain(quantity(734_003_200, 'bytes per second'))).toBe('700 MiB/s');
    expect(plain(quantity(53, 'collections'))).toBe('53 collections');
    expect(quantity(1.4, null)).toBe('1.4');
    expect(quantity(null, 'ms')).toBe('');
  });
});

describe('axes', () => {
  it('uses one unit for all ticks', () => {
    expect(durationTicks(324_000, 220).label).toEqual(['0', '100 ms', '200 ms', '300 ms']);
    expect(durationTicks(1_500, 90).label).toEqual(['0', '1000 µs']);
    expect(byteTicks(900 * 2 ** 20, 150).label).toEqual(['0', '256 MiB', '512 MiB', '768 MiB']);
    expect(byteTicks(1.5 * 2 ** 30, 150).label).toEqual(['0', '0.5 GiB', '1 GiB', '1.5 GiB']);
    expect(sizeTicks(1.38 * 2 ** 30, 5.1 * 2 ** 30, 4).label).toEqual(['2 GiB', '3 GiB', '4 GiB', '5 GiB']);
    expect(percentTicks(38.4, 4).label).toEqual(['0', '10 %', '20 %', '30 %']);
    expect(logDurationTicks(3.1, 4.6).label).toEqual(['2 ms', '5 ms', '10 ms', '20 ms']);
    expect(logDurationTicks(2, 5.6).label).toEqual(['100 µs', '1 ms', '10 ms', '100 ms']);
  });

  it('labels time in seconds in a short recording and as a clock in a long one', () => {
    expect(new ClockScale(2e6).ticks(0, 2e6, 460).label.map(plain)).toEqual(['0.0 s', '0.5 s', '1.0 s', '1.5 s', '2.0 s']);
    expect(new ClockScale(3600e6).ticks(0, 3600e6, 460).label).toEqual(['0:00', '15:00', '30:00', '45:00', '1:00:00']);
    expect(plain(new ClockScale(2e6).moment(1_234_567))).toBe('1.235 s');
  });

  it('knows the wall time where the recording does', () => {
    expect(new ClockScale(2e6, '2026-11-21T10:00:00.000Z').otherMoment(1_234_567)).toBe('2026-11-21 10:00:01.234 UTC');
    const unknown = ['yesterday', '275760-09-13T00:00:00Z', null];
    expect(unknown.map((started) => new ClockScale(2e6, started).otherMoment(0))).toEqual([null, null, null]);
    expect(new ClockScale(2e6, '2026-11-21T10:00:00Z').otherMoment(1e30)).toBeNull();
  });

  it('counts pauses where nothing has a timestamp', () => {
    const ticks = orderScale.ticks(-POSITION / 2, 9.5 * POSITION, 300);
    expect(ticks.label).toEqual(['no. 5', 'no. 10']);
    expect(ticks.at).toEqual([4 * POSITION, 9 * POSITION]);
  });
});

describe('what a source cannot distinguish from 0', () => {
  const steps = { pause_resolution_ms: 0.1, heap_resolution_bytes: 2 ** 20 };

  it('is less than the resolution', () => {
    expect(pauseText(0, steps)).toBe('<\u00a0100\u00a0µs');
    expect(pauseText(0, steps, 7)).toBe('<\u00a0700\u00a0µs');
    expect(pauseCell(0, 2, 0.1)).toBe('<\u00a00.1');
    expect(pauseCell(0, 2, 0.1, 7)).toBe('<\u00a00.7');
    expect(heapText(0, steps)).toBe('<\u00a01.00\u00a0MiB');
  });

  it('is 0 where the step is fine or nothing is summed, and other numbers are as they are', () => {
    expect([pauseText(0, {}), pauseText(0, steps, 0), pauseText(0.3, steps), pauseText(null, steps)])
      .toEqual(['0 ms', '0 ms', '300\u00a0µs', 'unknown']);
    expect([pauseCell(0, 2, null), pauseCell(0, 2, 0.1, 0), pauseCell(4_500, 2, 0.1)]).toEqual(['0.00', '0.00', '4.50']);
    expect([heapText(0, {}), heapText(512, steps), heapText(null, steps)]).toEqual(['0\u00a0B', '512\u00a0B', 'unknown']);
  });
});
