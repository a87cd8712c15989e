import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { decodeTimelines } from '../../src/data/timeline.ts';
import type { WireTimeline } from '../../src/data/wire.ts';

it('decodes the timeline that the C# writer is tested to write (TimelineJsonTests)', () => {
  const wire = JSON.parse(readFileSync(new URL('../../fixtures/timeline.json', import.meta.url), 'utf8')) as WireTimeline;
  const [concurrent, untimed] = decodeTimelines(wire);
  expect([...concurrent!.pauses.start]).toEqual([1_000, 1_501, 2_001_500]);
  expect([...concurrent!.pauses.collection]).toEqual([0, 1, 0]);
  expect(concurrent!.withoutTime).toBe(1);
  expect([...concurrent!.collections.number]).toEqual([17, 18]);
  expect([...concurrent!.collections.end]).toEqual([2_500_000, 1_541]);
  expect([...concurrent!.collections.pauseCount]).toEqual([2, 2]);
  expect([...concurrent!.collections.heapBefore]).toEqual([Number.NaN, 100_000_000]);
  expect([...concurrent!.collections.promoted]).toEqual([0, 4_096]);
  expect(untimed).toMatchObject({ timed: false, withoutTime: 0, durationMicros: Number.NaN });
});
