/**
 * The timeline element as TimelineJson in the C# library writes it: columns of whole numbers (but for values of counters), times in
 * microseconds since the recording's zero. `start`, `collection` and `number` hold the difference to the value before (null passes
 * without counting); null anywhere means "not known". In `traces` no column holds differences: all but a trace's own `start` count
 * from that start.
 */
export interface WireTimeline {
  version: number;
  processes: WireProcess[];
  traces: WireTrace[];
}

export interface WireProcess {
  duration: number | null;
  phases: string[];
  pauses: Record<'start' | 'duration' | 'collection' | 'phase', Column>;
  generations: string[];
  causes: string[];
  collections: Record<CollectionColumn, Column>;
  /** What the program felt, where the runtime tells it; not in reports of older versions. */
  stops?: WireStops | null;
  /** Null when no requests were given, or those of this process were not judged. */
  requests: WireRequests | null;
  /** Null when the recording has no allocation samples. */
  sites?: WireSites | null;
  /** Only where CPU samples were given. */
  cpu?: WireCpu | null;
  /** What of the heap is in use; null or missing when it isn't told. */
  live_sites?: WireSites | null;
  /** Where goroutines stand, their count in `bytes`; null or missing when it isn't told. */
  goroutine_sites?: WireSites | null;
  /** Null when the runtime published none. */
  counters?: WireCounter[] | null;
}

/**
 * Stops of all threads, and pauses that no recorded stop holds. `time_to_safepoint` is the way of the threads to a halt, `pause` the longest pause
 * inside, whose `collection` it is; `reason` is what the stop was made for.
 */
export interface WireStops extends Record<'start' | 'duration' | 'time_to_safepoint' | 'pause' | 'collection' | 'reason', Column> {
  reasons: string[];
}

/** A number that the runtime published every second; `time` holds differences, `value` at most three decimals. */
export interface WireCounter extends Record<'time' | 'value', Column> {
  name: string;
  unit: string;
}

/**
 * Where was allocated. `app` tells which methods are the program's own; `heap`: 0 small, 1 large, 2 pinned objects. The
 * stacks stand in `stack` one behind the other, the innermost method first, each as long as its `depth`.
 */
export interface WireSites extends Record<'app' | 'type' | 'heap' | 'bytes' | 'samples' | 'depth' | 'stack', Column> {
  methods: string[];
  types: string[];
}

/**
 * Where the CPU time went. `app` tells which frames are the program's own, `class` what a stack is of: an index into the report's classes.
 * The stacks stand in `stack` one behind the other, the innermost frame first and the thread last, each as long as its `depth`.
 */
export interface WireCpu extends Record<'app' | 'class' | 'samples' | 'depth' | 'stack', Column> {
  frames: string[];
}

/**
 * The requests that are drawn; `slow` and `not_slow` count all. `outcome`: 0 not slow, 1 slow because of GC, 2 slow with a pause inside,
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

export type Column = (number | null)[];
