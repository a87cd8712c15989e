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
  it('groups by generation in the order of age', () => {
    const { by, groups, groupOf } = group(timelineOf('thousands'));
    expect(by).toBe('generation');
    expect(groups.map((group) => group.label)).toEqual(['young', 'mixed', 'full']);
    expect(groups.reduce((sum, group) => sum + group.count, 0)).toBe(groupOf.length);
  });

  it('groups by phase where the runtime has no generations', () => {
    const { by, groups } = group(timelineOf('go'));
    expect(by).toBe('phase');
    expect(groups.map((group) => group.label)).toEqual(['sweep termination', 'mark termination']);
  });

  it('puts everything in one group where neither is known', () => {
    expect(group(timelineOf('unknown')).groups.map((group) => group.label)).toEqual(['pauses']);
  });

  it('gathers rare names in one group of many', () => {
    const timeline = timelineOf('go');
    timeline.phases = Array.from({ length: 30 }, (_, i) => `phase ${i}`);
    timeline.pauses.phase.forEach((_, i) => (timeline.pauses.phase[i] = i % 30));
    const { groups } = group(timeline);
    expect(groups.length).toBe(6);
    expect(groups.at(-1)).toMatchObject({ label: 'other', count: timeline.pauses.count - 5 * 8 });
  });
});
