import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { groupMarks, type Grouping } from '../../src/chart/groups.ts';
import { marksOf } from '../../src/data/marks.ts';
import { decodeTimelines, type Timeline } from '../../src/data/timeline.ts';
import { ClockScale } from '../../src/format/timeScale.ts';
import { collectionColumns } from '../../src/view/collectionColumns.ts';
import { sortRows } from '../../src/view/sortRows.ts';

function timelineOf(name: string): Timeline {
  return decodeTimelines(CATALOGUE[name]!().timeline)[0]!;
}

describe('sortRows', () => {
  const { collections } = timelineOf('ten');

  it('sorts by a key, stable, unknown last both ways', () => {
    const keys = [3, Number.NaN, 1, 3, 2];
    const of = { ...collections, count: keys.length };
    expect([...sortRows(of, null, (i) => keys[i]!, false)]).toEqual([2, 4, 0, 3, 1]);
    expect([...sortRows(of, null, (i) => keys[i]!, true)]).toEqual([0, 3, 4, 2, 1]);
  });

  it('keeps only collections that touch the range', () => {
    const range = { min: collections.start[3]!, max: collections.start[5]! };
    const rows = [...sortRows(collections, range, (i) => i, false)];
    expect(rows).toEqual([3, 4, 5]);
  });
});

describe('collectionColumns', () => {
  it('leaves out columns that say nothing or the same of every collection', () => {
    const ids = (name: string): string[] => collectionColumns(timelineOf(name), new ClockScale(1e9)).map((column) => column.id);
    expect(ids('ten')).toEqual(['number', 'time', 'pause', 'generation', 'kind', 'cause', 'pauses', 'before', 'after', 'promoted']);
    expect(ids('one')).toEqual(['number', 'time', 'pause', 'generation', 'cause']);
    expect(ids('go')).toEqual(['number', 'time', 'pause', 'cause', 'pauses', 'before', 'after']);
  });
});

function group(timeline: Timeline): Grouping {
  return groupMarks(timeline, marksOf(timeline));
}

describe('groupMarks', () => {
  it('groups by what the collector did, with the generations in it', () => {
    const { groups, groupOf } = group(timelineOf('thousands'));
    expect(groups.map(({ label, names }) => [label, names])).toEqual([
      ['young', ['young', 'mixed']], ['old, concurrent', ['full']], ['full or blocking', ['full']],
    ]);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(groupOf.length);
  });

  it('has the same kind and colour for the same work of every runtime', () => {
    const kindOf = (generation: string | null, background: number | null): string => {
      const timeline = timelineOf('one');
      timeline.generations = generation === null ? [] : [generation];
      timeline.collections.generation[0] = generation === null ? -1 : 0;
      timeline.collections.background[0] = background ?? -1;
      return group(timeline).groups.map(({ kind, colour }) => `${kind} ${colour}`).join();
    };
    for (const young of ['gen0', 'gen1', 'young', 'mixed']) expect(kindOf(young, 0), young).toBe('young --pause-young');
    expect(kindOf('young', 1)).toBe('young --pause-young');
    for (const old of ['gen2', 'old', 'full', null]) expect(kindOf(old, 1), String(old)).toBe('old --pause-old');
    for (const full of ['gen2', 'old', 'full', null]) expect(kindOf(full, 0), String(full)).toBe('full --pause-full');
    expect(kindOf(null, null)).toBe('unknown --pause-other');
  });

  it('names phases where the runtime has no generations, the most frequent first', () => {
    const { groups } = group(timelineOf('go'));
    expect(groups.flatMap(({ names }) => names)).toEqual(expect.arrayContaining(['sweep termination', 'mark termination']));
    expect(groups.every(({ kind }) => kind === 'old' || kind === 'full')).toBe(true);
  });

  it('puts everything in one group where nothing is known', () => {
    expect(group(timelineOf('unknown')).groups.map(({ label, names }) => [label, names])).toEqual([['unknown', []]]);
  });
});
