import { describe, expect, it } from 'vitest';
import { packTimeline } from '../../fixtures/pack.ts';
import { unpack } from '../../src/data/embedded.ts';
import { decodeTimelines } from '../../src/data/timeline.ts';
import type { WireProcess } from '../../src/data/wire.ts';
import { POSITION } from '../../src/format/timeScale.ts';
import { gzipSync } from 'node:zlib';

/** Two collections with three pauses: the second collection is a background one of unknown size. */
function wire(change: (process: WireProcess) => void = () => undefined): WireProcess {
  const process: WireProcess = {
    duration: 9_000_000,
    phases: ['suspended', 'background mark'],
    pauses: { start: [1_000, 500, 2_000_000], duration: [300, 40, 7], collection: [0, 1, 0], phase: [0, 0, 1] },
    generations: ['gen0', 'gen2'],
    causes: ['AllocSmall'],
    collections: {
      number: [17, 1], generation: [0, 1], background: [0, 1], cause: [0, null], induced: [0, 1], start: [1_000, 500],
      length: [null, 2_500_000], pause: [300, 47], heap_before: [100, null], heap_after: [50, 40], promoted: [null, 0],
    },
    requests: null,
  };
  change(process);
  return process;
}

function decode(process: WireProcess): ReturnType<typeof decodeTimelines>[number] {
  return decodeTimelines({ version: 3, processes: [process], traces: [] })[0]!;
}

describe('decodeTimelines', () => {
  it('adds up differences and keeps unknown apart from zero', () => {
    const { pauses, collections } = decode(wire());
    expect([...pauses.start]).toEqual([1_000, 1_500, 2_001_500]);
    expect([...pauses.collection]).toEqual([0, 1, 1]);
    expect([...collections.number]).toEqual([17, 18]);
    expect([...collections.heapBefore]).toEqual([100, Number.NaN]);
    expect([...collections.promoted]).toEqual([Number.NaN, 0]);
    expect([...collections.cause]).toEqual([0, -1]);
    expect([...collections.pauseCount]).toEqual([1, 2]);
  });

  it('ends a collection at its own end or its last pause', () => {
    expect([...decode(wire()).collections.end]).toEqual([1_300, 2_501_500]);
    const short = wire((process) => (process.collections.length = [null, 10]));
    expect([...decode(short).collections.end]).toEqual([1_300, 2_001_507]);
  });

  it('passes over unknown starts without losing the count', () => {
    const timeline = decode(wire((process) => (process.pauses.start = [1_000, null, 2_000_000])));
    expect([...timeline.pauses.start]).toEqual([1_000, 2_001_000]);
    expect(timeline.withoutTime).toBe(1);
    expect([...timeline.collections.pauseCount]).toEqual([1, 2]);
  });

  it('sorts pauses that are not in order of start', () => {
    const { pauses } = decode(wire((process) => (process.pauses.start = [5_000, -4_000, 100])));
    expect([...pauses.start]).toEqual([1_000, 1_100, 5_000]);
    expect([...pauses.duration]).toEqual([40, 7, 300]);
  });

  it('puts pauses without any timestamp in sequence', () => {
    const timeline = decode(wire((process) => {
      process.pauses.start = [null, null, null];
      process.collections.start = [null, null];
    }));
    expect(timeline.timed).toBe(false);
    expect([...timeline.pauses.start]).toEqual([0, POSITION, 2 * POSITION]);
    expect([...timeline.collections.start]).toEqual([0, POSITION]);
    expect(timeline.withoutTime).toBe(0);
  });

  it('takes indices outside their table for unknown', () => {
    const timeline = decode(wire((process) => {
      process.pauses.phase = [99, -1, 1];
      process.pauses.collection = [40, 1, -41];
    }));
    expect([...timeline.pauses.phase]).toEqual([-1, -1, 1]);
    expect([...timeline.pauses.collection]).toEqual([-1, -1, 0]);
  });

  it('refuses columns of different lengths and other versions', () => {
    expect(() => decode(wire((process) => process.pauses.duration.pop()))).toThrow('columns of pauses');
    expect(() => decodeTimelines({ version: 1, processes: [], traces: [] })).toThrow('version 1');
  });
});

describe('unpack', () => {
  it('reverses gzip and base64', async () => {
    const packed = gzipSync('{"version":3,"processes":[],"traces":[]}').toString('base64');
    expect(await unpack(packed)).toEqual({ version: 3, processes: [], traces: [] });
  });

  it('reads long columns as they were', async () => {
    const long = wire((process) => {
      const count = 3000;
      const numbers = (of: (i: number) => number | null): (number | null)[] => Array.from({ length: count }, (_, i) => of(i));
      process.pauses = {
        start: numbers((i) => (i === 7 ? null : i * 40_000)), duration: numbers((i) => (i % 200) - 100),
        collection: numbers((i) => (i === 0 ? 0 : null)), phase: numbers(() => 1),
      };
    });
    const timeline = { version: 3, processes: [long], traces: [] };
    const read = await unpack(gzipSync(packTimeline(timeline)).toString('base64'));
    expect(read.version).toBe(4);
    expect(decodeTimelines(read)).toEqual(decodeTimelines(timeline));
  });

  it('refuses columns that reach beyond the data', async () => {
    const start = { count: 1e7, at: 8, width: 4, plus: 0, times: 1 };
    const cut = { version: 4, processes: [{ ...wire(), pauses: { start } }], traces: [] };
    const json = Buffer.from(JSON.stringify(cut));
    const length = Buffer.alloc(8);
    length.writeBigInt64LE(BigInt(json.length));
    const packed = gzipSync(Buffer.concat([Buffer.alloc(8), json, length])).toString('base64');
    await expect(unpack(packed)).rejects.toThrow('cut off');
  });

  it('fails on a cut-off element', async () => {
    const packed = gzipSync(JSON.stringify({ version: 3, processes: [wire()], traces: [] })).toString('base64');
    await expect(unpack(packed.slice(0, 80))).rejects.toThrow();
  });
});
