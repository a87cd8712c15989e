import { describe, expect, it } from 'vitest';
import { documentNamed } from '../../fixtures/documents.ts';
import { percentilePoints } from '../../src/chart/percentileChart.ts';
import type { Comparison } from '../../src/data/comparisonContract.ts';

const bucketOf = (millis: number): number => Math.ceil(Math.log2(millis) * 32 - 1e-9) - 1;

describe('percentiles on the axis of HdrHistogram', () => {
  it('put the value with rank k of n at 1 / (1 - (k - 1) / n), and the exact maximum last', () => {
    const values = [1, 2, 2, 2, 4, 4, 4, 8, 8, 15.5];
    const distinct = [...new Set(values)];
    const points = percentilePoints({
      count: values.length, sum_ms: 0, max_ms: 15.5, zero_count: 0, indexes: distinct.map(bucketOf),
      counts: distinct.map((value) => values.filter((other) => other === value).length),
    });
    // By hand: ranks 1, 2, 4, 5, 7, 8, 9 and 10 of 10.
    const at = points.map((point) => Number((10 ** point.at).toFixed(3)));
    expect(at).toEqual([1, 1, 1.111, 1.429, 1.667, 2.5, 3.333, 5, 10, 10]);
    expect(points.map(({ millis }) => Number(millis.toFixed(2)))).toEqual([1, 1, 2, 2, 4, 4, 8, 8, 15.5, 15.5]);
  });

  it('agree with the percentiles of the document within a bucket', () => {
    const { distributions } = documentNamed<Comparison>('repeated');
    for (const { before, shifts } of distributions) {
      const points = percentilePoints(before);
      expect(points.at(-1)).toEqual({ at: Math.log10(before.count), millis: before.max_ms });
      for (const { percentile, before_ms: millis } of shifts) {
        const at = -Math.log10(1 - percentile / 100);
        const above = points.find((point) => point.at >= at)!;
        expect(Math.abs(above.millis / millis - 1), `p${percentile}`).toBeLessThan(0.08);
      }
    }
  });

  it('have no points without values, and none that are not finite', () => {
    expect(percentilePoints({ count: 5, sum_ms: 0, max_ms: null, zero_count: 0, indexes: [], counts: [] })).toEqual([]);
    const damaged = percentilePoints({ count: 1, sum_ms: 0, max_ms: 3, zero_count: 2, indexes: [1, 2], counts: [5, -1] });
    expect(damaged.every(({ at, millis }) => Number.isFinite(at) && Number.isFinite(millis))).toBe(true);
  });
});
