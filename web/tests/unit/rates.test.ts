import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { meanRate, rateSeries } from '../../src/data/rates.ts';
import { decodeTimelines, type CollectionColumns, type Gap } from '../../src/data/timeline.ts';

const S = 1e6;

/** Collections at 1, 2, 4 and 8 s. Before them the heap had 100, 90, 120 and 100 bytes, after them 40, 50, 60 and 30. */
function collections(): CollectionColumns {
  const before = [100, 90, 120, 100];
  const after = [40, 50, 60, 30];
  return {
    ...decodeTimelines(CATALOGUE['ten']!().timeline)[0]!.collections, count: 4, start: Float64Array.from([1, 2, 4, 8].map((at) => at * S)),
    allocated: Float64Array.from(before, (size, i) => (i === 0 ? Number.NaN : size - after[i - 1]!)),
  };
}

function rates(gaps: Gap[], ...intervals: [from: number, until: number][]): number[] {
  const of = collections();
  const series = rateSeries(of, of.allocated, gaps)!;
  return intervals.map(([from, until]) => meanRate(series, from * S, until * S));
}

describe('the allocation rate', () => {
  it('is heap before minus heap after of the collection before, by the time between them', () => {
    // By hand: 90 - 40 = 50 bytes in 1 s, 120 - 50 = 70 bytes in 2 s, 100 - 60 = 40 bytes in 4 s.
    expect(rates([], [1, 2], [2, 4], [4, 8])).toEqual([50, 35, 10]);
  });

  it('of a longer or shorter interval is that of its parts', () => {
    // 50 + 70 + 40 bytes in 7 s; half of each of the first two: 25 + 35 bytes in 1.5 s.
    expect(rates([], [1, 8], [1.5, 3])).toEqual([160 / 7, 60 / 1.5]);
  });

  it('is unknown before the first collection, after the last and across a gap', () => {
    expect(rates([], [0, 1], [8, 9])).toEqual([Number.NaN, Number.NaN]);
    expect(rates([{ start: 2.5 * S, duration: S }], [1, 2], [2, 4], [4, 8])).toEqual([50, Number.NaN, 10]);
  });

  it('has no series without two collections that have it', () => {
    const of = collections();
    expect(rateSeries(of, null, [])).toBeNull();
    expect(rateSeries({ ...of, count: 1, start: of.start.slice(0, 1) }, of.allocated, [])).toBeNull();
    expect(rateSeries({ ...of, start: of.start.map(() => Number.NaN) }, of.allocated, [])).toBeNull();
  });

  it('spreads the bytes of a collection that starts right after another over both intervals', () => {
    // The median interval is 2 s; the one of 0.1 s is no interval of its own: 50 + 70 bytes in 1.1 s, then 40 bytes in 2 s, 0 in 2 s.
    const of = { ...collections(), count: 5, start: Float64Array.from([1, 2, 2.1, 4.1, 6.1].map((at) => at * S)) };
    of.allocated = Float64Array.from([Number.NaN, 50, 70, 40, 0]);
    const series = rateSeries(of, of.allocated, [])!;
    expect(meanRate(series, S, 2.1 * S)).toBeCloseTo(120 / 1.1, 9);
    expect(meanRate(series, 2.1 * S, 4.1 * S)).toBeCloseTo(20, 9);
    expect(meanRate(series, 1.2 * S, 1.4 * S)).toBeCloseTo(120 / 1.1, 9);
  });

  it('of a whole recording is the sum of its bytes', () => {
    const of = decodeTimelines(CATALOGUE['thousands']!().timeline)[0]!.collections;
    const { time, bytes, known } = rateSeries(of, of.allocated, [])!;
    const sum = of.allocated!.reduce((a, b) => a + (Number.isNaN(b) ? 0 : b), 0);
    expect(bytes[bytes.length - 1]).toBeCloseTo(sum, 0);
    expect(known[known.length - 1]).toBe(time[time.length - 1]! - time[0]!);
  });
});
