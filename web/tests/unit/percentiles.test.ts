import { describe, expect, it } from 'vitest';
import { highestPercentile, isMeaningful } from '../../src/data/percentiles.ts';
import { percentileTile } from '../../src/view/percentileTile.ts';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const format = (millis: number): string => `${millis} ms`;
const kind = (generation: string, pauses: number, [p50, p90, p99, max]: number[]): never => ({
  generation, kind: 'blocking', count: pauses, pauses, pause_p50_ms: p50, pause_p90_ms: p90, pause_p99_ms: p99, pause_max_ms: max,
}) as never;

describe('a percentile', () => {
  it('needs more than 100 / (100 − p) values', () => {
    expect([100, 101].map((count) => isMeaningful(990, count))).toEqual([false, true]);
    expect([10, 11].map((count) => isMeaningful(900, count))).toEqual([false, true]);
    expect([1000, 1001].map((count) => isMeaningful(999, count))).toEqual([false, true]);
    expect([1, 10, 11, 48, 100, 101].map(highestPercentile)).toEqual([null, null, 900, 900, 900, 990]);
  });
});

describe('the tile', () => {
  const all = { p50_ms: 66, p90_ms: 213, p99_ms: 538, format };

  it.each([[101, '99th percentile', '538 ms', ['median 66 ms']], [48, '90th percentile', '213 ms', ['median 66 ms']], [10, 'Median', '66 ms', []]] as const)(
    'of %d pauses has the highest percentile that they allow', (count, label, value, under) => {
      expect(percentileTile({ ...all, count }, [])).toEqual({ label, value, under });
    });

  it('has the percentiles of each kind where one kind dominates', () => {
    const kinds = [kind('full', 3, [300, 312, 312, 312]), kind('young', 400, [6, 9, 12, 20])];
    expect(percentileTile({ ...all, count: 403 }, kinds).under.map(plain)).toEqual([
      'median 66 ms', 'young p99 12 ms · full median 300 ms, max 312 ms',
    ]);
    expect(percentileTile({ ...all, count: 403 }, [kind('young', 40, [6, 9, 12, 20]), kind('full', 30, [1, 2, 3, 4])]).under).toEqual(['median 66 ms']);
  });

  it('of an older document without p90 keeps what it has', () => {
    expect(percentileTile({ count: 48, p99_ms: 538, format }, [])).toEqual({ label: '99th percentile', value: '538 ms', under: ['median unknown'] });
  });
});
