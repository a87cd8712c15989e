/**
 * The timeline element as TimelineJson in the C# library writes it, unpacked: columns of whole numbers (except values of counters),
 * times in microseconds since the start of the recording. `start`, `collection` and `number` are differences to the previous known
 * value. Null is unknown. `traces` has no differences: all times except a trace's own `start` are since that start.
 */
export interface WireTimeline {
  version: number;
  processes: WireProcess[];
  traces: WireTrace[];
}

export interface WireProcess {
  duration: number | null;
  phases: string[];
  pauses: Record<'start' | 'duration' | 'collection' | 'phase', Column> & { finding?: Column };
  /** What is missing of the recorded time; missing in reports of older versions. */
  gaps?: Record<'start' | 'duration', Column>;
  generations: string[];
  causes: string[];
  collections: Record<CollectionColumn, Column> & RareColumns;
  /** Stop-the-world pauses, where the runtime reports them; missing in reports of older versions. */
  stops?: WireStops | null;
  /** The longest stops with their explanations; missing in reports of older versions. */
  explained?: WireExplained | null;
  /** Null when no requests were given, or those of this process were not attributed. */
  requests: WireRequests | null;
  /** Null when the recording has no allocation samples. */
  sites?: WireSites | null;
  /** Only where CPU samples were given. */
  cpu?: WireCpu | null;
  /** The heap in use; null or missing when it was not recorded. */
  live_sites?: WireSites | null;
  /** Goroutines by stack, with their count in `bytes`; null or missing when they were not recorded. */
  goroutine_sites?: WireSites | null;
  /** Null when there are none. */
  counters?: WireCounter[] | null;
}

/**
 * Stop-the-world pauses, and GC pauses outside of any recorded stop. `time_to_safepoint` is the time to stop, `pause` the longest GC pause
 * inside, `collection` the collection of that pause, `reason` the reason of the stop, and `finding` what explains it.
 */
export interface WireStops extends Record<'start' | 'duration' | 'time_to_safepoint' | 'pause' | 'collection' | 'reason', Column> {
  reasons: string[];
  /** An index into the report's findings; missing in reports of older versions. */
  finding?: Column;
}

/** What the longest stops were, why they were long, what to do, and what to type ('' for nothing). */
export interface WireExplained extends Record<'start' | 'duration', Column> {
  what: string[];
  why: string[];
  action: string[];
  setting: string[];
  /** Missing in reports of older versions. */
  who?: string[];
  cost?: string[];
}

/** A runtime counter; `time` has differences, `value` at most three decimals. */
export interface WireCounter extends Record<'time' | 'value', Column> {
  name: string;
  unit: string;
}

/**
 * Allocation sites. `app` marks the application's own methods; `heap`: 0 small, 1 large, 2 pinned objects. The stacks are concatenated
 * in `stack`, the innermost method first, with the length of each in `depth`.
 */
export interface WireSites extends Record<'app' | 'type' | 'heap' | 'bytes' | 'samples' | 'depth' | 'stack', Column> {
  methods: string[];
  types: string[];
}

/**
 * CPU time by stack. `app` marks the application's own frames, and `class` is an index into the report's classes. The stacks are
 * concatenated in `stack`, the innermost frame first and the thread last, with the length of each in `depth`.
 */
export interface WireCpu extends Record<'app' | 'class' | 'samples' | 'depth' | 'stack', Column> {
  frames: string[];
}

/**
 * The drawn requests; `slow` and `not_slow` count all. `outcome`: 0 not slow, 1 slow because of GC, 2 slow with a pause inside,
 * 3 slow without.
 */
export interface WireRequests extends Record<'start' | 'duration' | 'outcome' | 'name', Column> {
  slow: number;
  not_slow: number;
  names: string[];
}

export interface WireTrace {
  id: string;
  process: number;
  start: number | null;
  duration: number;
  span_count: number;
  names: string[];
  services: string[];
  spans: Record<'depth' | 'process' | 'name' | 'service' | 'start' | 'duration', Column>;
  holes: Record<'span' | 'start' | 'duration' | 'explained', Column>;
  generations: string[];
  pauses: Record<'process' | 'start' | 'duration' | 'generation', Column>;
}

type CollectionColumn =
  | 'number' | 'generation' | 'background' | 'cause' | 'induced' | 'start' | 'length' | 'pause'
  | 'heap_before' | 'heap_after' | 'promoted';

/**
 * What only some collections have; missing where none has it, and in reports of older versions. `allocated` are bytes allocated since the
 * collection before, as the difference to the heap before minus the heap after the collection before (0 for the first), mostly 0. `cpu` is
 * the CPU time of GC threads in microseconds.
 */
interface RareColumns {
  allocated?: Column;
  live_set?: SparseColumn;
  cpu?: SparseColumn;
}

/** Values of some collections, with the indexes of these as differences. */
export type SparseColumn = Record<'collection' | 'value', Column>;

/** In the JSON; packed.ts puts numbers with NaN for null in place of long ones. */
export type Column = (number | null)[];

/** What readers of columns take: both. */
export type AnyColumn = ArrayLike<number | null>;
