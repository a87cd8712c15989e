/**
 * The timeline element: columns of integers, times in microseconds since the start of the recording.
 * `start`, `collection` and `number` hold the difference to the value before (null passes without counting);
 * null anywhere means "not known". HtmlTimeline in the C# library writes it.
 */
export interface WireTimeline {
  version: number;
  processes: WireProcess[];
}

export interface WireProcess {
  duration: number | null;
  generations: string[];
  causes: string[];
  phases: string[];
  pauses: { start: Column; duration: Column; collection: Column; phase: Column };
  collections: {
    number: Column;
    generation: Column;
    background: Column;
    cause: Column;
    induced: Column;
    start: Column;
    pause: Column;
    heap_before: Column;
    heap_after: Column;
    promoted: Column;
  };
}

type Column = (number | null)[];

/** One process's pauses and collections, column by column. Unknown numbers are NaN, unknown indices are -1. */
export interface Timeline {
  durationMicros: number;
  generations: string[];
  causes: string[];
  phases: string[];
  pauses: PauseColumns;
  collections: CollectionColumns;
}

export interface PauseColumns {
  count: number;
  start: Float64Array;
  duration: Float64Array;
  /** Index into the collections, -1 when the pause belongs to none. */
  collection: Int32Array;
  phase: Int32Array;
}

export interface CollectionColumns {
  count: number;
  number: Float64Array;
  generation: Int32Array;
  /** 1 background, 0 blocking, -1 not known; the same for induced. */
  background: Int32Array;
  cause: Int32Array;
  induced: Int32Array;
  start: Float64Array;
  /** The end of the collection's last pause, or its start when it has none. */
  end: Float64Array;
  pause: Float64Array;
  pauseCount: Int32Array;
  heapBefore: Float64Array;
  heapAfter: Float64Array;
  promoted: Float64Array;
}

const SUPPORTED_VERSION = 1;

export function decodeTimelines(wire: WireTimeline): Timeline[] {
  if (wire.version !== SUPPORTED_VERSION) {
    throw new Error(`timeline version ${wire.version} was made by another version of unpause`);
  }
  return wire.processes.map(decodeProcess);
}

function decodeProcess(wire: WireProcess): Timeline {
  const pauses = decodePauses(wire);
  return {
    durationMicros: wire.duration ?? Number.NaN,
    generations: wire.generations,
    causes: wire.causes,
    phases: wire.phases,
    pauses,
    collections: decodeCollections(wire, pauses),
  };
}

function decodePauses({ pauses, phases, collections }: WireProcess): PauseColumns {
  sameLength('pauses', pauses);
  return {
    count: pauses.start.length,
    start: undelta(pauses.start),
    duration: plain(pauses.duration),
    collection: indices(undelta(pauses.collection), collections.number.length),
    phase: indices(pauses.phase, phases.length),
  };
}

function decodeCollections(wire: WireProcess, pauses: PauseColumns): CollectionColumns {
  const from = wire.collections;
  sameLength('collections', from);
  const start = undelta(from.start);
  const pauseCount = new Int32Array(start.length);
  return {
    count: start.length,
    number: undelta(from.number),
    generation: indices(from.generation, wire.generations.length),
    background: indices(from.background, 2),
    cause: indices(from.cause, wire.causes.length),
    induced: indices(from.induced, 2),
    start,
    end: ends(start, pauses, pauseCount),
    pause: plain(from.pause),
    pauseCount,
    heapBefore: plain(from.heap_before),
    heapAfter: plain(from.heap_after),
    promoted: plain(from.promoted),
  };
}

function ends(start: Float64Array, pauses: PauseColumns, pauseCount: Int32Array): Float64Array {
  const end = start.slice();
  for (let i = 0; i < pauses.count; i++) {
    const collection = pauses.collection[i]!;
    if (collection < 0) continue;
    pauseCount[collection]!++;
    const last = pauses.start[i]! + pauses.duration[i]!;
    if (!(end[collection]! >= last)) end[collection] = last;
  }
  return end;
}

function undelta(column: Column): Float64Array {
  const out = new Float64Array(column.length);
  let value = 0;
  for (let i = 0; i < column.length; i++) {
    const step = column[i];
    if (step === null || step === undefined) out[i] = Number.NaN;
    else out[i] = value += step;
  }
  return out;
}

function plain(column: Column): Float64Array {
  return Float64Array.from(column, (value) => value ?? Number.NaN);
}

function indices(column: ArrayLike<number | null>, size: number): Int32Array {
  const out = new Int32Array(column.length);
  for (let i = 0; i < column.length; i++) {
    const value = column[i];
    out[i] = typeof value === 'number' && value >= 0 && value < size ? value : -1;
  }
  return out;
}

function sameLength(what: string, columns: Record<string, Column>): void {
  const lengths = new Set(Object.values(columns).map((column) => column.length));
  if (lengths.size > 1) throw new Error(`the columns of ${what} differ in length`);
}
