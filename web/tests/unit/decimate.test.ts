import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { seeded } from '../../fixtures/random.ts';
import { longestPerColumn, lowerBound } from '../../src/chart/decimate.ts';
import { heapEnvelope, heapSeries, type HeapSeries } from '../../src/chart/heapSeries.ts';
import { decodeTimelines, type CollectionColumns, type PauseColumns } from '../../src/data/timeline.ts';

function pausesOf(starts: number[], durations: number[]): PauseColumns {
  return {
    count: starts.length, start: Float64Array.from(starts), duration: Float64Array.from(durations),
    collection: new Int32Array(starts.length), phase: new Int32Array(starts.length), finding: null,
  };
}

function filterOf(groupOf: number[], shown: boolean[], durations: number[]): { groupOf: Int32Array; shown: boolean[]; longest: number } {
  return { groupOf: Int32Array.from(groupOf), shown, longest: Math.max(...durations) };
}

describe('lowerBound', () => {
  it('finds the first value that is not smaller', () => {
    const values = Float64Array.from([1, 3, 3, 7]);
    expect([0, 1, 2, 3, 4, 7, 8].map((value) => lowerBound(values, value))).toEqual([0, 0, 1, 1, 3, 3, 4]);
  });
});

describe('longestPerColumn', () => {
  it('keeps the longest of each group in each pixel column, tallest first', () => {
    const durations = [5, 9, 2, 4, 8];
    const pauses = pausesOf([0, 1, 2, 50, 51], durations);
    const filter = filterOf([0, 0, 1, 0, 0], [true, true], durations);
    expect(longestPerColumn(pauses, { min: 0, max: 100 }, 2, filter)).toEqual([1, 4, 2]);
  });

  it('leaves out hidden groups', () => {
    const durations = [5, 9];
    const pauses = pausesOf([0, 1], durations);
    expect(longestPerColumn(pauses, { min: 0, max: 100 }, 10, filterOf([0, 1], [true, false], durations))).toEqual([0]);
  });

  it('keeps a pause that began before the range and reaches into it', () => {
    const durations = [50, 1, 1];
    const pauses = pausesOf([10, 20, 70], durations);
    expect(longestPerColumn(pauses, { min: 55, max: 80 }, 10, filterOf([0, 0, 0], [true], durations))).toEqual([0, 2]);
  });

  it('agrees with a plain search on random pauses', () => {
    const random = seeded(3);
    const starts = Array.from({ length: 2_000 }, () => Math.floor(random() * 10_000)).sort((a, b) => a - b);
    const durations = starts.map(() => 1 + Math.floor(random() * 300));
    const groupOf = starts.map(() => Math.floor(random() * 3));
    const range = { min: 2_500, max: 7_500 };
    const kept = longestPerColumn(pausesOf(starts, durations), range, 100, filterOf(groupOf, [true, true, true], durations));
    const longest = new Map<string, number>();
    starts.forEach((start, i) => {
      if (start > range.max || start + durations[i]! < range.min) return;
      const slot = `${Math.min(99, Math.max(0, Math.floor((start - range.min) / 50)))} ${groupOf[i]}`;
      longest.set(slot, Math.max(longest.get(slot) ?? 0, durations[i]!));
    });
    expect(kept.map((i) => durations[i])).toEqual([...longest.values()].sort((a, b) => b - a));
  });
});

describe('heapEnvelope', () => {
  const series: HeapSeries = {
    time: Float64Array.from([0, 1, 2, 3, 50, 99]),
    before: Float64Array.from([10, 40, Number.NaN, 30, 60, 70]),
    after: Float64Array.from([5, 20, 3, Number.NaN, 6, 7]),
    stretch: Int32Array.from([0, 0, 0, 1, 1, 1]), live: null, afterIsLive: false,
  };

  it('keeps every collection while there is room', () => {
    const envelope = heapEnvelope(series, { min: 0, max: 100 }, 100);
    expect(envelope.exact).toBe(true);
    expect(envelope.time).toEqual([0, 1, 2, 3, 50, 99]);
  });

  it('takes the highest before and the lowest after of a pixel column, not across a gap', () => {
    const envelope = heapEnvelope(series, { min: 0, max: 100 }, 10);
    expect(envelope).toEqual({
      time: [5, 5, 55, 95], before: [40, 30, 60, 70], after: [3, Number.NaN, 6, 7], stretch: [0, 1, 1, 1], exact: false,
    });
  });

  it('keeps one neighbour on each side of the range', () => {
    expect(heapEnvelope(series, { min: 2.5, max: 10 }, 100).time).toEqual([2, 3, 50]);
  });
});

describe('heapSeries', () => {
  const collections = (liveSet: number[] | null): CollectionColumns => ({
    ...decodeTimelines(CATALOGUE['ten']!().timeline)[0]!.collections, count: 4, start: Float64Array.from([0, 10, 30, 40]),
    heapBefore: Float64Array.from([9, 9, 9, 9]), heapAfter: Float64Array.from([5, 6, 7, 8]), liveSet: liveSet && Float64Array.from(liveSet),
  });

  it('counts the gaps before each collection, so that lines are broken there', () => {
    expect([...heapSeries(collections(null), [{ start: 12, duration: 10 }, { start: 31, duration: 5 }]).stretch]).toEqual([0, 0, 1, 2]);
  });

  it('has the live set as a line of its own, unless it is always the size after', () => {
    const { live, afterIsLive } = heapSeries(collections([Number.NaN, 6, Number.NaN, 7]));
    expect([...live!.time, ...live!.size, afterIsLive]).toEqual([10, 40, 6, 7, false]);
    expect(heapSeries(collections([5, 6, 7, 8]))).toMatchObject({ live: null, afterIsLive: true });
    expect(heapSeries(collections(null))).toMatchObject({ live: null, afterIsLive: false });
  });
});
