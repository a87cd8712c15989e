import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { groupMarks } from '../../src/chart/groups.ts';
import { bucketsOf, worstBuckets } from '../../src/data/buckets.ts';
import { longestMark, marksOf, type Marks } from '../../src/data/marks.ts';
import { decodeTimelines } from '../../src/data/timeline.ts';
import type { WireTimeline } from '../../src/data/wire.ts';
import { withInduced } from '../../src/view/causes.ts';

const MINUTE = 60e6;
const shared = JSON.parse(readFileSync(new URL('../../fixtures/timeline.json', import.meta.url), 'utf8')) as WireTimeline;

function marksAt(...spans: [start: number, duration: number][]): Marks {
  const none = new Int32Array(spans.length).fill(-1);
  return {
    what: 'pause', count: spans.length,
    start: Float64Array.from(spans, ([start]) => start), duration: Float64Array.from(spans, ([, long]) => long),
    collection: none, name: none, names: [], own: null, halt: null, finding: null,
  };
}

describe('marks', () => {
  it('are the stops that the C# writer is tested to write, in order of start', () => {
    const timeline = decodeTimelines(shared)[0]!;
    const marks = marksOf(timeline);
    expect(marks).toMatchObject({ what: 'stop', count: 3, names: ['collection', 'SuspendForDebugger'] });
    expect([...marks.start]).toEqual([1_000, 2_001_500, 4_000_000]);
    expect([...marks.duration]).toEqual([420, 7, 2_000]);
    expect([...marks.halt!]).toEqual([90, Number.NaN, Number.NaN]);
    expect([...marks.own!]).toEqual([300, 7, Number.NaN]);
    expect([...marks.collection]).toEqual([0, 0, -1]);
    expect(longestMark(marks)).toBe(2);
    expect([0, 1].map((collection) => longestMark(marks, collection))).toEqual([0, -1]);
    const { groups, groupOf } = groupMarks(timeline, marks);
    expect(groups.map(({ label, names }) => [label, names])).toEqual([['old, concurrent', ['gen2']], ['not GC', ['SuspendForDebugger']]]);
    expect([...groupOf]).toEqual([0, 0, 1]);
  });

  it('are the pauses where no stops are recorded', () => {
    const timeline = decodeTimelines(CATALOGUE['ten']!().timeline)[0]!;
    expect(marksOf(timeline)).toMatchObject({ what: 'pause', count: 10, own: null, halt: null });
  });

  it('have a colour of their own each', () => {
    const timeline = decodeTimelines(CATALOGUE['thousands']!().timeline)[0]!;
    const marks = { ...marksOf(timeline), what: 'stop' as const, names: ['a', 'b', 'c'], name: new Int32Array(timeline.pauses.count) };
    marks.collection = marks.collection.map((of, i) => (i % 9 === 0 ? -1 : of));
    marks.name = marks.name.map((_, i) => i % 3);
    const { groups } = groupMarks(timeline, marks);
    expect(groups.map(({ label }) => label)).toEqual(['young', 'old, concurrent', 'full or blocking', 'not GC']);
    expect(groups.at(-1)!.names).toEqual(['a']);
    expect(new Set(groups.map(({ colour }) => colour)).size).toBe(groups.length);
  });
});

describe('intervals of a recording', () => {
  it('are minutes of the clock, each with its share of a mark that reaches over', () => {
    const marks = marksAt([0.5 * MINUTE, 1e6], [1.9 * MINUTE, 0.7 * MINUTE], [9 * MINUTE, 2e6]);
    const { length, from, stopped, longest } = bucketsOf(marks, 12 * MINUTE, 0.5 * MINUTE, 180);
    expect([length, from, stopped.length]).toEqual([MINUTE, -0.5 * MINUTE, 13]);
    expect([...stopped].slice(0, 4).map(Math.round)).toEqual([0, 1e6, 0.6 * MINUTE, 0.1 * MINUTE]);
    expect([...longest].slice(0, 4)).toEqual([-1, 0, 1, -1]);
    expect(worstBuckets({ length, from, stopped, longest }, 2)).toEqual([2, 3]);
  });

  it('are so long that they can be seen', () => {
    for (const hours of [1, 5, 30, 214, 5_000, 1e6]) {
      const { stopped, length } = bucketsOf(marksAt([0, 1e6]), hours * 60 * MINUTE, 17e6, 180);
      expect(stopped.length, `${hours} h`).toBeLessThanOrEqual(181);
      expect(length % MINUTE).toBe(0);
    }
  });
});

describe('a cause', () => {
  it('says once that code asked for it', () => {
    expect(withInduced('Induced', true)).toBe('Induced');
    expect(withInduced('InducedCompacting', true)).toBe('InducedCompacting');
    expect(withInduced('System.gc()', true)).toBe('System.gc() (induced)');
    expect(withInduced('', true)).toBe('induced');
    expect(withInduced('unknown', false)).toBe('unknown');
  });
});
