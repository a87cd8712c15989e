import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { decodeTimelines, type Timeline } from '../../src/data/timeline.ts';
import { decodeTraces } from '../../src/data/traces.ts';
import type { WireTimeline } from '../../src/data/wire.ts';

const wire = JSON.parse(readFileSync(new URL('../../fixtures/timeline.json', import.meta.url), 'utf8')) as WireTimeline;

it('decodes the timeline that the C# writer is tested to write (TimelineJsonTests)', () => {
  const [concurrent, untimed] = decodeTimelines(wire);
  expect([...concurrent!.pauses.start]).toEqual([1_000, 1_501, 2_001_500]);
  expect([...concurrent!.pauses.collection]).toEqual([0, 1, 0]);
  expect(concurrent!.withoutTime).toBe(1);
  expect([...concurrent!.collections.number]).toEqual([17, 18]);
  expect([...concurrent!.collections.end]).toEqual([2_500_000, 1_541]);
  expect([...concurrent!.collections.pauseCount]).toEqual([2, 2]);
  expect([...concurrent!.collections.heapBefore]).toEqual([Number.NaN, 100_000_000]);
  expect([...concurrent!.collections.promoted]).toEqual([0, 4_096]);
  expect([...concurrent!.collections.allocated!]).toEqual([Number.NaN, 60_000_000]);
  expect([...concurrent!.collections.liveSet!]).toEqual([40_000_000, Number.NaN]);
  expect(concurrent!.collections.cpu).toBeNull();
  expect(untimed).toMatchObject({ timed: false, withoutTime: 0, durationMicros: Number.NaN });
});

it('decodes the allocation sites of the same file', () => {
  const [{ sites }, { sites: none }] = decodeTimelines(wire) as [Timeline, Timeline];
  expect(none).toBeNull();
  expect(sites).toMatchObject({ count: 2, methods: ['System.Buffers.Rent', 'Shop.Cache.Fill', 'Shop.Main'], types: ['System.Byte[]'] });
  expect([...sites!.own]).toEqual([0, 1, 1]);
  expect([...sites!.type]).toEqual([0, -1]);
  expect([...sites!.bytes]).toEqual([5_000_000, 700]);
  expect([...sites!.from]).toEqual([0, 3, 4]);
  expect([...sites!.stack]).toEqual([0, 1, 2, 2]);
});

it('decodes the counters of the same file', () => {
  const [{ counters }, { counters: none }] = decodeTimelines(wire) as [Timeline, Timeline];
  expect(none).toEqual([]);
  expect(counters.map(({ name, unit }) => `${name} ${unit}`)).toEqual(['working set bytes', 'CPU percent']);
  expect([...counters[0]!.time]).toEqual([1_000_400, 2_000_400, 3_000_000]);
  expect([...counters[0]!.value]).toEqual([100e6, 150e6, 200e6]);
  expect([...counters[1]!.value]).toEqual([12.346]);
});

it('decodes the requests and the trace of the same file', () => {
  const { requests } = decodeTimelines(wire)[0]!;
  expect(requests).toMatchObject({ slow: 2, notSlow: 48, count: 3, names: ['GET /', 'POST /'] });
  expect([...requests!.start]).toEqual([900, 1_400, 5_000]);
  expect([...requests!.fate]).toEqual([0, 1, 3]);
  expect([...requests!.name]).toEqual([0, 1, -1]);
  expect(decodeTraces(wire.traces)).toEqual([{
    id: '000000000000000000000000000000ab', process: 0, start: 1_400, duration: 90_000, spansInAll: 3,
    spans: [
      { depth: 0, process: 0, name: 'POST /', service: 'shop', start: 0, duration: 90_000, holes: [{ start: 50, duration: 80_000, explained: 40 }] },
      { depth: 1, process: null, name: 'unnamed', service: null, start: 80_600, duration: 2_000, holes: [{ start: 80_600, duration: 1_000, explained: null }] },
    ],
    pauses: [{ process: 0, generation: 'gen2', start: -400, duration: 300 }, { process: 0, generation: null, start: 101, duration: 40 }],
  }]);
});
