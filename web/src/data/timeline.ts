import { POSITION } from '../format/timeScale.ts';
import { dense, indices, isKnown, plain, sameLength, undelta } from './columns.ts';
import { decodeCpu, type CpuStacks } from './cpu.ts';
import { decodeCounters, type Counter } from './counters.ts';
import { drawable } from './drawable.ts';
import { ExplainedStops } from './explained.ts';
import { decodeRequests, type RequestPoints } from './requests.ts';
import { decodeSites, type Sites } from './sites.ts';
import { decodeStops, FINDINGS, type StopColumns } from './stops.ts';
import type { WireProcess, WireTimeline } from './wire.ts';

/** One process's pauses and collections, column by column. Unknown numbers are NaN, unknown indices are -1. */
export interface Timeline {
  durationMicros: number;
  /** False when nothing has a timestamp: starts are then positions in the order of pauses. */
  timed: boolean;
  /** The number of pauses without a timestamp where others have one; they are not drawn. */
  withoutTime: number;
  generations: string[];
  causes: string[];
  phases: string[];
  pauses: PauseColumns;
  collections: CollectionColumns;
  /** Stop-the-world pauses; null when the runtime does not report them, or the report is of an older version. */
  stops: StopColumns | null;
  /** Why the longest stops were long. */
  explained: ExplainedStops;
  /** Null when no requests were given, or those of this process were not attributed. */
  requests: RequestPoints | null;
  /** Null when the recording has no allocation samples. */
  sites: Sites | null;
  /** Null when no CPU samples were given. */
  cpu: CpuStacks | null;
  /** Go: the heap in use. */
  liveSites: Sites | null;
  /** Go: goroutines by stack, with their count in place of bytes. */
  goroutineSites: Sites | null;
  /** What is missing of the recorded time, in microseconds and in order. */
  gaps: Gap[];
  /** Runtime counters; empty when there are none. */
  counters: Counter[];
}

/** A part of the recorded time that is missing, in microseconds. */
export interface Gap {
  start: number;
  duration: number;
}

/** The pauses that can be drawn, in order of start. */
export interface PauseColumns {
  count: number;
  start: Float64Array;
  duration: Float64Array;
  /** Index into the collections, -1 when the pause belongs to none. */
  collection: Int32Array;
  phase: Int32Array;
  /** The finding of the report that explains it, -1 where none does; null where that is not stored, or stops are drawn. */
  finding: Int32Array | null;
}

export interface CollectionColumns {
  count: number;
  number: Float64Array;
  generation: Int32Array;
  /** 1 background, 0 blocking, -1 unknown; the same for induced. */
  background: Int32Array;
  cause: Int32Array;
  induced: Int32Array;
  start: Float64Array;
  /** The collection's own end or that of its last pause, whichever is later; its start when it has neither. */
  end: Float64Array;
  pause: Float64Array;
  pauseCount: Int32Array;
  heapBefore: Float64Array;
  heapAfter: Float64Array;
  promoted: Float64Array;
  /**
   * Bytes allocated since the collection before. Here and below: null where no collection has a value, and in reports of older versions.
   */
  allocated: Float64Array | null;
  /** The live set after a collection of the whole heap. */
  liveSet: Float64Array | null;
  /** CPU time of the GC threads for it, in microseconds. */
  cpu: Float64Array | null;
}

/** The layouts with JSON only, and with packed columns. */
const SUPPORTED_VERSIONS = [3, 4];

export function decodeTimelines(wire: WireTimeline): Timeline[] {
  if (!SUPPORTED_VERSIONS.includes(wire.version)) {
    throw new Error(`timeline version ${wire.version} was made by another version of unpause`);
  }
  return wire.processes.map(decodeProcess);
}

function decodeProcess(wire: WireProcess): Timeline {
  const all = decodePauses(wire);
  const collections = decodeCollections(wire);
  const timed = all.start.some(isKnown) || collections.start.some(isKnown);
  if (!timed) placeInOrder(all, collections);
  countPauses(all, collections);
  const order = drawable(all);
  const pauses = order === null ? all : {
    count: order.length,
    start: Float64Array.from(order, (i) => all.start[i]!),
    duration: Float64Array.from(order, (i) => all.duration[i]!),
    collection: Int32Array.from(order, (i) => all.collection[i]!),
    phase: Int32Array.from(order, (i) => all.phase[i]!),
    finding: all.finding === null ? null : Int32Array.from(order, (i) => all.finding![i]!),
  };
  return {
    durationMicros: timed ? (wire.duration ?? Number.NaN) : Number.NaN,
    timed,
    withoutTime: all.count - pauses.count,
    generations: wire.generations,
    causes: wire.causes,
    phases: wire.phases,
    pauses,
    collections,
    stops: timed && wire.stops ? decodeStops(wire.stops, collections.count) : null,
    explained: new ExplainedStops(wire.explained),
    requests: timed && wire.requests ? decodeRequests(wire.requests) : null,
    sites: wire.sites ? decodeSites(wire.sites) : null,
    cpu: wire.cpu ? decodeCpu(wire.cpu) : null,
    liveSites: wire.live_sites ? decodeSites(wire.live_sites) : null,
    goroutineSites: wire.goroutine_sites ? decodeSites(wire.goroutine_sites) : null,
    gaps: timed && wire.gaps ? decodeGaps(wire.gaps) : [],
    counters: timed && wire.counters ? decodeCounters(wire.counters) : [],
  };
}

function decodeGaps(wire: NonNullable<WireProcess['gaps']>): Gap[] {
  sameLength('gaps', wire);
  const [start, duration] = [plain(wire.start), plain(wire.duration)];
  return Array.from(start, (at, i) => ({ start: at, duration: duration[i]! }))
    .filter((gap) => isKnown(gap.start) && isKnown(gap.duration)).sort((a, b) => a.start - b.start);
}

function decodePauses({ pauses, phases, collections }: WireProcess): PauseColumns {
  sameLength('pauses', pauses);
  return {
    count: pauses.start.length,
    start: undelta(pauses.start),
    duration: plain(pauses.duration),
    collection: indices(undelta(pauses.collection), collections.number.length),
    phase: indices(pauses.phase, phases.length),
    finding: pauses.finding ? indices(pauses.finding, FINDINGS) : null,
  };
}

function decodeCollections(wire: WireProcess): CollectionColumns {
  const { live_set: liveSet, cpu, ...from } = wire.collections;
  sameLength('collections', from);
  const [heapBefore, heapAfter] = [plain(from.heap_before), plain(from.heap_after)];
  const start = undelta(from.start);
  const length = plain(from.length);
  return {
    count: start.length,
    number: undelta(from.number),
    generation: indices(from.generation, wire.generations.length),
    background: indices(from.background, 2),
    cause: indices(from.cause, wire.causes.length),
    induced: indices(from.induced, 2),
    start,
    end: start.map((at, i) => (isKnown(length[i]!) ? at + length[i]! : at)),
    pause: plain(from.pause),
    pauseCount: new Int32Array(start.length),
    heapBefore,
    heapAfter,
    promoted: plain(from.promoted),
    allocated: from.allocated ? allocatedBytes(plain(from.allocated), heapBefore, heapAfter) : null,
    liveSet: liveSet ? dense(liveSet, start.length) : null,
    cpu: cpu ? dense(cpu, start.length) : null,
  };
}

/** Adds what the heap grew between two collections to the stored differences. */
function allocatedBytes(beyond: Float64Array, before: Float64Array, after: Float64Array): Float64Array {
  for (let i = 1; i < beyond.length; i++) {
    const grown = before[i]! - after[i - 1]!;
    if (isKnown(grown)) beyond[i]! += grown;
  }
  return beyond;
}

function placeInOrder(pauses: PauseColumns, collections: CollectionColumns): void {
  for (let i = 0; i < pauses.count; i++) {
    pauses.start[i] = i * POSITION;
    const of = pauses.collection[i]!;
    if (of < 0) continue;
    if (!isKnown(collections.start[of]!)) collections.start[of] = i * POSITION;
    collections.end[of] = i * POSITION;
  }
}

function countPauses(pauses: PauseColumns, { start, end, pauseCount }: CollectionColumns): void {
  for (let i = 0; i < pauses.count; i++) {
    const of = pauses.collection[i]!;
    if (of < 0) continue;
    pauseCount[of]!++;
    if (!isKnown(start[of]!)) continue;
    const last = pauses.start[i]! + pauses.duration[i]!;
    if (last > end[of]!) end[of] = last;
  }
}
