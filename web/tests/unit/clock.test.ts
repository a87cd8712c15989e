import { describe, expect, it } from 'vitest';
import { clockTime } from '../../src/format/durations.ts';
import { givenTime } from '../../src/format/givenTime.ts';
import { ClockScale } from '../../src/format/timeScale.ts';

const HOUR = 3600e6;

function wall(startedAt: string, last: number): ClockScale {
  const scale = new ClockScale(last, startedAt);
  scale.byWall = true;
  return scale;
}

describe('the wall clock', () => {
  it('has its ticks where the clock shows round times', () => {
    const { at, label } = wall('2026-11-22T23:18:04.500Z', HOUR).ticks(0, HOUR, 460);
    expect(label).toEqual(['23:30', '23:45', '23 Nov', '00:15']);
    expect(at[0]).toBe(715.5e6);
  });

  it('names the day where a recording has more than one', () => {
    const scale = wall('2026-11-22T23:18:04.500Z', HOUR);
    expect(scale.moment(0)).toBe('22 Nov 23:18:04.500');
    expect(scale.moment(42 * 60e6, 60e6)).toBe('23 Nov 00:00');
    expect(wall('2026-11-22T10:00:00Z', HOUR).moment(1_500)).toBe('10:00:00.002');
    expect(scale.otherMoment(0)?.replaceAll('\u00a0', ' ')).toBe('0:00.000 after the start');
  });

  it('is as fine as microseconds apart need', () => {
    const { label } = wall('2026-11-22T10:00:00Z', 10e6).ticks(1_000_010, 1_000_050, 600);
    expect(label).toContain('10:00:01.00002');
    expect(new Set(label).size).toBe(label.length);
  });

  it('is unknown where the start is, or is none', () => {
    for (const started of [null, '', 'yesterday', '1969-12-31T23:00:00Z', '+275760-09-13T00:00:00Z']) {
      expect(new ClockScale(HOUR, started).wall, String(started)).toBeNull();
    }
  });
});

describe('a time that was typed', () => {
  const scale = wall('2026-11-22T23:18:04.500Z', 2 * HOUR);
  const since = new ClockScale(2 * HOUR, '2026-11-22T23:18:04.500Z');

  it.each([
    ['23:18:10', 5.5e6], ['23:19', 55.5e6], ['00:18:04.5', HOUR], ['2026-11-23 00:18:04.5', HOUR], ['2026-11-22T23:18:04.6Z', 1e5],
    ['23:18', -4.5e6], ['90s', 90e6], ['+1.5 min', 90e6], ['250ms', 250e3], ['2h', 2 * HOUR], ['90', 90e6],
  ])('%s is found by the wall clock', (text, micros) => {
    expect(givenTime(text, scale)).toBeCloseTo(micros, 3);
  });

  it.each([
    ['1:23', 83e6], ['1:23.5', null], ['1:00:01', 3601e6], ['2026-11-22 23:18:05', 5e5], ['12', 12e6],
  ])('%s is found since the start', (text, micros) => {
    expect(givenTime(text, since)).toBe(micros);
  });

  it.each([
    '', ' ', 'noon', '25:00', '23:61', '-5s', '1e9', '1:2', '2026-13-45 10:00', '<b>', 'NaN', '9'.repeat(400),
  ])('“%.20s” is none, or far outside', (text) => {
    const micros = givenTime(text, scale);
    expect(micros === null || micros > 1e15).toBe(true);
  });
});

describe('a clock that counts days', () => {
  it('does so from two days on', () => {
    expect([47.5 * HOUR, 48 * HOUR, 210 * HOUR].map((micros) => clockTime(micros, 60e6))).toEqual(['47:30:00', '2d 00:00', '8d 18:00']);
    expect(clockTime(210 * HOUR + 1.25e6, 1e4)).toBe('8d 18:00:01.25');
  });
});
