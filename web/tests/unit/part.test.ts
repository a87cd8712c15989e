import { describe, expect, it } from 'vitest';
import { marksOf } from '../../src/data/marks.ts';
import { partNumbers, type PartNumbers } from '../../src/data/part.ts';
import { decodeTimelines } from '../../src/data/timeline.ts';

/** Five pauses in 100 s; 10 s from 70 s on are missing. Findings 0 and 2 explain four of them. */
function part(min: number, max: number, finding: (number | null)[] | null = [0, 2, null, 0, 0]): PartNumbers {
  const start = [1e6, 9e6, 20e6, 10e6, 50e6];
  const timeline = decodeTimelines({
    version: 3, traces: [],
    processes: [{
      duration: 100e6, phases: ['Pause'],
      pauses: {
        start, duration: [1e6, 2e6, 4e6, 3e6, 5e6], collection: [0, 1, 1, 1, 1], phase: [0, 0, 0, 0, 0], ...(finding ? { finding } : {}),
      },
      gaps: { start: [70e6], duration: [10e6] },
      generations: ['young'], causes: [],
      collections: {
        number: [1, 1, 1, 1, 1], generation: [0, 0, 0, 0, 0], background: [0, 0, 0, 0, 0], cause: [null, null, null, null, null],
        induced: [0, 0, 0, 0, 0], start, length: [1e6, 2e6, 4e6, 3e6, 5e6], pause: [1e6, 2e6, 4e6, 3e6, 5e6],
        heap_before: [null, null, null, null, null], heap_after: [null, null, null, null, null], promoted: [null, null, null, null, null],
      },
      requests: null,
    }],
  })[0]!;
  return partNumbers(timeline, marksOf(timeline), { min, max });
}

describe('the numbers of a part', () => {
  it('have the pauses that begin in it, and the time without what is missing', () => {
    // Pauses at 1, 10, 30, 40 and 90 s.
    const { from, until, observed, count, total, percent, longest, p50, p99, collections } = part(5e6, 85e6);
    expect([from, until, observed]).toEqual([5e6, 85e6, 70e6]);
    expect([count, total, longest, p50, p99, collections]).toEqual([3, 9e6, 2, 3e6, 4e6, 3]);
    expect(percent).toBeCloseTo(900 / 70, 6);
  });

  it('begins and ends outside of pauses', () => {
    const { from, until, count } = part(10.5e6, 31e6);
    expect([from, until, count]).toEqual([12e6, 34e6, 1]);
  });

  it('is inside the recording', () => {
    const { from, until, count } = part(-1e6, 101e6);
    expect([from, until, count]).toEqual([0, 100e6, 5]);
  });

  it('adds up the time that each finding explains', () => {
    expect([...part(5e6, 85e6).byFinding!]).toEqual([[2, { count: 1, total: 2e6 }], [0, { count: 1, total: 3e6 }]]);
    expect(part(5e6, 85e6, null).byFinding).toBeNull();
  });

  it('of a part without pauses are none', () => {
    const { count, longest, percent, p99 } = part(50e6, 60e6);
    expect([count, longest, percent, Number.isNaN(p99)]).toEqual([0, -1, 0, true]);
  });
});
