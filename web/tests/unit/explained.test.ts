import { describe, expect, it } from 'vitest';
import { ExplainedStops } from '../../src/data/explained.ts';

const WIRE = { start: [1000, 4000], duration: [500, 7], what: ['a', 'b'], why: ['c', 'd'], action: ['e', 'f'], setting: ['', '-Xmx1g'] };
const LATER = { ...WIRE, who: ['', 'g'], cost: ['h', ''] };

describe('ExplainedStops', () => {
  it('finds a stop by its start and duration', () => {
    const stops = new ExplainedStops(WIRE);
    expect(stops.of(4000, 7)).toEqual({ what: 'b', why: 'd', action: 'f', setting: '-Xmx1g', who: '', cost: '' });
    expect(stops.of(4000, 8)).toBeNull();
  });

  it('has what triggered a stop and whom it delayed, where that is known', () => {
    const stops = new ExplainedStops(LATER);
    expect([stops.of(1000, 500)?.who, stops.of(1000, 500)?.cost]).toEqual(['', 'h']);
    expect([stops.of(4000, 7)?.who, stops.of(4000, 7)?.cost]).toEqual(['g', '']);
  });

  it('finds nothing in reports of older versions', () => {
    expect(new ExplainedStops(undefined).of(1000, 500)).toBeNull();
  });

  it('rejects columns of different lengths', () => {
    expect(() => new ExplainedStops({ ...WIRE, duration: [500] })).toThrow();
  });
});
