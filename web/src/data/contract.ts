/** Made from schema/unpause.report-1.schema.json by schema/generate: edit the C# records instead. */

/**
 * What unpause says of some recordings, as data: all texts are chosen, nothing is left to compute. Times are milliseconds, sizes bytes, unknown is null. This is the JSON contract unpause.report/1; the schema and the page's types are made from these records. Additions are allowed within version 1, renames are not; readers pass over what they don't know.
 */
export interface Report {
  schema: 'unpause.report/1';
  /**
   * The version of unpause that wrote it.
   */
  tool_version: string;
  /**
   * Whether what is or may be a secret in command lines, settings, labels and URLs is replaced by [hidden]. False with --show-arguments. Null in documents of older versions, which redacted nothing.
   */
  arguments_redacted?: boolean | null;
  /**
   * The verdict in one sentence.
   */
  verdict: string;
  /**
   * What the recorder could not record, in sentences.
   */
  not_recorded: string[];
  /**
   * The processes, the most paused first.
   */
  processes: ProcessReport[];
  /**
   * Which slow requests are the collector's fault; null when no requests were given.
   */
  requests: null | Requests;
  /**
   * Failing states that rules found, the gravest first.
   */
  findings: Finding[];
  /**
   * Rules that could not judge a process, and why.
   */
  not_applicable: NotApplicable[];
  /**
   * The page's timeline as the page holds it, gzip of columns, so that a stored report can be made a page again; only with --events.
   */
  timeline?: string;
}
/**
 * What one process's collector did.
 */
export interface ProcessReport {
  /**
   * How the process is called in reports: its command where known, else its file. Null in documents of older versions.
   */
  name?: string | null;
  source: Source;
  pauses: Pauses;
  /**
   * What the application felt, where the runtime tells it: time to safepoint and suspension included.
   */
  stops: null | Stops;
  /**
   * Waits of single threads (allocation stalls), by what they waited for; never part of pauses.
   */
  stalls: Stall[];
  /**
   * Time that allocating threads were made to work for the collector: thread time, never part of pauses; null where the runtime doesn't tell.
   */
  assists: null | Assists;
  /**
   * Go: what the collector took of the processors beside pauses; null where the runtime doesn't tell, and in documents of older versions.
   */
  collector_cpu?: null | CollectorCpu;
  /**
   * Go: what the time of requests went into, goroutine by goroutine, from an execution trace; null where it isn't told, and in documents of older versions.
   */
  request_time?: null | RequestTime;
  collections: Collections;
  /**
   * CPython: the collections at the interpreter's exit, which are no part of any other number here; null where there were none, and in documents of older versions, which count them.
   */
  exit_collections?: null | ExitCollections;
  heap: Heap;
  /**
   * What the collector tells of itself beside pauses and sizes; null where it tells nothing.
   */
  collector?: null | Collector;
  /**
   * JVM: what survives young collections, and for how long; null where the log doesn't tell.
   */
  survival?: null | Survival;
  /**
   * What was allocated where, by samples; null when the recording has none.
   */
  allocations: null | Allocations;
  /**
   * Where its CPU time went, by samples (perf); null when there are none, and in documents of older versions.
   */
  cpu_samples?: null | CpuSamples;
  /**
   * Go: what of the heap was in use, by the place that allocated it; null when the recording doesn't tell.
   */
  live_heap?: null | LiveHeap;
  /**
   * Go: how many goroutines stood where; null when the recording doesn't tell.
   */
  goroutines?: null | Goroutines;
  /**
   * Who holds objects that live long, from samples of objects that still lived (JFR OldObjectSample).
   */
  heap_retainers: null | HeapRetainers;
  /**
   * .NET: all objects of the heap and who holds them (unpause record --holders); null where they were not listed.
   */
  heap_objects?: null | HeapObjects;
  /**
   * What held threads beside the collector, the longest in all first: locks, input and output, the CPU quota; null where the recording tells nothing of it, and in documents of older versions.
   */
  non_gc_waits?: NonGcWait[] | null;
  /**
   * What the runtime published every second, where the recording has it (unpause record of .NET).
   */
  counters?: CounterSummary[] | null;
  /**
   * Every collection; only with --events.
   */
  events?: CollectionEvent[];
  /**
   * Every wait of a thread for memory; thread time, never part of pauses; only with --events.
   */
  waits?: Wait[];
}
/**
 * Where a process's numbers come from and how much of it was understood.
 */
export interface Source {
  /**
   * The files that were read, in reading order.
   */
  files: string[];
  /**
   * The format that was read.
   */
  format:
    | 'nettrace'
    | 'jfr'
    | 'jvm-unified'
    | 'jvm-legacy'
    | 'gctrace'
    | 'go-trace'
    | 'go-stops'
    | 'pprof'
    | 'go-agent'
    | 'python-agent'
    | 'python-debug'
    | 'perf-script'
    | 'folded-stacks'
    | 'pprof-cpu';
  /**
   * The runtime.
   */
  runtime: 'dotnet' | 'jvm' | 'go' | 'cpython';
  /**
   * The runtime as people write it. Null in documents of older versions.
   */
  runtime_name?: string | null;
  /**
   * The runtime's version in its own words.
   */
  runtime_version: string | null;
  /**
   * The collector in the runtime's own words.
   */
  collector: string | null;
  /**
   * The process's number.
   */
  pid: number | null;
  /**
   * Its command line.
   */
  command: string | null;
  /**
   * Wall time of the recording's zero, in UTC.
   */
  started_at: string | null;
  /**
   * Length of the recorded stretch.
   */
  duration_ms: number | null;
  /**
   * Whether the format records collections. False for formats that record memory alone (Go's pprof profiles), where a count of 0 means nothing. True in documents of older versions.
   */
  has_collections?: boolean;
  /**
   * Lines that were read; null for formats without lines.
   */
  lines: number | null;
  /**
   * Lines of the format's own kind that were not understood.
   */
  lines_unparsed: number;
  clock: Clock;
  coverage: Coverage;
  /**
   * Settings in force that the recording shows.
   */
  settings: {
    [k: string]: string;
  };
  /**
   * The step in which the format writes pauses: one that reads 0 is shorter. Null where that is a microsecond or finer, and in documents of older versions.
   */
  pause_resolution_ms?: number | null;
  /**
   * The step in which the format writes sizes of the heap: one that reads 0 is smaller. Null where that is a byte, and in documents of older versions.
   */
  heap_resolution_bytes?: number | null;
  /**
   * Which run of which service this is, so that stored reports can be told apart, merged and compared.
   */
  identity?: null | Identity;
}
/**
 * How a recording's times map to wall time.
 */
export interface Clock {
  /**
   * Where the mapping comes from.
   */
  source: string;
  /**
   * How far it may be off.
   */
  uncertainty_ms: number | null;
}
/**
 * What was noted while reading.
 */
export interface Coverage {
  /**
   * The first lines that were not understood.
   */
  examples: LineExample[];
  /**
   * Remarks.
   */
  notes: Note[];
}
/**
 * A line that was not understood.
 */
export interface LineExample {
  /**
   * Its number, from 1.
   */
  line: number;
  /**
   * Its text.
   */
  text: string;
}
/**
 * A remark on what was read.
 */
export interface Note {
  /**
   * Whether part of the input was unreadable.
   */
  severity: 'info' | 'unreadable';
  /**
   * The remark.
   */
  text: string;
}
/**
 * Which run of which service a report is about. Null is unknown.
 */
export interface Identity {
  /**
   * The same for the same recording, whatever its file is called and however it is packed: a hash of its content.
   */
  run_id?: string | null;
  /**
   * The host's name.
   */
  host?: string | null;
  /**
   * The service's name (OTEL_SERVICE_NAME, service.name, --service).
   */
  service?: string | null;
  /**
   * The service's version (service.version).
   */
  version?: string | null;
  /**
   * The container's id.
   */
  container?: string | null;
  /**
   * Processors that the process may use, by its affinity and its container's quota.
   */
  processors?: number | null;
  /**
   * The memory limit in force, its container's.
   */
  memory_limit_bytes?: number | null;
  /**
   * Further names and values: OTEL_RESOURCE_ATTRIBUTES of the recorded process, and --label.
   */
  labels?: {
    [k: string]: string;
  };
}
/**
 * Stop-the-world intervals as the collector reports them; percentiles are nearest-rank over all values.
 */
export interface Pauses {
  /**
   * Pauses.
   */
  count: number;
  /**
   * Their time.
   */
  total_ms: number;
  /**
   * Mean.
   */
  mean_ms: number | null;
  /**
   * The longest.
   */
  max_ms: number | null;
  /**
   * Median.
   */
  p50_ms: number | null;
  /**
   * 90th percentile.
   */
  p90_ms: number | null;
  /**
   * 99th percentile.
   */
  p99_ms: number | null;
  /**
   * 99.9th percentile.
   */
  p999_ms: number | null;
  /**
   * 100 × (1 − total ÷ length of the recording).
   */
  throughput_percent: number | null;
  /**
   * The longest pauses with their collections, the longest first.
   */
  longest?: LongPause[];
  /**
   * How long pauses were, over the recording's time; null in documents of older versions.
   */
  histogram?: null | Histogram;
}
/**
 * One of the longest pauses with the collection that it belongs to.
 */
export interface LongPause {
  /**
   * Its length.
   */
  duration_ms: number;
  /**
   * Its start since the recording's zero; null where the format has no time stamps.
   */
  start_ms: number | null;
  /**
   * The runtime's number of the collection.
   */
  collection: number;
  /**
   * The collection's type in the letters of PerfView's GCStats, else its generation.
   */
  type: string | null;
  /**
   * The runtime's own word for the cause, else the normalised one.
   */
  cause: string | null;
  /**
   * Bytes allocated since the collection before it.
   */
  allocated_bytes: number | null;
  /**
   * Bytes in use when the collection started.
   */
  heap_before_bytes: number | null;
  /**
   * Bytes in use when it ended.
   */
  heap_after_bytes: number | null;
  /**
   * Bytes moved to an older generation.
   */
  promoted_bytes: number | null;
}
/**
 * How long things took, so that it can be merged: a base-2 exponential histogram as OpenTelemetry has it (opentelemetry-proto, metrics.proto, ExponentialHistogram: bucket i holds values in (base^i, base^(i+1)], base = 2^(2^-scale)), of values in milliseconds, in blocks of equal time. Histograms of one scale are merged by adding the counts of equal indexes.
 */
export interface Histogram {
  /**
   * Scale: 5, so that a bucket's ends are 2.2 % apart.
   */
  scale: number;
  /**
   * Length of a block; null when the values have no place in time, and then there are no blocks.
   */
  block_ms: number | null;
  all: Buckets;
  /**
   * The blocks that hold values, in order of time, at most 240; a value counts where it starts.
   */
  blocks: Block[];
}
/**
 * Counts of values by bucket, with their exact sum and maximum.
 */
export interface Buckets {
  /**
   * Values.
   */
  count: number;
  /**
   * Their exact sum.
   */
  sum_ms: number;
  /**
   * The exact greatest; null when there are none.
   */
  max_ms: number | null;
  /**
   * Values that are 0.
   */
  zero_count: number;
  /**
   * Index of the first bucket.
   */
  offset: number;
  /**
   * Values of each bucket from the first on.
   */
  buckets: number[];
}
/**
 * The values of one block of time.
 */
export interface Block {
  /**
   * Its place: it begins at index × block_ms since the recording's zero, for requests since the first.
   */
  index: number;
  values: Buckets;
}
/**
 * What the application felt: stops with time to safepoint and suspension, whatever asked for them. A pause that lies in no recorded stop counts as a stop of its own length.
 */
export interface Stops {
  /**
   * Stops.
   */
  count: number;
  /**
   * Their time.
   */
  total_ms: number;
  /**
   * Mean; null in documents of older versions.
   */
  mean_ms?: number | null;
  /**
   * The longest.
   */
  max_ms: number | null;
  /**
   * Median; null in documents of older versions.
   */
  p50_ms?: number | null;
  /**
   * 90th percentile; null in documents of older versions.
   */
  p90_ms?: number | null;
  /**
   * 99th percentile.
   */
  p99_ms: number | null;
  /**
   * 99.9th percentile; null in documents of older versions.
   */
  p999_ms?: number | null;
  /**
   * Of it, bringing threads to a halt; null where the runtime doesn't tell.
   */
  time_to_safepoint_total_ms: number | null;
  /**
   * The longest time that bringing threads to a halt took; null where the runtime doesn't tell.
   */
  time_to_safepoint_max_ms?: number | null;
  /**
   * Of it, outside the pauses that the collector reports.
   */
  outside_pauses_ms: number | null;
  /**
   * 100 × (1 − total ÷ length of the recording).
   */
  throughput_percent: number | null;
  /**
   * The stops that collections made, the threads' coming to a halt and going on included: what the budgets max_pause, p99_pause, total_pause and throughput judge. Null in documents of older versions.
   */
  gc_stops?: null | GcStops;
  /**
   * Pauses among the stops that lie in no recorded stop: of these, coming to a halt and going on is not known.
   */
  pauses_without_stop?: number | null;
  /**
   * Stops by what they were made for, the most time first; null in documents of older versions.
   */
  by_reason?: StopReason[] | null;
  /**
   * The longest stops, the longest first; null in documents of older versions.
   */
  longest?: LongStop[] | null;
  /**
   * How long stops were, over the recording's time; null in documents of older versions.
   */
  histogram?: null | Histogram;
}
/**
 * Stops that collections made, as the application felt them; percentiles are nearest-rank over all values.
 */
export interface GcStops {
  /**
   * Stops.
   */
  count: number;
  /**
   * Their time.
   */
  total_ms: number;
  /**
   * Mean.
   */
  mean_ms: number | null;
  /**
   * The longest.
   */
  max_ms: number | null;
  /**
   * Median.
   */
  p50_ms: number | null;
  /**
   * 90th percentile.
   */
  p90_ms: number | null;
  /**
   * 99th percentile.
   */
  p99_ms: number | null;
  /**
   * 99.9th percentile.
   */
  p999_ms: number | null;
  /**
   * 100 × (1 − total ÷ length of the recording).
   */
  throughput_percent: number | null;
  /**
   * How long they were, over the recording's time; null in documents of older versions.
   */
  histogram?: null | Histogram;
}
/**
 * Stops that were made for one thing.
 */
export interface StopReason {
  /**
   * What for, in plain words: collection, heap inspection, deoptimization.
   */
  reason: string;
  /**
   * The same in the runtime's words.
   */
  operations: string[];
  /**
   * Whether collections made them.
   */
  is_gc: boolean;
  /**
   * Stops.
   */
  count: number;
  /**
   * Their time.
   */
  total_ms: number;
  /**
   * The longest.
   */
  max_ms: number;
  /**
   * Of their time, bringing threads to a halt; null where the runtime doesn't tell.
   */
  time_to_safepoint_total_ms: number | null;
}
/**
 * One of the longest stops with what it was made for.
 */
export interface LongStop {
  /**
   * Its length, from the order to halt until all threads run again.
   */
  duration_ms: number;
  /**
   * Its start since the recording's zero; null where the format has no time stamps.
   */
  start_ms: number | null;
  /**
   * Of it, bringing threads to a halt; null where the runtime doesn't tell.
   */
  time_to_safepoint_ms: number | null;
  /**
   * The longest pause in it as the collector reports it; null where none is recorded.
   */
  pause_ms: number | null;
  /**
   * What for, in plain words.
   */
  reason: string;
  /**
   * The same in the runtime's words.
   */
  operation: string;
  /**
   * Whether a collection made it.
   */
  is_gc: boolean;
  /**
   * The runtime's number of the collection; null where none is recorded in it.
   */
  collection: number | null;
  /**
   * The collection's type in the letters of PerfView's GCStats, else its generation.
   */
  type: string | null;
  /**
   * The runtime's own word for the collection's cause, else the normalised one.
   */
  cause: string | null;
}
/**
 * Waits of single threads for one thing.
 */
export interface Stall {
  /**
   * What the threads waited for, in the runtime's words.
   */
  name: string;
  /**
   * Waits.
   */
  count: number;
  /**
   * Thread time, all threads together.
   */
  total_ms: number;
  /**
   * The longest.
   */
  max_ms: number;
}
/**
 * Work that allocating threads did for the collector: thread time, never part of pauses.
 */
export interface Assists {
  /**
   * Collections in which threads helped.
   */
  collections: number;
  /**
   * In all collections. In recordings by kernel probes alone it is the whole assists', with their waits: an upper bound.
   */
  thread_time_total_ms: number;
  /**
   * The most in one.
   */
  thread_time_max_ms: number;
  /**
   * Go: assists; null where they aren't told one by one, and in documents of older versions.
   */
  count?: number | null;
  /**
   * Go: from the beginning of each assist to its end, with what it waited for, added up; null where they aren't told one by one.
   */
  elapsed_total_ms?: number | null;
  /**
   * Go: the longest; null where they aren't told one by one.
   */
  elapsed_max_ms?: number | null;
  /**
   * Go: sweeping before an allocation, beside; null where it isn't told.
   */
  sweep_total_ms?: number | null;
}
/**
 * What Go's collector took of the processors: marking beside the program, and by the program's own goroutines.
 */
export interface CollectorCpu {
  /**
   * Share of all processors' time that assists, workers and stops took, without idle marking; as Go counts it.
   */
  percent: number | null;
  /**
   * Marking by goroutines that allocated.
   */
  assist_ms: number;
  /**
   * Marking on processors that were given to the collector.
   */
  workers_ms: number;
  /**
   * All processors while the world was stopped for a collection.
   */
  stops_ms: number;
  /**
   * Marking on processors that had nothing else to do; in no share.
   */
  idle_ms: number;
  /**
   * Processors that the program may use (GOMAXPROCS).
   */
  processors: number;
}
/**
 * What the time of a process's own recorded requests went into.
 */
export interface RequestTime {
  /**
   * Requests.
   */
  requests: number;
  /**
   * Their median.
   */
  p50_ms: number;
  /**
   * Their 99th percentile, nearest rank.
   */
  p99_ms: number;
  /**
   * The longest.
   */
  max_ms: number;
  all: TimeParts;
  slowest: TimeParts;
  /**
   * The longest ones, the longest first.
   */
  longest: TimedRequest[];
}
/**
 * What the time of one or more requests went into: each nanosecond counts once, so the parts add up to the whole.
 */
export interface TimeParts {
  /**
   * Requests.
   */
  requests: number;
  /**
   * Their time in all.
   */
  total_ms: number;
  /**
   * The world was stopped.
   */
  stopped_ms: number;
  /**
   * Goroutines marked for the collector before they might allocate.
   */
  assist_ms: number;
  /**
   * They waited until somebody had marked for them.
   */
  assist_wait_ms: number;
  /**
   * They swept for the collector before they might allocate.
   */
  sweep_ms: number;
  /**
   * They could run, and waited for a processor.
   */
  sched_wait_ms: number;
  /**
   * They waited for something else: the network, a lock, a channel.
   */
  blocked_ms: number;
  /**
   * They were in a call of the kernel, or in C; with traces up to Go 1.21 only in calls that lost their processor.
   */
  syscall_ms: number;
  /**
   * They ran.
   */
  running_ms: number;
  /**
   * Share of the time that the collector took: stops, assists, waits for them, sweeping; null without any time.
   */
  collector_percent: number | null;
}
/**
 * A request with what its time went into.
 */
export interface TimedRequest {
  /**
   * The program's function that answered it, or the task's name. Hostile: escape before showing.
   */
  name: string;
  /**
   * Its start, since the recording's zero.
   */
  start_ms: number;
  parts: TimeParts;
}
/**
 * Collections (GC ids, gc lines), not pauses.
 */
export interface Collections {
  /**
   * Collections.
   */
  count: number;
  /**
   * Of them, asked for by code.
   */
  induced: number;
  /**
   * By generation, the youngest first.
   */
  by_generation: GenerationRow[];
  /**
   * One row for each generation and kind, so that blocking and background collections of gen2 are told apart.
   */
  by_kind?: KindRow[];
  /**
   * By cause, the most paused first.
   */
  by_cause: CauseRow[];
  /**
   * By named part, the largest total first.
   */
  by_phase: PhaseRow[];
  /**
   * Who asked for the induced collections, those with the longest pauses in all first, where these are known, else the most frequent; null when the recording doesn't tell.
   */
  induced_by?: InducedBy[] | null;
}
/**
 * Collections of one generation.
 */
export interface GenerationRow {
  /**
   * The generation; null for a runtime without any.
   */
  generation: 'gen0' | 'gen1' | 'gen2' | 'young' | 'mixed' | 'old' | 'full' | null;
  /**
   * Collections.
   */
  count: number;
  /**
   * Of them, blocking ones.
   */
  blocking: number;
  /**
   * Of them, background (concurrent) ones.
   */
  background: number;
  /**
   * Of them, asked for by code.
   */
  induced: number;
  /**
   * All their pauses.
   */
  pause_total_ms: number;
  /**
   * Mean of their pauses.
   */
  pause_mean_ms: number | null;
  /**
   * The longest of their pauses.
   */
  pause_max_ms: number | null;
}
/**
 * Collections of one generation and one kind.
 */
export interface KindRow {
  /**
   * The generation; null for a runtime without any.
   */
  generation: 'gen0' | 'gen1' | 'gen2' | 'young' | 'mixed' | 'old' | 'full' | null;
  /**
   * Blocking or background.
   */
  kind: 'blocking' | 'background';
  /**
   * Collections.
   */
  count: number;
  /**
   * Of them, asked for by code.
   */
  induced: number;
  /**
   * Of them, those that moved objects together; null where the runtime doesn't tell.
   */
  compacting: number | null;
  /**
   * Their pauses.
   */
  pauses: number;
  /**
   * Their pauses' time.
   */
  pause_total_ms: number;
  /**
   * Mean of their pauses.
   */
  pause_mean_ms: number | null;
  /**
   * Median of their pauses.
   */
  pause_p50_ms: number | null;
  /**
   * 90th percentile of their pauses.
   */
  pause_p90_ms: number | null;
  /**
   * 99th percentile of their pauses.
   */
  pause_p99_ms: number | null;
  /**
   * The longest of their pauses.
   */
  pause_max_ms: number | null;
  /**
   * The part of them spent bringing threads to a halt; null where the runtime doesn't tell.
   */
  suspension_total_ms: number | null;
  /**
   * Bytes that they moved to an older generation; null where the runtime doesn't tell.
   */
  promoted_bytes: number | null;
  /**
   * Share of what was in the collected generations that survived; null where the runtime doesn't tell.
   */
  survived_percent: number | null;
}
/**
 * Collections of one cause.
 */
export interface CauseRow {
  /**
   * Why they started, normalised.
   */
  cause:
    | 'allocation'
    | 'large-object-allocation'
    | 'induced'
    | 'low-memory'
    | 'occupancy'
    | 'metadata'
    | 'promotion-failure'
    | 'periodic'
    | 'diagnostic'
    | 'other'
    | null;
  /**
   * The runtime's own word.
   */
  runtime_cause: string | null;
  /**
   * Collections.
   */
  count: number;
  /**
   * All their pauses.
   */
  pause_total_ms: number;
  /**
   * The longest of their pauses.
   */
  pause_max_ms: number | null;
}
/**
 * One named phase over all collections; of parallel phases the average worker counts.
 */
export interface PhaseRow {
  /**
   * Its name in the runtime's words.
   */
  phase: string;
  /**
   * The application ran beside it: no part of a pause.
   */
  concurrent: boolean;
  /**
   * How often.
   */
  count: number;
  /**
   * Its time.
   */
  total_ms: number;
  /**
   * Mean.
   */
  mean_ms: number | null;
  /**
   * The longest.
   */
  max_ms: number | null;
}
/**
 * A way in which code asked for collections.
 */
export interface InducedBy {
  /**
   * Collections asked for in this way.
   */
  count: number;
  /**
   * All their pauses; null where they aren't known.
   */
  pause_total_ms?: number | null;
  /**
   * The longest of their pauses; null where they aren't known.
   */
  pause_max_ms?: number | null;
  /**
   * How it asked, in the runtime's word (.NET: InducedAggressive); null where it isn't told, or asked in several ways.
   */
  mode?: string | null;
  /**
   * .NET: calls of GC.TryStartNoGCRegion that stopped the program and needed no collection; not part of count.
   */
  no_gc_region_calls?: number;
  /**
   * What set it off: timer, request, finalizer, thread pool, thread; null when the stack doesn't tell.
   */
  origin: string | null;
  /**
   * The method that called the collector.
   */
  caller: string | null;
  /**
   * What is known of such calls, as a clause.
   */
  reason: string | null;
  /**
   * The way to the collector: methods from the outermost on, without the platform's plumbing.
   */
  call_path: string[];
  /**
   * Methods, the asking one first.
   */
  stack: string[];
}
/**
 * Collections that the runtime made on its way out, after the program's exit handlers: no request waits for them, so they are counted in nothing else.
 */
export interface ExitCollections {
  /**
   * Collections.
   */
  count: number;
  /**
   * Their pauses in all.
   */
  total_ms: number;
  /**
   * The longest of their pauses; null when none ended.
   */
  max_ms: number | null;
}
/**
 * Heap sizes and rates.
 */
export interface Heap {
  /**
   * The largest size that the heap may take, or took.
   */
  max_bytes: number | null;
  /**
   * The most in use.
   */
  peak_bytes: number | null;
  /**
   * In use right after the last collection of the whole heap.
   */
  live_set_bytes: number | null;
  /**
   * Allocated over the recording.
   */
  allocated_bytes: number | null;
  /**
   * .NET: where allocated_bytes is counted: "events" counts all, "counter" all but the last part of a second, "collections" only what was allocated up to the last collection: at least so much. Null for others, and in reports of older versions.
   */
  allocated_source?: string | null;
  /**
   * Allocated a second.
   */
  allocation_rate_bytes_per_s: number | null;
  /**
   * Promoted a second.
   */
  promotion_rate_bytes_per_s: number | null;
  /**
   * Leak or traffic; null where no collection of the whole heap tells what is live, and in reports of older versions.
   */
  live_set_trend?: null | LiveSetTrend;
  /**
   * Parts of the heap; empty where the runtime doesn't tell. 'large' and 'pinned' are .NET's large and pinned object heaps.
   */
  spaces?: SpaceRow[];
}
/**
 * Leak or traffic? Whether what is live after collections of the whole heap grows.
 */
export interface LiveSetTrend {
  /**
   * "growing": a leak, a cache without bound, or one that still fills. "plateau": it stays or falls, so what is allocated is traffic.
   */
  verdict: 'growing' | 'plateau' | 'unknown';
  /**
   * Why it is unknown: "load_grew": the program allocated ever more as well; "settling": it grew first and then didn't; "noisy": it goes up and down by more than a trend could be told from.
   */
  unknown_reason: 'too_few_collections' | 'too_short' | 'load_grew' | 'settling' | 'noisy' | null;
  /**
   * What was looked at: the bytes that are live, or where these aren't told (CPython) how long such a collection takes.
   */
  measure: 'live_bytes' | 'full_collection_time';
  /**
   * Collections of the whole heap that tell it.
   */
  points: number;
  /**
   * Time from the first of them to the last.
   */
  span_ms: number | null;
  /**
   * What the live set grew by over that time, divided by its median.
   */
  growth_ratio: number | null;
  /**
   * What it grew by a second (Theil and Sen's slope).
   */
  slope_bytes_per_s: number | null;
  /**
   * Lower end of the slope's 95 % interval.
   */
  slope_low_bytes_per_s: number | null;
  /**
   * Upper end of it.
   */
  slope_high_bytes_per_s: number | null;
  /**
   * The heap's limit, else the container's; null when neither is known.
   */
  limit_bytes: number | null;
  /**
   * Time until a growing live set reaches it, at the slope.
   */
  time_to_limit_ms: number | null;
  /**
   * The same at the slope's upper end.
   */
  time_to_limit_low_ms: number | null;
  /**
   * The same at its lower end.
   */
  time_to_limit_high_ms: number | null;
}
/**
 * A part of the heap over the recording.
 */
export interface SpaceRow {
  /**
   * Its name.
   */
  space: 'gen0' | 'gen1' | 'gen2' | 'large' | 'pinned';
  /**
   * How it is called in tables. Null in documents of older versions.
   */
  label?: string | null;
  /**
   * Collections that collected it.
   */
  collections: number;
  /**
   * In use after the last collection, without free space between objects.
   */
  used_last_bytes: number;
  /**
   * The most in use at a collection's start or end.
   */
  used_max_bytes: number;
  /**
   * Free space between objects after the last collection.
   */
  free_last_bytes: number;
  /**
   * The most free space between objects after a collection that collected it.
   */
  free_max_bytes: number;
  /**
   * What survived of what was there, over the collections that collected it.
   */
  survived_percent: number | null;
  /**
   * What may be allocated or promoted there until it is collected again, at the end.
   */
  budget_last_bytes: number;
}
/**
 * What the collector tells of itself beside pauses and sizes.
 */
export interface Collector {
  /**
   * Fewest heaps in use.
   */
  heaps_min: number | null;
  /**
   * Most heaps in use.
   */
  heaps_max: number | null;
  /**
   * Times the number of heaps was another than at the collection before.
   */
  heap_count_changes: number;
  /**
   * Times the collector decided how many heaps suit the program.
   */
  heap_count_decisions: number;
  /**
   * Median of what collecting cost by its own measure then.
   */
  cost_median_percent: number | null;
  /**
   * Collections inside a background one.
   */
  foreground: number | null;
  /**
   * Highest memory load of the machine or container when a collection started.
   */
  memory_load_max_percent: number | null;
  /**
   * Most pinned objects that a collection met.
   */
  pinned_objects_max: number | null;
  /**
   * Most handles at a collection's end.
   */
  handles_max: number | null;
  /**
   * Most committed memory.
   */
  committed_max_bytes: number | null;
  /**
   * Committed memory after the last collection.
   */
  committed_last_bytes: number | null;
  /**
   * The part of it that is free or about to be given back.
   */
  committed_free_last_bytes: number | null;
  /**
   * The part of it that holds the collector's own tables.
   */
  bookkeeping_last_bytes: number | null;
  /**
   * How evenly heaps share the work; null with one heap.
   */
  balance: null | Balance;
  /**
   * What finalizers cost; null when no collection found finalizable objects.
   */
  finalizers: null | Finalizers;
}
/**
 * How evenly heaps share the work: the fullest or slowest heap as a multiple of the mean.
 */
export interface Balance {
  /**
   * Collections with several heaps and enough survivors to compare.
   */
  collections: number;
  /**
   * Of survivors, the median.
   */
  survived_median_ratio: number | null;
  /**
   * Of survivors, the worst.
   */
  survived_max_ratio: number | null;
  /**
   * Of the time of marking, the median.
   */
  mark_median_ratio: number | null;
}
/**
 * Objects that collections kept because their finalizers had to run, and the thread that runs them.
 */
export interface Finalizers {
  /**
   * Objects that collections found dead and kept for their finalizers.
   */
  finalizable_objects: number;
  /**
   * Finalizers that ran.
   */
  finalized: number | null;
  /**
   * Objects found whose finalizers had not run when the recording ended.
   */
  pending: number | null;
  /**
   * The most bytes that one collection kept because of them.
   */
  finalizable_max_bytes: number;
  /**
   * Time that the finalizer thread was at work.
   */
  busy_ms: number | null;
  /**
   * Its longest run.
   */
  longest_ms: number | null;
  /**
   * Types of the objects whose finalizers were started, the most objects first; null when the recording doesn't tell.
   */
  types: FinalizedType[] | null;
}
/**
 * Finalizers of one type.
 */
export interface FinalizedType {
  /**
   * The type; null when it isn't told.
   */
  type: string | null;
  /**
   * Objects.
   */
  objects: number;
}
/**
 * What survives young collections of a JVM, and for how long.
 */
export interface Survival {
  /**
   * Young collections that tell their survivors.
   */
  young_collections: number;
  /**
   * Share of the young bytes that survived a young collection.
   */
  survival_percent: number | null;
  /**
   * Bytes that survived a young collection, mean.
   */
  survivor_bytes_mean: number | null;
  /**
   * Share of what is allocated that reaches the old generation.
   */
  promoted_percent: number | null;
  /**
   * Share of the promoted bytes that died in the old generation: near 100 for objects of medium life, near 0 for a leak.
   */
  died_in_old_percent: number | null;
  /**
   * Mean life of a byte by Little's law: live after marking divided by the allocation rate, the wait for the next marking included.
   */
  mean_lifetime_s: number | null;
  /**
   * Copying time of the average worker for each GiB that survived (G1).
   */
  copy_ms_per_gib: number | null;
  /**
   * Ages at which objects are promoted; null where the log doesn't tell.
   */
  tenuring: null | Tenuring;
}
/**
 * Ages at which objects are promoted.
 */
export interface Tenuring {
  /**
   * Young collections that printed their tenuring threshold.
   */
  collections: number;
  /**
   * Of them, those that lowered it to 1 because survivors overflowed.
   */
  lowered_to_one: number;
  /**
   * The lowest threshold.
   */
  lowest_threshold: number;
  /**
   * The greatest possible.
   */
  max_threshold: number;
  /**
   * Young collections whose survivors were more than the desired survivor size; null without age tables.
   */
  overflows: number | null;
  /**
   * Mean bytes of each age.
   */
  bytes_by_age: Age[];
}
/**
 * Survivors of one age.
 */
export interface Age {
  /**
   * Young collections that they survived, from 1.
   */
  age: number;
  /**
   * Their bytes, mean over collections.
   */
  bytes_mean: number;
}
/**
 * What was allocated, by samples.
 */
export interface Allocations {
  /**
   * How the numbers were got, in words.
   */
  basis?: string | null;
  /**
   * Whether every large object was recorded, not a sample.
   */
  large_objects_exact?: boolean;
  /**
   * All bytes.
   */
  bytes?: number;
  /**
   * Bytes of large objects.
   */
  large_bytes?: number;
  /**
   * Bytes of pinned objects.
   */
  pinned_bytes?: number;
  /**
   * How much of the large objects died up to the last collection.
   */
  large_object_deaths?: null | LargeObjectDeaths;
  /**
   * What died in gen2, by the place that allocated it: sampled objects followed by address while the recording listed survivors. Large and pinned objects die only there. Null when nothing was followed.
   */
  gen2_deaths?: null | Gen2Deaths;
  /**
   * Types, the most bytes first.
   */
  by_type?: AllocatedType[];
  /**
   * Places; empty in the page, which has them in its other element.
   */
  sites: AllocationSite[];
}
/**
 * How much of the large objects died up to the last collection.
 */
export interface LargeObjectDeaths {
  /**
   * How the numbers were got, in words.
   */
  basis: string;
  /**
   * Large objects allocated up to the last collection.
   */
  allocated_bytes: number;
  /**
   * Of them, bytes that were gone at its end.
   */
  died_bytes: number;
}
/**
 * What died in gen2 of the sampled objects that were followed there.
 */
export interface Gen2Deaths {
  /**
   * How the numbers were got, in words.
   */
  basis: string;
  /**
   * Gen2 collections that were looked at.
   */
  gen2_collections: number;
  /**
   * Bytes allocated; each object stands for the bytes of its sample.
   */
  tracked_bytes: number;
  /**
   * Of them, small objects that reached gen2.
   */
  promoted_bytes: number;
  /**
   * Bytes that died in gen2.
   */
  died_bytes: number;
  /**
   * Bytes of which it can't be told whether they lived on.
   */
  unknown_bytes: number;
  /**
   * Places with the bytes that died, the most first; the page has the first ones only.
   */
  sites: AllocationSite[];
}
/**
 * Allocations of one type from one place.
 */
export interface AllocationSite {
  /**
   * The type; null when it isn't told.
   */
  type: string | null;
  /**
   * Bytes, estimated from the samples.
   */
  bytes: number;
  /**
   * Samples; 0 where the recording tells objects instead.
   */
  samples?: number;
  /**
   * Objects, estimated from the samples; null where the recording doesn't tell, and in documents of older versions.
   */
  objects?: number | null;
  /**
   * Whether they go to the heap of large objects.
   */
  large: boolean;
  /**
   * Whether they go to the heap of pinned objects.
   */
  pinned?: boolean;
  /**
   * Index into stack of the first method that is not the platform's own; null when all are.
   */
  app_frame?: number | null;
  /**
   * Of large objects, the bytes that died, in proportion to what each place allocated: which objects died is not told.
   */
  died_bytes?: number | null;
  /**
   * Methods, the allocating one first.
   */
  stack: string[];
}
/**
 * What was allocated of one type.
 */
export interface AllocatedType {
  /**
   * The type; null when it isn't told.
   */
  type: string | null;
  /**
   * Bytes, estimated from the samples.
   */
  bytes: number;
  /**
   * Of them, bytes of large objects.
   */
  large_bytes: number;
  /**
   * Samples.
   */
  samples: number;
}
/**
 * Where a process spent its CPU time, by samples of its stacks (perf, or Go's CPU profile).
 */
export interface CpuSamples {
  /**
   * Samples in all.
   */
  samples: number;
  /**
   * What was sampled, in words.
   */
  basis: string;
  /**
   * What shows which runtime it is, in words.
   */
  runtime_evidence: string;
  /**
   * Samples in the collector's classes; where others have no symbols, at least so many.
   */
  collector_samples: number;
  /**
   * Their share of all samples.
   */
  collector_percent: number;
  /**
   * Samples without a named frame outside the kernel.
   */
  unsymbolized_samples: number;
  /**
   * What the samples were taken in; each is in one class. Where frames have no names and could be the collector, that is "no symbols" and never "application".
   */
  classes: CpuClass[];
  /**
   * What lies across the classes: samples with certain frames, whatever class they are of.
   */
  parts: CpuPart[];
  /**
   * Which stacks are listed (--only); null for all.
   */
  filter: null | CpuFilter;
  /**
   * Stacks, the most samples first; empty in the page, which has them in its other element.
   */
  stacks: CpuStack[];
}
/**
 * Samples of one kind of work.
 */
export interface CpuClass {
  /**
   * The kind of work.
   */
  name: string;
  /**
   * Samples.
   */
  samples: number;
  /**
   * Their share of all samples.
   */
  percent: number;
  /**
   * Whether it is the collector's work.
   */
  is_gc: boolean;
}
/**
 * Samples with certain frames, whatever class they are of.
 */
export interface CpuPart {
  /**
   * What the frames do: NUMA page migration, page faults, stack shrinking, stop-the-world control.
   */
  name: string;
  /**
   * Samples.
   */
  samples: number;
  /**
   * Their share of all samples.
   */
  percent: number;
  /**
   * Of them, samples in the collector's classes.
   */
  collector_samples: number;
}
/**
 * Which stacks are listed of all.
 */
export interface CpuFilter {
  /**
   * The pattern of which a stack has a frame: * is any text, ? one character.
   */
  pattern: string;
  /**
   * Samples in such stacks.
   */
  samples: number;
  /**
   * Their share of all samples.
   */
  percent: number;
}
/**
 * Samples that were taken in one stack.
 */
export interface CpuStack {
  /**
   * Samples.
   */
  samples: number;
  /**
   * What they were taken in, a name of classes.
   */
  class: string;
  /**
   * The thread's name as the kernel has it, 15 characters at most; null where stacks are summed up.
   */
  thread: string | null;
  /**
   * Frames, the innermost first; those of the kernel end in _[k].
   */
  stack: string[];
}
/**
 * What of the heap was in use at one moment, by samples.
 */
export interface LiveHeap {
  /**
   * How the numbers were got, in words.
   */
  basis: string;
  /**
   * All bytes in use.
   */
  bytes: number;
  /**
   * Places that allocated them, the most bytes first; empty in the page, which has them in its other element.
   */
  sites: LiveSite[];
}
/**
 * What is in use of what one place allocated.
 */
export interface LiveSite {
  /**
   * Bytes, estimated from the samples.
   */
  bytes: number;
  /**
   * Objects, estimated from the samples; null where the recording doesn't tell.
   */
  objects: number | null;
  /**
   * Index into stack of the first function that is not the platform's own; null when all are.
   */
  app_frame: number | null;
  /**
   * Functions, the allocating one first; empty for what further places have together.
   */
  stack: string[];
}
/**
 * How many goroutines there were, and where they stood.
 */
export interface Goroutines {
  /**
   * How the numbers were got, in words.
   */
  basis: string;
  /**
   * How many at the last moment.
   */
  count: number;
  /**
   * The moments at which they were counted, in order of time.
   */
  moments: GoroutineMoment[];
  /**
   * Places, those with the most goroutines at the last moment first; empty in the page, which has them in its other element.
   */
  sites: GoroutineSite[];
}
/**
 * How many goroutines there were at a moment.
 */
export interface GoroutineMoment {
  /**
   * When, in UTC; null when it isn't told.
   */
  at: string | null;
  /**
   * How many.
   */
  count: number;
}
/**
 * Goroutines that stand at one place.
 */
export interface GoroutineSite {
  /**
   * How many at the last moment.
   */
  count: number;
  /**
   * How many at each moment.
   */
  counts: number[];
  /**
   * Index into stack of the first function that is not the platform's own; null when all are.
   */
  app_frame: number | null;
  /**
   * Functions, the innermost first; empty for what further places have together.
   */
  stack: string[];
}
/**
 * Who holds objects that live long.
 */
export interface HeapRetainers {
  /**
   * Sampled objects that still lived.
   */
  objects: number;
  /**
   * Of them, objects with a known retainer.
   */
  objects_with_retainer: number;
  /**
   * The chains, the most objects first.
   */
  retainers: Retainer[];
}
/**
 * Objects of one class that are held the same way.
 */
export interface Retainer {
  /**
   * Their class.
   */
  type: string;
  /**
   * Sampled objects.
   */
  objects: number;
  /**
   * Their own size together; null when not told.
   */
  bytes: number | null;
  /**
   * The youngest.
   */
  age_min_ms: number;
  /**
   * The median.
   */
  age_median_ms: number;
  /**
   * The oldest.
   */
  age_max_ms: number;
  /**
   * The last reference on the way to the root that the objects do not share: the one to clear.
   */
  last_reference: string | null;
  /**
   * What they share beyond it.
   */
  container: string | null;
  /**
   * From the object towards the root: who refers to it.
   */
  chain: RetainerLink[];
  /**
   * Whether the chain goes up to the root; else the objects are held in different ways from its end on.
   */
  complete: boolean;
  /**
   * What most of them hang on in the end.
   */
  root: null | RetainerRoot;
  /**
   * Where most of them were allocated, the innermost method first.
   */
  stack: string[];
}
/**
 * One step from an object outwards.
 */
export interface RetainerLink {
  /**
   * The class of the object that refers.
   */
  type: string;
  /**
   * Null when the holder is an array.
   */
  field: string | null;
  /**
   * Whether the field is static.
   */
  static: boolean;
}
/**
 * What objects hang on in the end.
 */
export interface RetainerRoot {
  /**
   * The part of the runtime that holds it.
   */
  system: string;
  /**
   * The kind of root.
   */
  type: string | null;
  /**
   * The runtime's words for it.
   */
  description: string | null;
}
/**
 * All objects of a heap, right after a full collection that was made to list them.
 */
export interface HeapObjects {
  /**
   * Objects.
   */
  objects: number;
  /**
   * Their size.
   */
  bytes: number;
  /**
   * How long all threads stood still for the list, with the collection; null when not told.
   */
  stop_ms: number | null;
  /**
   * Types, the most bytes first; at most 50.
   */
  types: HeapType[];
  /**
   * Where most objects are held, the most bytes first; no object is in two of them.
   */
  retained: RetainedObjects[];
}
/**
 * The objects of one type.
 */
export interface HeapType {
  /**
   * The type.
   */
  type: string;
  /**
   * Objects.
   */
  objects: number;
  /**
   * Their own size.
   */
  bytes: number;
}
/**
 * Objects of one type that are held over the same types.
 */
export interface RetainedObjects {
  /**
   * Their type.
   */
  type: string;
  /**
   * What retains them, in one line with short names: the retention path.
   */
  path_text: string;
  /**
   * Objects.
   */
  objects: number;
  /**
   * Their own size.
   */
  bytes: number;
  /**
   * Objects that they retain, and they themselves: all whose shortest path from a root goes through them.
   */
  retained_objects: number;
  /**
   * The size of those.
   */
  retained_bytes: number;
  /**
   * What would be freed if nothing referred to them any more; null where that was not computed.
   */
  freed_bytes: number | null;
  /**
   * The type with most of the retained bytes.
   */
  dominant_type: string;
  /**
   * The types of their retainers, the nearest first.
   */
  retained_by: string[];
  /**
   * What the last of these hangs on: static, thread_static, handle, pinned_handle, stack, finalizer, other.
   */
  root: string;
  /**
   * The static field, without its class, which the runtime doesn't tell; null for other roots.
   */
  root_field: string | null;
}
/**
 * Something beside the collector that held the program's threads; never part of pauses.
 */
export interface NonGcWait {
  /**
   * What they waited for.
   */
  name: string;
  /**
   * How long in all.
   */
  total_ms: number;
  /**
   * How often; null when only times are known.
   */
  count: number | null;
  /**
   * The longest; null when only sums are known.
   */
  max_ms: number | null;
  /**
   * Whether the time of several threads or processors is added up, so that it may be more than the recording's length.
   */
  summed_over_threads: boolean;
  /**
   * Of the time of the slowest hundredth of the requests, the share that overlaps these waits; null when that can't be told.
   */
  share_of_slow_requests_percent: number | null;
  /**
   * Where the numbers come from, and what they leave out.
   */
  source: string;
}
/**
 * A number that the runtime published every second, over the recording.
 */
export interface CounterSummary {
  /**
   * What it counts, in words.
   */
  name: string;
  /**
   * Its unit.
   */
  unit: 'bytes' | 'bytes/s' | 'percent' | 'count' | 'per second';
  /**
   * How many values there were.
   */
  samples: number;
  /**
   * Their mean.
   */
  mean: number | null;
  /**
   * The greatest.
   */
  max: number | null;
  /**
   * The last.
   */
  last: number | null;
}
/**
 * A collection with its pauses and phases; only with --events.
 */
export interface CollectionEvent {
  /**
   * The runtime's own number.
   */
  number: number;
  /**
   * The generation; null for a runtime without any.
   */
  generation: 'gen0' | 'gen1' | 'gen2' | 'young' | 'mixed' | 'old' | 'full' | null;
  /**
   * PerfView's letters: generation, then B background, F inside a background one, N other, then I induced, i induced but not forced.
   */
  type?: string | null;
  /**
   * Blocking or background.
   */
  kind: 'blocking' | 'background';
  /**
   * Why it started, normalised.
   */
  cause:
    | 'allocation'
    | 'large-object-allocation'
    | 'induced'
    | 'low-memory'
    | 'occupancy'
    | 'metadata'
    | 'promotion-failure'
    | 'periodic'
    | 'diagnostic'
    | 'other'
    | null;
  /**
   * The runtime's own word.
   */
  runtime_cause: string | null;
  /**
   * Asked for by code.
   */
  induced: boolean;
  /**
   * Start since the recording's zero.
   */
  start_ms: number | null;
  /**
   * Its pauses.
   */
  pauses: EventPause[];
  /**
   * Bytes in use when it started.
   */
  heap_before_bytes: number | null;
  /**
   * Bytes in use when it ended.
   */
  heap_after_bytes: number | null;
  /**
   * Bytes moved to an older generation.
   */
  promoted_bytes: number | null;
  /**
   * Bytes allocated since the collection before it.
   */
  allocated_bytes?: number | null;
  /**
   * Phases as name → milliseconds; the same name twice in one collection is added up.
   */
  phases: {};
  /**
   * Why the collector chose this generation and kind (.NET: condemned reasons), and whether it compacted.
   */
  reasons?: string[];
  thresholds?: Thresholds;
  /**
   * Time from asking the threads to stop until all stood still.
   */
  suspension_ms?: number;
  /**
   * Heaps in use.
   */
  heaps?: number;
  /**
   * Memory load of the machine or container when it started.
   */
  memory_load_percent?: number;
  /**
   * Pinned objects that it met.
   */
  pinned_objects?: number;
  /**
   * Handles at its end.
   */
  handles?: number;
  /**
   * Objects that it kept because their finalizers must run.
   */
  finalizable_objects?: number;
  /**
   * Bytes that it kept because of them.
   */
  finalizable_bytes?: number;
  /**
   * Bytes that survived, in the heap where most did.
   */
  fullest_heap_survived_bytes?: number;
  /**
   * Committed bytes in use at its end.
   */
  committed_in_use_bytes?: number;
  /**
   * Committed bytes that are free or about to be given back.
   */
  committed_free_bytes?: number;
  /**
   * Parts of the heap by name.
   */
  spaces?: {
    [k: string]: EventSpace;
  };
}
/**
 * A pause of a collection.
 */
export interface EventPause {
  /**
   * Start since the recording's zero.
   */
  start_ms: number | null;
  /**
   * Its length.
   */
  duration_ms: number;
  /**
   * Its name in the runtime's words.
   */
  phase: string;
}
/**
 * JVM: what the collector set itself for the time after a collection.
 */
export interface Thresholds {
  /**
   * Age at which survivors are promoted.
   */
  tenuring: number | null;
  /**
   * The greatest possible.
   */
  tenuring_max: number | null;
  /**
   * Survivors that it wants to have at most.
   */
  desired_survivor_bytes: number | null;
  /**
   * What the young generation may grow to until the next collection.
   */
  young_target_bytes: number | null;
  /**
   * G1: bytes in use in the old generation from which on it begins to mark (IHOP).
   */
  marking_bytes: number | null;
}
/**
 * A part of the heap at one collection.
 */
export interface EventSpace {
  /**
   * In use when it started.
   */
  before_bytes: number;
  /**
   * In use when it ended.
   */
  after_bytes: number;
  /**
   * Free space between objects when it ended.
   */
  free_bytes: number;
  /**
   * What survived.
   */
  survived_bytes: number;
  /**
   * What may be allocated there until the next collection.
   */
  budget_bytes: number;
}
/**
 * A wait of a thread for memory: thread time, never part of pauses; only with --events.
 */
export interface Wait {
  /**
   * Start since the recording's zero.
   */
  start_ms: number | null;
  /**
   * How long the thread waited.
   */
  duration_ms: number;
  /**
   * What it waited for.
   */
  name: string;
  /**
   * The operating system's number of the thread.
   */
  thread_id: number | null;
}
/**
 * Which slow requests are the collector's fault. Null where it was not judged.
 */
export interface Requests {
  /**
   * Whether the evidence was enough.
   */
  outcome: 'judged' | 'not-significant' | 'not-enough-evidence';
  /**
   * The attribution in one sentence.
   */
  verdict: string;
  /**
   * What was read.
   */
  sources: RequestSource[];
  /**
   * Requests that the numbers are about.
   */
  count: number;
  /**
   * Requests left out: of other processes, outside the recordings, with impossible times, or streams.
   */
  excluded: number;
  /**
   * The same, by why; null in documents of older versions.
   */
  excluded_by_reason?: null | Excluded;
  /**
   * Requests longer than this are slow.
   */
  slow_threshold_ms: number;
  /**
   * Slow requests.
   */
  slow: number;
  /**
   * Their share.
   */
  slow_percent: number | null;
  /**
   * Requests with a pause inside.
   */
  with_pause: number | null;
  /**
   * Slow requests with a pause inside.
   */
  slow_with_pause: number | null;
  /**
   * Slow requests that would not be slow without pauses and their backlog; null when chance is not excluded.
   */
  slow_because_of_gc: number | null;
  /**
   * The fewest that may be slow because of the collector, also where no single number can be given; null where nothing was judged.
   */
  slow_because_of_gc_low?: number | null;
  /**
   * The most that may be.
   */
  slow_because_of_gc_high?: number | null;
  /**
   * Requests that came while the process was stopped, and whose own times don't have it; null where there is no sign of it.
   */
  accept_queue?: null | AcceptQueue;
  /**
   * Share of the requests that were kept, where the source or the user says so; null when all are taken to be there.
   */
  sampled_percent?: number | null;
  /**
   * Whether the source sampled requests by their latency (tail sampling). Percentiles are then null.
   */
  tail_sampled?: boolean;
  /**
   * The lower end of it: slow requests that would not be slow without the pauses inside them.
   */
  slow_because_of_own_pauses: number | null;
  /**
   * Slow requests that waited behind what pauses had held up, beyond the pauses inside them.
   */
  slow_queued_behind_gc: number | null;
  /**
   * Share of slow requests that are slow because of the collector.
   */
  explained_percent: number | null;
  /**
   * Slow requests that the collector doesn't explain.
   */
  slow_unexplained: number | null;
  /**
   * Median latency as measured.
   */
  p50_ms: number | null;
  /**
   * 90th percentile.
   */
  p90_ms: number | null;
  /**
   * 99th percentile.
   */
  p99_ms: number | null;
  /**
   * 99.9th percentile.
   */
  p999_ms: number | null;
  /**
   * The longest.
   */
  max_ms: number | null;
  /**
   * Latency without pauses and without the backlog that they made, with the other end of the range inside.
   */
  without_gc: null | WithoutGc;
  /**
   * How likely it looks so by chance.
   */
  p_value: number | null;
  /**
   * How each process was judged.
   */
  processes: RequestProcess[];
  /**
   * The longest requests.
   */
  worst: WorstRequest[];
  /**
   * Holes in traces with collections in them, the most explained first.
   */
  holes: ExplainedHole[];
  /**
   * Assumptions, warnings and refusals.
   */
  explanations: Explanation[];
  /**
   * How long requests took, over the time in which they came; null in documents of older versions.
   */
  histogram?: null | Histogram;
}
/**
 * Requests of one input.
 */
export interface RequestSource {
  /**
   * The files that were read.
   */
  files: string[];
  /**
   * Their format.
   */
  format: string;
  /**
   * Requests.
   */
  requests: number;
  /**
   * Spans.
   */
  spans: number;
  /**
   * Lines; null for formats without lines.
   */
  lines: number | null;
  /**
   * Lines that were not understood.
   */
  lines_unparsed: number;
  coverage: Coverage;
  /**
   * Whether the recording of the collections holds them itself.
   */
  from_recording?: boolean;
  /**
   * Requests that failed (status 500 or more) since the program started, by its own count; null when not told.
   */
  failed?: number | null;
}
/**
 * Requests that were left out, by why.
 */
export interface Excluded {
  /**
   * Served by others than the recorded processes, or nobody can tell by whom.
   */
  other_processes: number;
  /**
   * From before or after the recording.
   */
  outside_recording: number;
  /**
   * With times that cannot be.
   */
  invalid_times: number;
  /**
   * No requests but streams, by what they say of themselves or by their length.
   */
  streams: number;
}
/**
 * Requests that came while their server was stopped: its own measurement begins when it takes them on, after the stop.
 */
export interface AcceptQueue {
  /**
   * How many were held up: began during a stop or within 20 ms after, less those that would have by chance.
   */
  count: number;
  /**
   * Requests that started during a stop or within 20 ms after it.
   */
  started_during_stops: number;
  /**
   * Stops of 5 ms and more that were looked at.
   */
  stops: number;
  /**
   * The shortest of those stops.
   */
  shortest_stop_ms: number;
  /**
   * The longest: nobody waited longer for one.
   */
  longest_stop_ms: number;
  /**
   * What they waited on average before the server's own time begins, if they came at an even rate.
   */
  mean_wait_ms: number;
  /**
   * Requests that are not slow by the server's time and were for their clients: at least.
   */
  slow_low: number;
  /**
   * At most.
   */
  slow_high: number;
}
/**
 * What latency would be without the collector and the queue behind its pauses.
 */
export interface WithoutGc {
  /**
   * Median.
   */
  p50_ms: number | null;
  /**
   * 90th percentile.
   */
  p90_ms: number | null;
  /**
   * 99th percentile.
   */
  p99_ms: number | null;
  /**
   * 99.9th percentile.
   */
  p999_ms: number | null;
  /**
   * The least that the 99th percentile may be.
   */
  p99_low_ms?: number | null;
  /**
   * The most that it may be.
   */
  p99_high_ms?: number | null;
  /**
   * The longest.
   */
  max_ms: number | null;
  /**
   * Share of slow ones.
   */
  slow_percent: number | null;
  /**
   * In documents of older versions, whether a queue had to be assumed; false in others, because no assumed queue is surely a bound: low and high have the range.
   */
  upper_bound: boolean;
  /**
   * The least that each may be, over all queues that fit the requests' times; null in documents of older versions.
   */
  low?: null | Latency;
  /**
   * The most that each may be.
   */
  high?: null | Latency;
  own_pauses_only: Latency;
}
/**
 * Latencies; percentiles are nearest-rank over all values.
 */
export interface Latency {
  /**
   * Median.
   */
  p50_ms: number | null;
  /**
   * 90th percentile.
   */
  p90_ms: number | null;
  /**
   * 99th percentile.
   */
  p99_ms: number | null;
  /**
   * 99.9th percentile.
   */
  p999_ms: number | null;
  /**
   * The longest.
   */
  max_ms: number | null;
  /**
   * Share of slow ones.
   */
  slow_percent: number | null;
}
/**
 * How one process's requests were laid over its recording.
 */
export interface RequestProcess {
  /**
   * Index of the process.
   */
  process: number;
  /**
   * Requests that arrived while it was recorded.
   */
  count: number;
  /**
   * Requests from before or after the recording, left out.
   */
  outside_recording: number;
  /**
   * What was added to the recording's clock.
   */
  clock_offset_ms: number;
  /**
   * How fast the clocks move apart.
   */
  clock_drift_ppm: number | null;
  /**
   * How far the offset may be off, either way.
   */
  clock_error_ms: number;
  /**
   * Whether the data bear the clocks out.
   */
  clock_state?: 'verified' | 'contradicted' | 'untestable' | 'shared' | null;
  /**
   * The lowest that the offset may be: a way to a client and back is in it.
   */
  clock_offset_low_ms?: number | null;
  /**
   * The highest that it may be.
   */
  clock_offset_high_ms?: number | null;
  /**
   * Whether the offset was found in the data and used.
   */
  clock_offset_inferred: boolean;
  /**
   * Requests and pauses were recorded on one clock: there was nothing to lay over.
   */
  clock_shared?: boolean;
  /**
   * The queue that the process is.
   */
  queue: 'fifo' | 'processor-sharing' | 'unlimited';
  /**
   * Requests that it serves at a time.
   */
  workers: number;
  /**
   * Whether the data show this queue; else it was assumed.
   */
  queue_fits: boolean;
  /**
   * How many queues fit within chance of the best; the ranges are over all of them.
   */
  queue_candidates?: number;
  /**
   * How much earlier than logged a pause begins on average, because no request ends then; 0 when that can't be seen.
   */
  unlogged_pause_start_ms?: number | null;
  /**
   * What a request spends outside the queue.
   */
  outside_queue_ms: number;
  /**
   * Pauses that could be placed.
   */
  pauses: number;
  /**
   * Pauses left out because they are shorter than the clocks' error.
   */
  pauses_below_clock_error: number;
}
/**
 * One of the longest requests with the collections in it.
 */
export interface WorstRequest {
  /**
   * Index of its process.
   */
  process: number;
  /**
   * Operation; null when unnamed.
   */
  name: string | null;
  /**
   * Its trace, 32 hexadecimal digits; null when the source is no trace.
   */
  trace_id: string | null;
  /**
   * Arrival, in UTC.
   */
  started_at: string;
  /**
   * Latency as measured.
   */
  duration_ms: number;
  /**
   * Of it, inside pauses that could be placed.
   */
  paused_ms: number;
  /**
   * Of it, waiting behind what earlier pauses had held up, beyond the pauses inside it.
   */
  queued_behind_gc_ms: number;
  /**
   * Latency without pauses and their backlog.
   */
  without_gc_ms: number;
  /**
   * Collections whose pauses meet it, by generation, however short.
   */
  collections: CollectionsIn[];
}
/**
 * Collections of one generation within a request or a hole.
 */
export interface CollectionsIn {
  /**
   * The generation; null for a runtime without any.
   */
  generation: 'gen0' | 'gen1' | 'gen2' | 'young' | 'mixed' | 'old' | 'full' | null;
  /**
   * Collections with a pause that meets it.
   */
  count: number;
  /**
   * Pause time within it.
   */
  paused_ms: number;
}
/**
 * A hole in a trace with the collections in it.
 */
export interface ExplainedHole {
  /**
   * Index of its process.
   */
  process: number;
  /**
   * The trace, 32 hexadecimal digits.
   */
  trace_id: string;
  /**
   * The span's operation; null when unnamed.
   */
  span: string | null;
  /**
   * The child that ended last before the hole; null when the hole begins with the span.
   */
  after: string | null;
  /**
   * The child that starts after the hole; null when the hole ends with the span.
   */
  before: string | null;
  /**
   * Whether the span has no children, so that all of its own work is in the hole.
   */
  leaf: boolean;
  /**
   * Its start, in UTC.
   */
  started_at: string;
  /**
   * Its length.
   */
  duration_ms: number;
  /**
   * Of it, inside pauses that could be placed.
   */
  explained_ms: number;
  /**
   * Collections whose pauses meet it, by generation.
   */
  collections: CollectionsIn[];
}
/**
 * A sentence that a reader of the numbers must know.
 */
export interface Explanation {
  /**
   * What it is for.
   */
  kind: 'assumption' | 'warning' | 'not-judged';
  /**
   * One or two sentences with their numbers and units.
   */
  text: string;
  /**
   * Whether it says that the requests' times look absurd.
   */
  implausible_times?: boolean;
}
/**
 * A failing state that a rule found.
 */
export interface Finding {
  /**
   * The rule's id, a noun of the failing state; unpause explain ID says more.
   */
  id: string;
  /**
   * Index of its process.
   */
  process: number;
  /**
   * How much it matters.
   */
  severity: 'high' | 'medium' | 'low' | 'info';
  /**
   * One sentence with the headline number.
   */
  title: string;
  /**
   * The numbers, most telling first.
   */
  evidence: Evidence[];
  /**
   * What to change, best first.
   */
  advice: Advice[];
  /**
   * What the change should gain, in words.
   */
  expected_gain: string | null;
  /**
   * What the change should gain, as numbers; null where it can't be told.
   */
  gain?: null | Gain;
  /**
   * Index of the finding that it follows from, smaller than its own: that one is to be worked on, and this one should go with it. Null for a root cause, and in reports of older versions.
   */
  symptom_of?: number | null;
  /**
   * How sure it is; null in reports of older versions.
   */
  confidence?: 'certain' | 'likely' | 'possible' | null;
  /**
   * Why it is so sure and no surer, a clause.
   */
  confidence_reason?: string | null;
  /**
   * The stopped time that would come back at most, by which root causes are ranked; null where it can't be told.
   */
  savings_max_ms?: number | null;
  /**
   * What that time was reckoned from.
   */
  savings_source?: string | null;
}
/**
 * A number that supports a finding, with where it comes from.
 */
export interface Evidence {
  /**
   * What it is, stable and the same in all findings: snake_case, ending in the unit (survival_percent, pause_total_ms) or in the noun that is counted (full_collections). Several things of one kind in a finding, as sites, causes or types, share a key (site_bytes): the text tells which one. Null in reports of older versions.
   */
  key?: string | null;
  /**
   * A phrase that names the number and its source.
   */
  text: string;
  /**
   * The number.
   */
  value: number | null;
  /**
   * Its unit.
   */
  unit: string | null;
}
/**
 * What to change.
 */
export interface Advice {
  /**
   * What to do, why it helps, for which versions.
   */
  text: string;
  /**
   * The exact setting, ready to copy.
   */
  setting?: string;
  /**
   * The exact code, ready to copy.
   */
  code?: string;
  /**
   * Names of the settings in it, each of which `unpause explain NAME` explains.
   */
  setting_names?: string[];
}
/**
 * What a change should gain, as a range.
 */
export interface Gain {
  /**
   * The number that should change, by its name in budgets.
   */
  metric: string;
  /**
   * The least to expect.
   */
  low: number;
  /**
   * The most to expect.
   */
  high: number;
  /**
   * Their unit.
   */
  unit: string;
}
/**
 * A rule that could not judge a process.
 */
export interface NotApplicable {
  /**
   * The rule's id.
   */
  id: string;
  /**
   * Index of the process.
   */
  process: number;
  /**
   * Why, and what would have to be recorded.
   */
  reason: string;
}
