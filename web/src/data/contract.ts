/** Made from schema/unpause.report-1.schema.json by schema/generate: edit the C# records instead. */

/**
 * A report of unpause as data: all texts are final, nothing is left to compute. Times are in milliseconds, sizes in bytes, and null is unknown. This is the JSON contract unpause.report/1; the schema and the page's types are generated from these records. Version 1 allows additions, but no renames; readers ignore unknown fields.
 */
export interface Report {
  /**
   * The contract's name and version.
   */
  schema: 'unpause.report/1';
  /**
   * The version of unpause that wrote it.
   */
  tool_version: string;
  /**
   * Whether command lines, settings, labels and URLs are unredacted (--show-arguments). When false, possible secrets in them are replaced by [hidden]. Null in documents of older versions, which redacted nothing.
   */
  arguments_redacted?: boolean | null;
  /**
   * The verdict in one sentence.
   */
  verdict: string;
  /**
   * What the recorder could not record, as sentences.
   */
  not_recorded: string[];
  /**
   * The processes, the longest total stop time first.
   */
  processes: ProcessReport[];
  /**
   * The attribution of slow requests to GC; null when no requests were given.
   */
  requests: null | Requests;
  /**
   * The problems that rules found, the most severe first.
   */
  findings: Finding[];
  /**
   * Rules without enough data to judge a process, and why.
   */
  not_applicable: NotApplicable[];
  /**
   * The page's timeline, gzip of columns, to make a page from a stored report; only with --events.
   */
  timeline?: string;
}
/**
 * The garbage collection of one process.
 */
export interface ProcessReport {
  /**
   * The name of the process in reports: its command where known, otherwise its file. Null in documents of older versions.
   */
  name?: string | null;
  source: Source;
  pauses: Pauses;
  /**
   * Stop-the-world pauses as the application experiences them, including the time to stop the threads, where the runtime reports it.
   */
  stops: null | Stops;
  /**
   * The least share of the time that the application had, in windows of 1 ms to 100 s; null where pauses or their times are unknown, and in documents of older versions.
   */
  utilisation?: null | Utilisation;
  /**
   * Why the longest stop-the-world pauses were long, the longest first; null in documents of older versions.
   */
  explanations?: StopExplanation[] | null;
  /**
   * The minute with the most paused time; null for recordings of less than ten minutes, without pauses or timestamps, and in documents of older versions.
   */
  worst_minute?: null | WorstMinute;
  /**
   * Stalls of single threads (allocation stalls) by reason; never part of pauses.
   */
  stalls: Stall[];
  /**
   * Mark assists: GC work of allocating threads. It is thread time, never part of pauses; null where the runtime does not report it.
   */
  assists: null | Assists;
  /**
   * Go: CPU time of the collector besides pauses; null where unknown, and in documents of older versions.
   */
  collector_cpu?: null | CollectorCpu;
  /**
   * Go: the breakdown of request time by goroutine, from an execution trace; null where not recorded, and in documents of older versions.
   */
  request_time?: null | RequestTime;
  collections: Collections;
  /**
   * CPython: collections at the interpreter's exit, which no other number includes; null where there were none, and in documents of older versions, which count them.
   */
  exit_collections?: null | ExitCollections;
  heap: Heap;
  /**
   * Facts that the collector reports about itself, besides pauses and sizes; null where it reports none.
   */
  collector?: null | Collector;
  /**
   * JVM: survival of young collections; null where the log does not record it.
   */
  survival?: null | Survival;
  /**
   * Allocations by type and call site, from samples; null when the recording has none.
   */
  allocations: null | Allocations;
  /**
   * CPU time by samples (perf); null when there are none, and in documents of older versions.
   */
  cpu_samples?: null | CpuSamples;
  /**
   * Go: the heap in use by allocating call site; null when not recorded.
   */
  live_heap?: null | LiveHeap;
  /**
   * Go: goroutines by stack; null when not recorded.
   */
  goroutines?: null | Goroutines;
  /**
   * Retainers of long-lived objects, from samples of live objects (JFR OldObjectSample).
   */
  heap_retainers: null | HeapRetainers;
  /**
   * .NET: a heap snapshot with the retainers of objects (unpause record --retainers); null where it was not recorded.
   */
  heap_objects?: null | HeapObjects;
  /**
   * Waits of threads for other reasons than GC, the longest total first: locks, I/O, CPU quota; null when not recorded, and in documents of older versions.
   */
  non_gc_waits?: NonGcWait[] | null;
  /**
   * Runtime counters, where recorded (unpause record of .NET).
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
 * The source of a process's numbers, and how much of it was parsed.
 */
export interface Source {
  /**
   * The files that were read, in reading order.
   */
  files: string[];
  /**
   * The format of the input.
   */
  format:
    | 'nettrace'
    | 'dotnet-counters'
    | 'perfview-gcstats'
    | 'jfr'
    | 'hsperfdata'
    | 'jvm-unified'
    | 'jvm-legacy'
    | 'openj9'
    | 'spark-events'
    | 'jstat'
    | 'hotspot-events'
    | 'jvm-monitor'
    | 'gctrace'
    | 'go-trace'
    | 'go-stops'
    | 'pprof'
    | 'go-agent'
    | 'go-memstats'
    | 'gcpacertrace'
    | 'python-agent'
    | 'python-debug'
    | 'python-callback'
    | 'v8-trace-events'
    | 'node-agent'
    | 'v8-gc-profile'
    | 'v8-heap-snapshot'
    | 'v8-cpu-profile'
    | 'v8-heap-profile'
    | 'node-report'
    | 'v8-trace-gc'
    | 'rails'
    | 'prometheus'
    | 'perf-script'
    | 'folded-stacks'
    | 'pprof-cpu';
  /**
   * The runtime.
   */
  runtime: 'dotnet' | 'jvm' | 'go' | 'cpython' | 'node' | 'ruby';
  /**
   * The runtime's name for people. Null in documents of older versions.
   */
  runtime_name?: string | null;
  /**
   * The runtime's version in its own terms.
   */
  runtime_version: string | null;
  /**
   * The collector in the runtime's own terms.
   */
  collector: string | null;
  /**
   * The process ID.
   */
  pid: number | null;
  /**
   * The command line.
   */
  command: string | null;
  /**
   * Wall time of the start of the recording, in UTC.
   */
  started_at: string | null;
  /**
   * The length of the recording.
   */
  duration_ms: number | null;
  /**
   * Which part of a longer recording the numbers are of; null when they are of all of it.
   */
  window?: null | Window;
  /**
   * How much of the length is missing from the input: shares and rates are without it. Null when nothing is.
   */
  lost_ms?: number | null;
  /**
   * Whether the format records collections. False for profiles of memory only (Go's pprof profiles), where a count of 0 means nothing. True in documents of older versions.
   */
  has_collections?: boolean;
  /**
   * The number of lines read; null for formats without lines.
   */
  lines: number | null;
  /**
   * The number of lines of the format's own kind that were not parsed.
   */
  lines_unparsed: number;
  clock: Clock;
  coverage: Coverage;
  /**
   * The settings in the recording.
   */
  settings: {
    [k: string]: string;
  };
  /**
   * The resolution of pauses in the format: a pause of 0 is shorter than this. Null where it is a microsecond or finer, and in documents of older versions.
   */
  pause_resolution_ms?: number | null;
  /**
   * The resolution of heap sizes in the format: a size of 0 is smaller than this. Null where it is a byte, and in documents of older versions.
   */
  heap_resolution_bytes?: number | null;
  /**
   * The identity of the run and service, to distinguish, merge and compare stored reports.
   */
  identity?: null | Identity;
}
/**
 * The part of a recording that a report is about. All times of the report count from its beginning.
 */
export interface Window {
  /**
   * Where it begins, since the start of the recording.
   */
  from_ms: number;
  /**
   * Where it ends, since the start of the recording.
   */
  to_ms: number;
  /**
   * The length of the whole recording.
   */
  of_ms: number;
}
/**
 * How a recording's times map to wall time.
 */
export interface Clock {
  /**
   * The source of the mapping.
   */
  source: string;
  /**
   * The uncertainty of the mapping.
   */
  uncertainty_ms: number | null;
}
/**
 * Notes from reading the input.
 */
export interface Coverage {
  /**
   * The first lines that were not parsed.
   */
  examples: LineExample[];
  /**
   * The notes.
   */
  notes: Note[];
}
/**
 * A line that was not parsed.
 */
export interface LineExample {
  /**
   * The line number, from 1.
   */
  line: number;
  /**
   * The text of the line.
   */
  text: string;
}
/**
 * A note on the input.
 */
export interface Note {
  /**
   * Whether part of the input could not be read.
   */
  severity: 'info' | 'unreadable';
  /**
   * The text of the note.
   */
  text: string;
}
/**
 * The identity of the run and service. Null is unknown.
 */
export interface Identity {
  /**
   * A hash of the content: the same for the same recording, whatever its file name and compression.
   */
  run_id?: string | null;
  /**
   * The host name.
   */
  host?: string | null;
  /**
   * The service name (OTEL_SERVICE_NAME, service.name, --service).
   */
  service?: string | null;
  /**
   * The service version (service.version).
   */
  version?: string | null;
  /**
   * The container ID.
   */
  container?: string | null;
  /**
   * The number of processors that the process may use, by CPU affinity and the container's quota.
   */
  processors?: number | null;
  /**
   * The memory limit of the container.
   */
  memory_limit_bytes?: number | null;
  /**
   * Further labels: OTEL_RESOURCE_ATTRIBUTES of the recorded process, and --label.
   */
  labels?: {
    [k: string]: string;
  };
}
/**
 * GC pauses as the collector reports them; percentiles are nearest-rank over all values.
 */
export interface Pauses {
  /**
   * The number of pauses or stops.
   */
  count: number;
  /**
   * Their total time.
   */
  total_ms: number;
  /**
   * The mean.
   */
  mean_ms: number | null;
  /**
   * The median.
   */
  p50_ms: number | null;
  /**
   * The 90th percentile.
   */
  p90_ms: number | null;
  /**
   * The 99th percentile.
   */
  p99_ms: number | null;
  /**
   * The 99.9th percentile.
   */
  p999_ms: number | null;
  /**
   * The longest.
   */
  max_ms: number | null;
  /**
   * Whether pauses are known; null in documents of older versions.
   */
  knowledge?: 'recorded' | 'not-recorded' | 'lost' | null;
  /**
   * The longest pauses with their collections, the longest first.
   */
  longest?: LongPause[];
  /**
   * 100 × (1 − total ÷ length of the recording).
   */
  throughput_percent: number | null;
  histogram?: Histogram;
}
/**
 * One of the longest pauses, with its collection.
 */
export interface LongPause {
  /**
   * The duration of the pause.
   */
  duration_ms: number;
  /**
   * Start since the start of the recording; null where the format has no timestamps.
   */
  start_ms: number | null;
  /**
   * The number of the collection in the runtime.
   */
  collection: number;
  /**
   * The collection's type in the letters of PerfView's GCStats, otherwise its generation.
   */
  type: string | null;
  /**
   * The cause in the runtime's own terms, otherwise the normalised one.
   */
  cause: string | null;
  /**
   * Bytes allocated since the previous collection.
   */
  allocated_bytes: number | null;
  /**
   * Heap in use at the start of the collection.
   */
  heap_before_bytes: number | null;
  /**
   * Heap in use at its end.
   */
  heap_after_bytes: number | null;
  /**
   * Bytes promoted to an older generation.
   */
  promoted_bytes: number | null;
}
/**
 * A mergeable histogram of durations: a base-2 exponential histogram as in OpenTelemetry (opentelemetry-proto, metrics.proto, ExponentialHistogram: bucket i holds values in (base^i, base^(i+1)], base = 2^(2^-scale)), of values in milliseconds, in blocks of equal time. Histograms of one scale are merged by adding the counts of equal indexes.
 */
export interface Histogram {
  /**
   * The scale: 5, so that the bounds of a bucket are 2.2 % apart.
   */
  scale: number;
  /**
   * The length of a block; null when the values have no timestamps, and then there are no blocks.
   */
  block_ms: number | null;
  all: Buckets;
  /**
   * The blocks with values, in order of time, at most 240; a value counts in the block where it starts.
   */
  blocks: Block[];
}
/**
 * Counts of values by bucket, with their exact sum and maximum.
 */
export interface Buckets {
  /**
   * The number of values.
   */
  count: number;
  /**
   * The exact sum of the values.
   */
  sum_ms: number;
  /**
   * The exact maximum; null when there are no values.
   */
  max_ms: number | null;
  /**
   * The number of values that are 0.
   */
  zero_count: number;
  /**
   * The indexes of the buckets that have values, in ascending order.
   */
  indexes: number[];
  /**
   * The number of values in each of these buckets.
   */
  counts: number[];
}
/**
 * The values of one block of time.
 */
export interface Block {
  /**
   * The index of the block: it starts at index × block_ms since the start of the recording, or for requests since the first request.
   */
  index: number;
  values: Buckets;
}
/**
 * Stop-the-world pauses for any reason, as the application experiences them, including the time to stop the threads. A GC pause outside of any recorded stop counts as a stop of its own.
 */
export interface Stops {
  /**
   * The number of pauses or stops.
   */
  count: number;
  /**
   * Their total time.
   */
  total_ms: number;
  /**
   * The mean stop; null in documents of older versions.
   */
  mean_ms?: number | null;
  /**
   * The median stop; null in documents of older versions.
   */
  p50_ms?: number | null;
  /**
   * The 90th percentile; null in documents of older versions.
   */
  p90_ms?: number | null;
  /**
   * The 99.9th percentile; null in documents of older versions.
   */
  p999_ms?: number | null;
  /**
   * The 99th percentile.
   */
  p99_ms: number | null;
  /**
   * The longest.
   */
  max_ms: number | null;
  /**
   * The part of the total time until all threads had stopped (time to safepoint, suspension, stop latency); null where the runtime does not report it.
   */
  time_to_safepoint_total_ms: number | null;
  /**
   * The longest time until all threads had stopped; null where the runtime does not report it.
   */
  time_to_safepoint_max_ms?: number | null;
  /**
   * The part of the total time outside of the pauses that the collector reports.
   */
  outside_pauses_ms: number | null;
  /**
   * The stops for GC, including the time to stop and restart the threads. The budgets max_pause, p99_pause, total_pause and throughput check these. Null in documents of older versions.
   */
  gc_stops?: null | GcStops;
  /**
   * The number of GC pauses outside of any recorded stop; for these, the time to stop and restart the threads is unknown.
   */
  pauses_without_stop?: number | null;
  /**
   * The stops by reason, the most time first; null in documents of older versions.
   */
  by_reason?: StopReason[] | null;
  /**
   * The longest stops, the longest first; null in documents of older versions.
   */
  longest?: LongStop[] | null;
  /**
   * 100 × (1 − total ÷ length of the recording).
   */
  throughput_percent: number | null;
  histogram?: Histogram;
}
/**
 * Stop-the-world pauses for GC, as the application experiences them; percentiles are nearest-rank over all values.
 */
export interface GcStops {
  /**
   * The number of pauses or stops.
   */
  count: number;
  /**
   * Their total time.
   */
  total_ms: number;
  /**
   * The mean.
   */
  mean_ms: number | null;
  /**
   * The median.
   */
  p50_ms: number | null;
  /**
   * The 90th percentile.
   */
  p90_ms: number | null;
  /**
   * The 99th percentile.
   */
  p99_ms: number | null;
  /**
   * The 99.9th percentile.
   */
  p999_ms: number | null;
  /**
   * The longest.
   */
  max_ms: number | null;
  /**
   * 100 × (1 − total ÷ length of the recording).
   */
  throughput_percent: number | null;
  histogram?: Histogram;
}
/**
 * Stop-the-world pauses with one reason.
 */
export interface StopReason {
  /**
   * The reason, in plain words: collection, heap inspection, deoptimization.
   */
  reason: string;
  /**
   * The reason in the runtime's own terms.
   */
  operations: string[];
  /**
   * Whether these are stops for GC.
   */
  is_gc: boolean;
  /**
   * The number of stops.
   */
  count: number;
  /**
   * The total time of the stops.
   */
  total_ms: number;
  /**
   * The longest stop.
   */
  max_ms: number;
  /**
   * The part of that time until all threads had stopped; null where the runtime does not report it.
   */
  time_to_safepoint_total_ms: number | null;
}
/**
 * One of the longest stop-the-world pauses, with its reason.
 */
export interface LongStop {
  /**
   * The duration, from the stop request until all threads run again.
   */
  duration_ms: number;
  /**
   * Start since the start of the recording; null where the format has no timestamps.
   */
  start_ms: number | null;
  /**
   * The time until all threads had stopped (time to safepoint, suspension, stop latency); null where the runtime does not report it.
   */
  time_to_safepoint_ms: number | null;
  /**
   * The longest GC pause in it as the collector reports it; null where none is recorded.
   */
  pause_ms: number | null;
  /**
   * The reason, in plain words.
   */
  reason: string;
  /**
   * The reason in the runtime's own terms.
   */
  operation: string;
  /**
   * Whether it was a stop for GC.
   */
  is_gc: boolean;
  /**
   * The number of the collection in the runtime; null where none is recorded in it.
   */
  collection: number | null;
  /**
   * The collection's type in the letters of PerfView's GCStats, otherwise its generation.
   */
  type: string | null;
  /**
   * The collection's cause in the runtime's own terms, otherwise the normalised one.
   */
  cause: string | null;
}
/**
 * The least share of the time that the application had, at every time scale: minimum mutator utilisation (MMU; Cheng and Blelloch, PLDI 2001) and its monotone form (BMU; Sachindran, Moss and Berger, OOPSLA 2004).
 */
export interface Utilisation {
  /**
   * Whether of stop-the-world pauses for any reason; otherwise of pauses as the collector reports them.
   */
  is_of_stops: boolean;
  /**
   * Windows of fixed lengths, the shortest first. A window that is longer than the recording, or than every part of it between gaps, is left out.
   */
  windows: UtilisationWindow[];
}
/**
 * The worst window of one length.
 */
export interface UtilisationWindow {
  /**
   * The length of the window.
   */
  window_ms: number;
  stops: LeastShare;
  /**
   * With the CPU time that the collector used concurrently, as a share of all processors of the process; null where the recording does not report it.
   */
  with_collector_cpu: null | LeastShare;
}
/**
 * The least share of the time that the application had.
 */
export interface LeastShare {
  /**
   * The share in the worst window of exactly this length (MMU).
   */
  mmu_percent: number;
  /**
   * The share in the worst window of this length or longer (BMU): it never falls as windows get longer.
   */
  bmu_percent: number;
  /**
   * Start of the worst window of exactly this length, since the start of the recording; the first of equal ones. Null where the application was never stopped.
   */
  start_ms: number | null;
}
/**
 * Why one stop-the-world pause was long.
 */
export interface StopExplanation {
  /**
   * The duration of the stop, as the application experienced it.
   */
  duration_ms: number;
  /**
   * Start since the start of the recording; null where the format has no timestamps.
   */
  start_ms: number | null;
  /**
   * The number of the collection in the runtime; null for a stop without one.
   */
  collection: number | null;
  /**
   * What happened, as one sentence: length, moment, pause, collection.
   */
  what: string;
  /**
   * Why it was long, in a few sentences; each is shown by the recording.
   */
  why: string;
  /**
   * What to do about it.
   */
  action: string;
  /**
   * What to type for it; null where there is nothing to type.
   */
  action_setting?: string | null;
  /**
   * The cause by which stop time is added up.
   */
  cause:
    | 'work'
    | 'stopping-threads'
    | 'other-operation'
    | 'off-cpu'
    | 'too-slow'
    | 'finalizers'
    | 'failure'
    | 'induced'
    | 'diagnostic'
    | 'metadata'
    | 'large-object';
  /**
   * The index of the finding that explains it; null where no finding does.
   */
  finding: number | null;
  /**
   * What its time went into, the longest part first; together as long as the stop.
   */
  parts: StopPart[];
  /**
   * The questions that were asked, in a fixed order.
   */
  answers: StopAnswer[];
  /**
   * CPU time of the GC threads in its pause (user and system); null where not recorded.
   */
  cpu_ms: number | null;
  /**
   * The part of that time in the kernel.
   */
  system_cpu_ms: number | null;
  /**
   * Other stops of the same kind; null where there are fewer than four.
   */
  peers: null | StopPeers;
  /**
   * What would tell more and is not recorded.
   */
  not_recorded: UnrecordedPart[];
  /**
   * The allocation or call that triggered its collection; null where it is not recorded.
   */
  culprit?: null | StopCulprit;
  /**
   * The requests that it delayed; null where no requests were given, or the clocks do not show which.
   */
  victims?: null | StopVictims;
}
/**
 * A part of a stop.
 */
export interface StopPart {
  /**
   * What was done.
   */
  kind:
    | 'stopping-threads'
    | 'other-operation'
    | 'preparing'
    | 'roots'
    | 'thread-stacks'
    | 'handles'
    | 'remembered-sets'
    | 'marking'
    | 'planning'
    | 'copying'
    | 'compacting'
    | 'evacuation-failure'
    | 'freeing'
    | 'references'
    | 'finalization'
    | 'class-unloading'
    | 'string-table'
    | 'string-deduplication'
    | 'code-roots'
    | 'load-imbalance'
    | 'younger-collection'
    | 'other-phase'
    | 'collecting'
    | 'around-pause';
  /**
   * The runtime's own name of the longest phase in it; null where it has none.
   */
  phase: string | null;
  /**
   * The time that it took; of parallel work the average over GC threads.
   */
  duration_ms: number;
}
/**
 * A question about a stop, and its answer.
 */
export interface StopAnswer {
  /**
   * The question.
   */
  question:
    'stopping-threads' | 'other-operation' | 'off-cpu' | 'kernel-time' | 'part' | 'more-work' | 'slower-work' | 'trigger' | 'failure';
  /**
   * The answer; null where it is not recorded.
   */
  answer: boolean | null;
  /**
   * The time of the stop that it accounts for; null where it is no time.
   */
  duration_ms: number | null;
  /**
   * What was found, in the runtime's own terms.
   */
  word: string | null;
}
/**
 * What is usual for stops of the same kind: the same generation and pause, or the same operation.
 */
export interface StopPeers {
  /**
   * The number of other stops.
   */
  count: number;
  /**
   * Their median length.
   */
  median_ms: number;
  /**
   * What the work of the collection is measured by; null where the recording has no such number.
   */
  work: 'survived-bytes' | 'promoted-bytes' | 'live-bytes' | 'allocated-objects' | null;
  /**
   * The work of this collection: bytes or objects.
   */
  amount: number | null;
  /**
   * The median over the others.
   */
  median_amount: number | null;
}
/**
 * What is not recorded and would tell more.
 */
export interface UnrecordedPart {
  /**
   * What it is.
   */
  what: string;
  /**
   * The switch that records it.
   */
  record: string;
}
/**
 * What triggered a collection, as far as the recording shows it.
 */
export interface StopCulprit {
  /**
   * How it is known: the recorded allocation that found too little room, the recorded call, or only the last sampled allocation before the collection, which need not be the trigger.
   */
  evidence: 'allocation' | 'call' | 'last-sample';
  /**
   * The same as one sentence.
   */
  text: string;
  /**
   * The methods, the innermost first; empty where there are no names.
   */
  stack: string[];
  /**
   * The index in stack of the first method that belongs to the application; null when there is none.
   */
  app_frame: number | null;
  /**
   * The name of its thread; null where not recorded.
   */
  thread: string | null;
  /**
   * The allocated type; null where not recorded.
   */
  type: string | null;
  /**
   * What was to be allocated: an object, or a new buffer of the thread; null where not recorded.
   */
  needed_bytes: number | null;
  /**
   * Threads whose requests for this collection are recorded; this is the first of them.
   */
  candidates: number;
}
/**
 * The requests that were being served during a stop.
 */
export interface StopVictims {
  /**
   * The number of requests; what others waited behind them is not in it.
   */
  count: number;
  /**
   * The time that they were stopped, all together.
   */
  delay_ms: number;
  /**
   * The most delayed ones, up to five, the most delayed first.
   */
  most: StopVictim[];
  /**
   * The same as one sentence.
   */
  text: string;
}
/**
 * A request that a stop delayed.
 */
export interface StopVictim {
  /**
   * The operation; null when unnamed.
   */
  name: string | null;
  /**
   * The trace ID, 32 hexadecimal digits; null when the source is not a trace.
   */
  trace_id: string | null;
  /**
   * The arrival time in UTC.
   */
  started_at: string;
  /**
   * The latency as measured.
   */
  duration_ms: number;
  /**
   * The part of it inside the stop.
   */
  delay_ms: number;
}
/**
 * The minute of a recording with the most paused time, and what was different in it. Minutes are those of the wall clock.
 */
export interface WorstMinute {
  /**
   * Its start since the start of the recording.
   */
  start_ms: number;
  /**
   * The recorded part of it: a minute, or less at the ends of the recording.
   */
  length_ms: number;
  /**
   * The paused time in it.
   */
  paused_ms: number;
  /**
   * The number of other minutes with a pause.
   */
  other_minutes: number;
  /**
   * The median paused time of these; 0 without any.
   */
  usual_paused_ms: number;
  /**
   * The longest pause that was at least partly in it.
   */
  longest_ms: number;
  /**
   * The number of collections that started in it.
   */
  collections: number;
  /**
   * The requests that started in it; null without requests, and in documents of older versions.
   */
  requests?: null | MinuteRequests;
  /**
   * What was different in it, as sentences; empty when nothing recorded was.
   */
  why: string[];
  /**
   * The numbers behind them.
   */
  differences: MinuteDifference[];
  strip: MinuteStrip;
}
/**
 * The requests of a minute.
 */
export interface MinuteRequests {
  /**
   * How many started in it.
   */
  count: number;
  /**
   * Slow requests among them.
   */
  slow: number;
  /**
   * Slow requests that started in an average other minute.
   */
  usual_slow: number;
}
/**
 * A number that was at least 1.5 times as large as in other minutes.
 */
export interface MinuteDifference {
  /**
   * What it is a number of.
   */
  what: 'longest_pause_ms' | 'collections' | 'allocated_bytes' | 'promoted_bytes' | 'concurrent_ms' | 'heap_after_bytes' | 'cause';
  /**
   * Of collections with a cause: the cause in the runtime's own terms; otherwise null.
   */
  cause: string | null;
  /**
   * The value in this minute: milliseconds, bytes or a number of collections.
   */
  value: number;
  /**
   * The median of the other minutes with a pause; of a cause, the mean of all other minutes.
   */
  usual: number;
}
/**
 * The paused time of a recording in equal intervals of whole minutes, at most 120.
 */
export interface MinuteStrip {
  /**
   * The start of the first interval since the start of the recording: negative, unless that is a whole minute of the clock.
   */
  from_ms: number;
  /**
   * The length of an interval in minutes.
   */
  minutes: number;
  /**
   * The paused time of each interval.
   */
  paused_ms: number[];
}
/**
 * Stalls of single threads for one reason.
 */
export interface Stall {
  /**
   * The reason in the runtime's own terms.
   */
  name: string;
  /**
   * The number of stalls.
   */
  count: number;
  /**
   * The total thread time, over all threads.
   */
  total_ms: number;
  /**
   * The longest stall.
   */
  max_ms: number;
}
/**
 * Mark assists: GC work of allocating threads. It is thread time, never part of pauses.
 */
export interface Assists {
  /**
   * The number of collections with assists.
   */
  collections: number;
  /**
   * The total time in all collections. In recordings by kernel probes alone it includes the waits of assists: an upper bound.
   */
  thread_time_total_ms: number;
  /**
   * The longest time in one collection.
   */
  thread_time_max_ms: number;
  /**
   * Go: the number of assists; null where they are not recorded individually, and in documents of older versions.
   */
  count?: number | null;
  /**
   * Go: the sum of assist durations, including waits; null where assists are not recorded individually.
   */
  elapsed_total_ms?: number | null;
  /**
   * Go: the longest assist, including waits; null where assists are not recorded individually.
   */
  elapsed_max_ms?: number | null;
  /**
   * Go: additional time of sweeping before allocations; null where it is not recorded.
   */
  sweep_total_ms?: number | null;
}
/**
 * CPU time of Go's collector: concurrent marking, and mark assists of the application's own goroutines.
 */
export interface CollectorCpu {
  /**
   * The share of all CPU time that assists, workers and stops took, without idle marking, as Go counts it.
   */
  percent: number | null;
  /**
   * Mark assists by allocating goroutines.
   */
  assist_ms: number;
  /**
   * Dedicated and fractional mark workers.
   */
  workers_ms: number;
  /**
   * The time of all processors during stop-the-world pauses for GC.
   */
  stops_ms: number;
  /**
   * Mark workers on idle processors; not part of the share.
   */
  idle_ms: number;
  /**
   * The number of processors that the process may use (GOMAXPROCS).
   */
  processors: number;
}
/**
 * The breakdown of the time of the process's own recorded requests.
 */
export interface RequestTime {
  /**
   * The number of requests.
   */
  requests: number;
  /**
   * The median latency.
   */
  p50_ms: number;
  /**
   * The 99th percentile of latency, nearest rank.
   */
  p99_ms: number;
  /**
   * The longest latency.
   */
  max_ms: number;
  all: TimeParts;
  slowest: TimeParts;
  /**
   * The longest requests, the longest first.
   */
  longest: TimedRequest[];
}
/**
 * The breakdown of the time of one or more requests: each nanosecond counts once, so the parts add up to the total.
 */
export interface TimeParts {
  /**
   * The number of requests.
   */
  requests: number;
  /**
   * The total time of the requests.
   */
  total_ms: number;
  /**
   * Time in stop-the-world pauses.
   */
  stopped_ms: number;
  /**
   * Time in mark assists.
   */
  assist_ms: number;
  /**
   * Time waiting for assist credit.
   */
  assist_wait_ms: number;
  /**
   * Time sweeping before allocations.
   */
  sweep_ms: number;
  /**
   * Time runnable, waiting for a CPU.
   */
  sched_wait_ms: number;
  /**
   * Time blocked on something else: the network, a lock, a channel.
   */
  blocked_ms: number;
  /**
   * Time in system calls or C code; with traces up to Go 1.21, only in calls that lost their processor.
   */
  syscall_ms: number;
  /**
   * Time running.
   */
  running_ms: number;
  /**
   * The share of the time taken by GC: stops, assists, waits for them, sweeping; null when the total is 0.
   */
  collector_percent: number | null;
}
/**
 * A request with the breakdown of its time.
 */
export interface TimedRequest {
  /**
   * The application's function that served it, or the task's name. Untrusted: escape before showing.
   */
  name: string;
  /**
   * Start since the start of the recording.
   */
  start_ms: number;
  parts: TimeParts;
}
/**
 * Collections (GC ids, gc lines), not pauses.
 */
export interface Collections {
  /**
   * The number of collections.
   */
  count: number;
  /**
   * The number of induced or explicit collections.
   */
  induced: number;
  /**
   * The collections by generation, the youngest first.
   */
  by_generation: GenerationRow[];
  /**
   * One row for each generation and kind, to distinguish blocking and background collections of gen2.
   */
  by_kind?: KindRow[];
  /**
   * The collections by cause, the longest total pause first.
   */
  by_cause: CauseRow[];
  /**
   * The phases, the longest total first.
   */
  by_phase: PhaseRow[];
  /**
   * The call paths that induced collections, by total pause time where known, otherwise by frequency; null when not recorded.
   */
  induced_by?: InducedBy[] | null;
}
/**
 * Collections of one generation.
 */
export interface GenerationRow {
  /**
   * The generation; null for a runtime without generations.
   */
  generation: 'gen0' | 'gen1' | 'gen2' | 'young' | 'mixed' | 'old' | 'full' | null;
  /**
   * The number of collections.
   */
  count: number;
  /**
   * The number of blocking ones.
   */
  blocking: number;
  /**
   * The number of background (concurrent) ones.
   */
  background: number;
  /**
   * The number of induced or explicit ones.
   */
  induced: number;
  /**
   * The total time of their pauses.
   */
  pause_total_ms: number;
  /**
   * The mean of their pauses.
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
   * The generation; null for a runtime without generations.
   */
  generation: 'gen0' | 'gen1' | 'gen2' | 'young' | 'mixed' | 'old' | 'full' | null;
  /**
   * Blocking or background.
   */
  kind: 'blocking' | 'background';
  /**
   * The number of collections.
   */
  count: number;
  /**
   * The number of induced or explicit ones.
   */
  induced: number;
  /**
   * The number of compacting ones; null where the runtime does not report it.
   */
  compacting: number | null;
  /**
   * The number of their pauses.
   */
  pauses: number;
  /**
   * The total time of their pauses.
   */
  pause_total_ms: number;
  /**
   * The mean of their pauses.
   */
  pause_mean_ms: number | null;
  /**
   * The median of their pauses.
   */
  pause_p50_ms: number | null;
  /**
   * The 90th percentile of their pauses.
   */
  pause_p90_ms: number | null;
  /**
   * The 99th percentile of their pauses.
   */
  pause_p99_ms: number | null;
  /**
   * The longest of their pauses.
   */
  pause_max_ms: number | null;
  /**
   * The part of their pauses spent stopping the threads; null where the runtime does not report it.
   */
  suspension_total_ms: number | null;
  /**
   * Bytes promoted to an older generation; null where the runtime does not report them.
   */
  promoted_bytes: number | null;
  /**
   * The share of the collected generations that survived; null where the runtime does not report it.
   */
  survived_percent: number | null;
}
/**
 * Collections of one cause.
 */
export interface CauseRow {
  /**
   * The cause, normalised.
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
   * The cause in the runtime's own terms.
   */
  runtime_cause: string | null;
  /**
   * The number of collections.
   */
  count: number;
  /**
   * The total time of their pauses.
   */
  pause_total_ms: number;
  /**
   * The longest of their pauses.
   */
  pause_max_ms: number | null;
}
/**
 * One named phase over all collections; for parallel phases, the average worker counts.
 */
export interface PhaseRow {
  /**
   * The name in the runtime's own terms.
   */
  phase: string;
  /**
   * Whether the application runs concurrently, so that it is not part of a pause.
   */
  concurrent: boolean;
  /**
   * How often the phase ran.
   */
  count: number;
  /**
   * The total time.
   */
  total_ms: number;
  /**
   * The mean time.
   */
  mean_ms: number | null;
  /**
   * The longest time.
   */
  max_ms: number | null;
}
/**
 * A call path that induced collections.
 */
export interface InducedBy {
  /**
   * The number of collections that it induced.
   */
  count: number;
  /**
   * The total time of their pauses; null where unknown.
   */
  pause_total_ms?: number | null;
  /**
   * The longest of their pauses; null where unknown.
   */
  pause_max_ms?: number | null;
  /**
   * The mode of the call in the runtime's own terms (.NET: InducedAggressive); null where unknown, or where modes differ.
   */
  mode?: string | null;
  /**
   * .NET: calls of GC.TryStartNoGCRegion that suspended the threads but needed no collection; not part of count.
   */
  no_gc_region_calls?: number;
  /**
   * The origin: timer, request, finalizer, thread pool, thread; null when the stack does not show it.
   */
  origin: string | null;
  /**
   * The method that called the collector.
   */
  caller: string | null;
  /**
   * A known reason of such calls, as a clause.
   */
  reason: string | null;
  /**
   * The call path: methods from the outermost on, without platform internals.
   */
  call_path: string[];
  /**
   * The methods, the calling one first.
   */
  stack: string[];
}
/**
 * Collections during the shutdown of the runtime, after the application's exit handlers. No request waits for them, so no other number includes them.
 */
export interface ExitCollections {
  /**
   * The number of collections.
   */
  count: number;
  /**
   * The total time of their pauses.
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
   * The maximum heap size, configured or reached.
   */
  max_bytes: number | null;
  /**
   * The limit of the heap, as set or as the runtime reports it; null where none is known, and in documents of older versions.
   */
  limit_bytes?: number | null;
  /**
   * The peak heap in use.
   */
  peak_bytes: number | null;
  /**
   * The live set: heap in use right after the last full collection.
   */
  live_set_bytes: number | null;
  /**
   * Bytes allocated over the recording.
   */
  allocated_bytes: number | null;
  /**
   * .NET: the source of allocated_bytes: "events" counts everything, "counter" all but the last part of a second, "collections" only allocations up to the last collection (a lower bound). Null for others, and in reports of older versions.
   */
  allocated_source?: string | null;
  /**
   * Bytes allocated per second.
   */
  allocation_rate_bytes_per_s: number | null;
  /**
   * Bytes promoted per second.
   */
  promotion_rate_bytes_per_s: number | null;
  /**
   * ZGC: the most threads that waited for memory at one moment, where the log has no times of their stalls; null where unknown, and in reports of older versions.
   */
  waiting_threads?: number | null;
  /**
   * Whether the live set grows; null where no full collection shows the live set, and in reports of older versions.
   */
  live_set_trend?: null | LiveSetTrend;
  /**
   * The spaces of the heap; empty where the runtime does not report them. 'large' and 'pinned' are .NET's large and pinned object heaps.
   */
  spaces?: SpaceRow[];
}
/**
 * Whether the live set after full collections grows: a leak, or normal allocation.
 */
export interface LiveSetTrend {
  /**
   * "growing": a leak, an unbounded cache, or a cache that is still filling up. "plateau": the live set is stable or falls, so allocated objects die.
   */
  verdict: 'growing' | 'plateau' | 'unknown';
  /**
   * Why it is unknown: "load_grew": the allocation rate grew, too; "settling": the live set grew only at the start; "noisy": the live set varies too much to show a trend.
   */
  unknown_reason: 'too_few_collections' | 'too_short' | 'load_grew' | 'settling' | 'noisy' | null;
  /**
   * What is measured: the live bytes, or where these are not recorded (CPython) the duration of full collections.
   */
  measure: 'live_bytes' | 'full_collection_time';
  /**
   * The number of full collections with a value.
   */
  points: number;
  /**
   * The time from the first to the last of them.
   */
  span_ms: number | null;
  /**
   * The growth of the live set over that time, divided by its median.
   */
  growth_ratio: number | null;
  /**
   * The growth in bytes per second (Theil-Sen slope).
   */
  slope_bytes_per_s: number | null;
  /**
   * The lower end of the slope's 95 % confidence interval.
   */
  slope_low_bytes_per_s: number | null;
  /**
   * The upper end of that interval.
   */
  slope_high_bytes_per_s: number | null;
  /**
   * The heap limit, otherwise the container's memory limit; null when neither is known.
   */
  limit_bytes: number | null;
  /**
   * The time until a growing live set reaches the limit, at the slope.
   */
  time_to_limit_ms: number | null;
  /**
   * The time at the upper end of the slope's interval.
   */
  time_to_limit_low_ms: number | null;
  /**
   * The time at the lower end of the slope's interval.
   */
  time_to_limit_high_ms: number | null;
}
/**
 * A space of the heap over the recording.
 */
export interface SpaceRow {
  /**
   * The name of the space.
   */
  space: 'gen0' | 'gen1' | 'gen2' | 'large' | 'pinned' | 'new' | 'new-large' | 'old' | 'code' | 'other';
  /**
   * The name in tables. Null in documents of older versions.
   */
  label?: string | null;
  /**
   * The number of collections of this space.
   */
  collections: number;
  /**
   * Bytes in use after the last collection, without free space between objects.
   */
  used_last_bytes: number;
  /**
   * The peak bytes in use at the start or end of a collection.
   */
  used_max_bytes: number;
  /**
   * Free bytes between objects (fragmentation) after the last collection.
   */
  free_last_bytes: number | null;
  /**
   * The most free bytes between objects after a collection of this space.
   */
  free_max_bytes: number | null;
  /**
   * The share that survived the collections of this space.
   */
  survived_percent: number | null;
  /**
   * Bytes that may be allocated or promoted there until its next collection, at the end of the recording.
   */
  budget_last_bytes: number | null;
}
/**
 * Facts that the collector reports about itself, besides pauses and sizes.
 */
export interface Collector {
  /**
   * The minimum number of heaps in use.
   */
  heaps_min: number | null;
  /**
   * The maximum number of heaps in use.
   */
  heaps_max: number | null;
  /**
   * How often the number of heaps changed from one collection to the next.
   */
  heap_count_changes: number;
  /**
   * How often the collector decided on the number of heaps.
   */
  heap_count_decisions: number;
  /**
   * The median GC cost at these decisions, by its own estimate.
   */
  cost_median_percent: number | null;
  /**
   * The number of collections during a background collection.
   */
  foreground: number | null;
  /**
   * The peak memory load of the machine or container at the start of a collection.
   */
  memory_load_max_percent: number | null;
  /**
   * The maximum number of pinned objects at a collection.
   */
  pinned_objects_max: number | null;
  /**
   * The maximum number of handles at the end of a collection.
   */
  handles_max: number | null;
  /**
   * The peak committed memory.
   */
  committed_max_bytes: number | null;
  /**
   * Committed memory after the last collection.
   */
  committed_last_bytes: number | null;
  /**
   * The part of it that is free or about to be decommitted.
   */
  committed_free_last_bytes: number | null;
  /**
   * The part of it with the collector's own tables.
   */
  bookkeeping_last_bytes: number | null;
  /**
   * How evenly the heaps share the work; null with one heap.
   */
  balance: null | Balance;
  /**
   * The cost of finalizers; null when no collection found finalizable objects.
   */
  finalizers: null | Finalizers;
}
/**
 * How evenly the heaps share the work: the fullest or slowest heap as a multiple of the mean.
 */
export interface Balance {
  /**
   * The number of collections with several heaps and enough survivors to compare.
   */
  collections: number;
  /**
   * The median ratio of survivors.
   */
  survived_median_ratio: number | null;
  /**
   * The worst ratio of survivors.
   */
  survived_max_ratio: number | null;
  /**
   * The median ratio of mark time.
   */
  mark_median_ratio: number | null;
}
/**
 * Objects that collections retained for finalization, and the thread that runs finalizers.
 */
export interface Finalizers {
  /**
   * The number of dead objects retained for finalization.
   */
  finalizable_objects: number;
  /**
   * The number of finalizers that ran.
   */
  finalized: number | null;
  /**
   * The number of retained objects whose finalizers had not run at the end of the recording.
   */
  pending: number | null;
  /**
   * The most bytes that one collection retained because of them.
   */
  finalizable_max_bytes: number;
  /**
   * The time that the finalizer thread was busy.
   */
  busy_ms: number | null;
  /**
   * The longest run of the finalizer thread.
   */
  longest_ms: number | null;
  /**
   * The types of objects whose finalizers were started, the most objects first; null when not recorded.
   */
  types: FinalizedType[] | null;
}
/**
 * Finalizers of one type.
 */
export interface FinalizedType {
  /**
   * The type; null when unknown.
   */
  type: string | null;
  /**
   * The number of objects.
   */
  objects: number;
}
/**
 * Survival of young collections in a JVM.
 */
export interface Survival {
  /**
   * The number of young collections that report their survivors.
   */
  young_collections: number;
  /**
   * The share of young bytes that survives a young collection.
   */
  survival_percent: number | null;
  /**
   * The mean bytes that survive a young collection.
   */
  survivor_bytes_mean: number | null;
  /**
   * The share of allocated bytes that reaches the old generation.
   */
  promoted_percent: number | null;
  /**
   * The share of promoted bytes that died in the old generation: near 100 for objects of medium lifetime, near 0 for a leak.
   */
  died_in_old_percent: number | null;
  /**
   * The mean lifetime of a byte by Little's law: the live set after marking divided by the allocation rate, including the wait for the next marking.
   */
  mean_lifetime_s: number | null;
  /**
   * The copying time of the average worker per GiB of survivors (G1).
   */
  copy_ms_per_gib: number | null;
  /**
   * The ages at which objects are promoted; null where not recorded.
   */
  tenuring: null | Tenuring;
}
/**
 * The ages at which objects are promoted.
 */
export interface Tenuring {
  /**
   * The number of young collections that logged their tenuring threshold.
   */
  collections: number;
  /**
   * The number of those that lowered it to 1 because survivor space overflowed.
   */
  lowered_to_one: number;
  /**
   * The lowest threshold.
   */
  lowest_threshold: number;
  /**
   * The maximum threshold.
   */
  max_threshold: number;
  /**
   * The number of young collections whose survivors exceeded the desired survivor size; null without age tables.
   */
  overflows: number | null;
  /**
   * The mean bytes of each age.
   */
  bytes_by_age: Age[];
}
/**
 * Survivors of one age.
 */
export interface Age {
  /**
   * The number of young collections survived, from 1.
   */
  age: number;
  /**
   * The size of survivors of this age, mean over collections.
   */
  bytes_mean: number;
}
/**
 * Allocations by type and call site, from samples.
 */
export interface Allocations {
  /**
   * The method of measurement.
   */
  basis?: string | null;
  /**
   * Whether every large object was recorded, instead of a sample.
   */
  large_objects_exact?: boolean;
  /**
   * Allocated bytes.
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
   * Deaths of large objects up to the last collection.
   */
  large_object_deaths?: null | LargeObjectDeaths;
  /**
   * Deaths in gen2 by allocating call site: sampled objects were followed by address while the recording listed survivors. Large and pinned objects die only there. Null when no objects were followed.
   */
  gen2_deaths?: null | Gen2Deaths;
  /**
   * The types, the most bytes first.
   */
  by_type?: AllocatedType[];
  /**
   * The call sites; empty in the page, which has them in its timeline element.
   */
  sites: AllocationSite[];
}
/**
 * Deaths of large objects up to the last collection.
 */
export interface LargeObjectDeaths {
  /**
   * The method of measurement.
   */
  basis: string;
  /**
   * Bytes of large objects allocated up to the last collection.
   */
  allocated_bytes: number;
  /**
   * Bytes of those that were dead at its end.
   */
  died_bytes: number;
}
/**
 * Sampled objects that died in gen2.
 */
export interface Gen2Deaths {
  /**
   * The method of measurement.
   */
  basis: string;
  /**
   * The number of gen2 collections that were observed.
   */
  gen2_collections: number;
  /**
   * Bytes of the objects that were followed; each object counts with the bytes of its sample.
   */
  tracked_bytes: number;
  /**
   * Bytes of small objects among them that reached gen2.
   */
  promoted_bytes: number;
  /**
   * Bytes that died in gen2.
   */
  died_bytes: number;
  /**
   * Bytes of objects whose survival is unknown.
   */
  unknown_bytes: number;
  /**
   * The call sites with the bytes that died, the most first; the page has only the first ones.
   */
  sites: AllocationSite[];
}
/**
 * The allocations of one type at one call site.
 */
export interface AllocationSite {
  /**
   * The type; null when unknown.
   */
  type: string | null;
  /**
   * Bytes, estimated from the samples.
   */
  bytes: number;
  /**
   * The number of samples; 0 where the recording counts objects instead.
   */
  samples?: number;
  /**
   * The number of objects, estimated from the samples; null where unknown, and in documents of older versions.
   */
  objects?: number | null;
  /**
   * Whether they are allocated in the large object heap.
   */
  large: boolean;
  /**
   * Whether they are allocated in the pinned object heap.
   */
  pinned?: boolean;
  /**
   * The index in stack of the first method that belongs to the application; null when there is none.
   */
  app_frame?: number | null;
  /**
   * Bytes of large objects that died. They are split in proportion to the allocations of each call site, because the recording does not show which objects died.
   */
  died_bytes?: number | null;
  /**
   * The methods, the allocating one first.
   */
  stack: string[];
}
/**
 * The allocations of one type.
 */
export interface AllocatedType {
  /**
   * The type; null when unknown.
   */
  type: string | null;
  /**
   * Bytes, estimated from the samples.
   */
  bytes: number;
  /**
   * Bytes of large objects among them.
   */
  large_bytes: number;
  /**
   * The number of samples.
   */
  samples: number;
}
/**
 * The CPU time of a process, from samples of its stacks (perf, or Go's CPU profile).
 */
export interface CpuSamples {
  /**
   * The number of all samples.
   */
  samples: number;
  /**
   * What was sampled.
   */
  basis: string;
  /**
   * The evidence for the runtime.
   */
  runtime_evidence: string;
  /**
   * The number of samples in the collector's classes; a lower bound where other samples have no symbols.
   */
  collector_samples: number;
  /**
   * The share of all samples.
   */
  collector_percent: number;
  /**
   * The number of samples without a named frame outside of the kernel.
   */
  unsymbolized_samples: number;
  /**
   * The samples by class; each sample is in one class. Samples without names that could be in the collector are in the class "no symbols", never in "application".
   */
  classes: CpuClass[];
  /**
   * Groups across the classes: samples with certain frames, in any class.
   */
  parts: CpuPart[];
  /**
   * The filter of the listed stacks (--only); null for all.
   */
  filter: null | CpuFilter;
  /**
   * The stacks, the most samples first; empty in the page, which has them in its timeline element.
   */
  stacks: CpuStack[];
}
/**
 * CPU samples of one kind of work.
 */
export interface CpuClass {
  /**
   * The kind of work.
   */
  name: string;
  /**
   * The number of samples.
   */
  samples: number;
  /**
   * The share of all samples.
   */
  percent: number;
  /**
   * Whether it is work of the collector.
   */
  is_gc: boolean;
}
/**
 * CPU samples with certain frames, in any class.
 */
export interface CpuPart {
  /**
   * The work of these frames: NUMA page migration, page faults, stack shrinking, stop-the-world control.
   */
  name: string;
  /**
   * The number of samples.
   */
  samples: number;
  /**
   * The share of all samples.
   */
  percent: number;
  /**
   * The number of those in the collector's classes.
   */
  collector_samples: number;
}
/**
 * The filter of the listed stacks.
 */
export interface CpuFilter {
  /**
   * The pattern that a frame of the stack must match: * is any text, ? one character.
   */
  pattern: string;
  /**
   * The number of samples in matching stacks.
   */
  samples: number;
  /**
   * The share of all samples.
   */
  percent: number;
}
/**
 * CPU samples with one stack.
 */
export interface CpuStack {
  /**
   * The number of samples.
   */
  samples: number;
  /**
   * The class of the samples, one of the names in classes.
   */
  class: string;
  /**
   * The thread's name in the kernel, at most 15 characters; null where stacks are aggregated.
   */
  thread: string | null;
  /**
   * The frames, the innermost first; kernel frames end in _[k].
   */
  stack: string[];
}
/**
 * The heap in use at one moment, from samples.
 */
export interface LiveHeap {
  /**
   * The method of measurement.
   */
  basis: string;
  /**
   * All bytes in use.
   */
  bytes: number;
  /**
   * The allocating call sites, the most bytes first; empty in the page, which has them in its timeline element.
   */
  sites: LiveSite[];
}
/**
 * The objects in use that one call site allocated.
 */
export interface LiveSite {
  /**
   * Bytes, estimated from the samples.
   */
  bytes: number;
  /**
   * The number of objects, estimated from the samples; null where unknown.
   */
  objects: number | null;
  /**
   * The index in stack of the first function that belongs to the application; null when there is none.
   */
  app_frame: number | null;
  /**
   * The functions, the allocating one first; empty for the sum of all further call sites.
   */
  stack: string[];
}
/**
 * The number of goroutines, and their stacks.
 */
export interface Goroutines {
  /**
   * The method of measurement.
   */
  basis: string;
  /**
   * The number at the last moment.
   */
  count: number;
  /**
   * The moments of counting, in order of time.
   */
  moments: GoroutineMoment[];
  /**
   * The stacks, those with the most goroutines at the last moment first; empty in the page, which has them in its timeline element.
   */
  sites: GoroutineSite[];
}
/**
 * The number of goroutines at one moment.
 */
export interface GoroutineMoment {
  /**
   * The moment in UTC; null when unknown.
   */
  at: string | null;
  /**
   * The number of goroutines.
   */
  count: number;
}
/**
 * The goroutines with one stack.
 */
export interface GoroutineSite {
  /**
   * The number at the last moment.
   */
  count: number;
  /**
   * The number at each moment.
   */
  counts: number[];
  /**
   * The index in stack of the first function that belongs to the application; null when there is none.
   */
  app_frame: number | null;
  /**
   * The functions, the innermost first; empty for the sum of all further stacks.
   */
  stack: string[];
}
/**
 * Retainers of long-lived objects.
 */
export interface HeapRetainers {
  /**
   * The number of sampled objects that were alive.
   */
  objects: number;
  /**
   * The number of those with a known path to a GC root.
   */
  objects_with_retainer: number;
  /**
   * The retention paths, the most objects first.
   */
  retainers: Retainer[];
}
/**
 * Objects of one class with the same retention path.
 */
export interface Retainer {
  /**
   * The class of the objects.
   */
  type: string;
  /**
   * The number of sampled objects.
   */
  objects: number;
  /**
   * The size of the objects themselves; null when unknown.
   */
  bytes: number | null;
  /**
   * The age of the youngest object.
   */
  age_min_ms: number;
  /**
   * The median age.
   */
  age_median_ms: number;
  /**
   * The age of the oldest object.
   */
  age_max_ms: number;
  /**
   * The last reference that each object has for itself: the one to remove.
   */
  last_reference: string | null;
  /**
   * The object or field beyond it that they share.
   */
  container: string | null;
  /**
   * The retention path, from the object towards the GC root.
   */
  chain: RetainerLink[];
  /**
   * Whether the path goes up to the GC root; otherwise the paths of the objects differ from its end on.
   */
  complete: boolean;
  /**
   * The GC root of most of the objects.
   */
  root: null | RetainerRoot;
  /**
   * The call site that allocated most of them, the innermost method first.
   */
  stack: string[];
}
/**
 * One step of a retention path.
 */
export interface RetainerLink {
  /**
   * The class of the referring object.
   */
  type: string;
  /**
   * The field; null when the referring object is an array.
   */
  field: string | null;
  /**
   * Whether the field is static.
   */
  static: boolean;
}
/**
 * A GC root.
 */
export interface RetainerRoot {
  /**
   * The part of the runtime that the root belongs to.
   */
  system: string;
  /**
   * The kind of root.
   */
  type: string | null;
  /**
   * The description by the runtime.
   */
  description: string | null;
}
/**
 * A heap snapshot: all objects right after an induced full collection.
 */
export interface HeapObjects {
  /**
   * The number of objects.
   */
  objects: number;
  /**
   * The size of all objects.
   */
  bytes: number;
  /**
   * How long the snapshot stopped all threads, including the collection; null when unknown.
   */
  stop_ms: number | null;
  /**
   * The types, the most bytes first; at most 50.
   */
  types: HeapType[];
  /**
   * The groups of objects by retention path, the most bytes first; each object is in one group only.
   */
  retained: RetainedObjects[];
}
/**
 * The objects of one type.
 */
export interface HeapType {
  /**
   * The name of the type.
   */
  type: string;
  /**
   * The number of objects.
   */
  objects: number;
  /**
   * The size of the objects themselves.
   */
  bytes: number;
}
/**
 * Objects of one type that are retained by the same path of types.
 */
export interface RetainedObjects {
  /**
   * The type of the objects.
   */
  type: string;
  /**
   * The retention path in one line, with short names.
   */
  path_text: string;
  /**
   * The number of objects.
   */
  objects: number;
  /**
   * The size of the objects themselves.
   */
  bytes: number;
  /**
   * The number of these objects and of all objects whose shortest path from a GC root goes through them.
   */
  shortest_path_objects: number;
  /**
   * The size of all these objects.
   */
  shortest_path_bytes: number;
  /**
   * The retained size: what a collection frees once nothing refers to these objects; null where not computed.
   */
  retained_bytes: number | null;
  /**
   * The type that dominates the size of the objects below them.
   */
  dominant_type: string;
  /**
   * The types on the retention path, the nearest first.
   */
  retained_by: string[];
  /**
   * The kind of the GC root: global, static, thread_static, handle, pinned_handle, stack, finalizer, weak_table, other.
   */
  root: string;
  /**
   * The name of the static field, without its class, which the runtime does not report, or V8's group of roots; null for others.
   */
  root_field: string | null;
}
/**
 * A wait of threads for another reason than GC; never part of pauses.
 */
export interface NonGcWait {
  /**
   * The reason of the wait.
   */
  name: string;
  /**
   * The total time.
   */
  total_ms: number;
  /**
   * The number of waits; null when only times are known.
   */
  count: number | null;
  /**
   * The longest wait; null when only sums are known.
   */
  max_ms: number | null;
  /**
   * Whether the time of several threads or processors is summed, so that it may exceed the length of the recording.
   */
  summed_over_threads: boolean;
  /**
   * The share of the time of the slowest 1 % of requests that overlaps these waits; null when unknown.
   */
  share_of_slow_requests_percent: number | null;
  /**
   * The source of the numbers, and what they do not include.
   */
  source: string;
}
/**
 * A runtime counter over the recording.
 */
export interface CounterSummary {
  /**
   * The name of the counter.
   */
  name: string;
  /**
   * The unit of the counter.
   */
  unit: 'bytes' | 'bytes/s' | 'percent' | 'count' | 'per second';
  /**
   * The number of values.
   */
  samples: number;
  /**
   * The mean value.
   */
  mean: number | null;
  /**
   * The maximum value.
   */
  max: number | null;
  /**
   * The last value.
   */
  last: number | null;
}
/**
 * A collection with its pauses and phases; only with --events.
 */
export interface CollectionEvent {
  /**
   * The number of the collection in the runtime.
   */
  number: number;
  /**
   * The generation; null for a runtime without generations.
   */
  generation: 'gen0' | 'gen1' | 'gen2' | 'young' | 'mixed' | 'old' | 'full' | null;
  /**
   * The type in PerfView's letters: the generation, then B background, F inside a background one, N other, then I induced, i induced but not forced.
   */
  type?: string | null;
  /**
   * Whether it was blocking or background.
   */
  kind: 'blocking' | 'background';
  /**
   * The cause, normalised.
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
   * The cause in the runtime's own terms.
   */
  runtime_cause: string | null;
  /**
   * Whether it was induced by code.
   */
  induced: boolean;
  /**
   * Start since the start of the recording.
   */
  start_ms: number | null;
  /**
   * The pauses of the collection.
   */
  pauses: EventPause[];
  /**
   * Heap in use at its start.
   */
  heap_before_bytes: number | null;
  /**
   * Heap in use at its end.
   */
  heap_after_bytes: number | null;
  /**
   * Bytes promoted to an older generation.
   */
  promoted_bytes: number | null;
  /**
   * Bytes allocated since the previous collection.
   */
  allocated_bytes?: number | null;
  /**
   * Phases as name → milliseconds; phases with the same name in one collection are summed.
   */
  phases: {
    [k: string]: number;
  };
  /**
   * Why the collector chose this generation and kind (.NET: condemned reasons), and whether it compacted.
   */
  reasons?: string[];
  thresholds?: Thresholds;
  /**
   * Time from the request to stop the threads until all had stopped.
   */
  suspension_ms?: number;
  /**
   * The number of heaps in use.
   */
  heaps?: number;
  /**
   * Memory load of the machine or container at its start.
   */
  memory_load_percent?: number;
  /**
   * The number of pinned objects.
   */
  pinned_objects?: number;
  /**
   * The number of handles at its end.
   */
  handles?: number;
  /**
   * The number of dead objects retained for finalization.
   */
  finalizable_objects?: number;
  /**
   * The bytes retained because of them.
   */
  finalizable_bytes?: number;
  /**
   * Surviving bytes in the heap with the most survivors.
   */
  fullest_heap_survived_bytes?: number;
  /**
   * Committed bytes in use at its end.
   */
  committed_in_use_bytes?: number;
  /**
   * Committed bytes that are free or about to be decommitted.
   */
  committed_free_bytes?: number;
  /**
   * The spaces of the heap by name.
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
   * Start since the start of the recording.
   */
  start_ms: number | null;
  /**
   * The duration of the pause.
   */
  duration_ms: number;
  /**
   * The name in the runtime's own terms.
   */
  phase: string;
}
/**
 * JVM: the thresholds that the collector set for the time after a collection.
 */
export interface Thresholds {
  /**
   * The age at which survivors are promoted.
   */
  tenuring: number | null;
  /**
   * The maximum age.
   */
  tenuring_max: number | null;
  /**
   * The desired survivor size.
   */
  desired_survivor_bytes: number | null;
  /**
   * The target size of the young generation until the next collection.
   */
  young_target_bytes: number | null;
  /**
   * G1: old generation occupancy that starts concurrent marking (IHOP).
   */
  marking_bytes: number | null;
}
/**
 * A space of the heap at one collection.
 */
export interface EventSpace {
  /**
   * Bytes in use at its start.
   */
  before_bytes: number;
  /**
   * Bytes in use at its end.
   */
  after_bytes: number;
  /**
   * Free bytes between objects (fragmentation) at its end.
   */
  free_bytes: number;
  /**
   * Surviving bytes.
   */
  survived_bytes: number;
  /**
   * Bytes that may be allocated there until the next collection.
   */
  budget_bytes: number;
}
/**
 * A wait of a single thread for memory: thread time, never part of pauses; only with --events.
 */
export interface Wait {
  /**
   * Start since the start of the recording.
   */
  start_ms: number | null;
  /**
   * The duration of the wait.
   */
  duration_ms: number;
  /**
   * The reason of the wait.
   */
  name: string;
  /**
   * The thread ID of the operating system.
   */
  thread_id: number | null;
}
/**
 * The attribution of slow requests to GC. Null where it was not judged.
 */
export interface Requests {
  /**
   * Whether there was enough evidence.
   */
  outcome: 'judged' | 'not-significant' | 'not-enough-evidence';
  /**
   * The attribution in one sentence.
   */
  verdict: string;
  /**
   * The inputs.
   */
  sources: RequestSource[];
  /**
   * The number of requests that were judged.
   */
  count: number;
  /**
   * The number of ignored requests: of other processes, outside of the recordings, with impossible times, or streams.
   */
  excluded: number;
  /**
   * The ignored requests by reason; null in documents of older versions.
   */
  excluded_by_reason?: null | Excluded;
  /**
   * The threshold: longer requests are slow.
   */
  slow_threshold_ms: number;
  /**
   * The number of slow requests.
   */
  slow: number;
  /**
   * The time of requests while their process was stopped, summed over requests; null where requests could not be placed in time, and in documents of older versions.
   */
  stopped_ms?: number | null;
  /**
   * The time that requests would have been faster without pauses and what waited behind them, summed over requests; null where nothing was judged, and in documents of older versions.
   */
  lost_ms?: number | null;
  /**
   * The number of requests with a pause inside.
   */
  with_pause: number | null;
  /**
   * The number of slow requests with a pause inside.
   */
  slow_with_pause: number | null;
  /**
   * The number of slow requests that would not be slow without pauses and the queue behind them; null when that is not significant.
   */
  slow_because_of_gc: number | null;
  /**
   * The minimum number of requests that are slow because of GC, also where there is no single estimate; null where nothing was judged.
   */
  slow_because_of_gc_low?: number | null;
  /**
   * The maximum number of requests that are slow because of GC.
   */
  slow_because_of_gc_high?: number | null;
  /**
   * Requests that waited in the accept queue while the process was stopped, which their own times do not include; null where there is no sign of it.
   */
  accept_queue?: null | AcceptQueue;
  /**
   * The share of requests that were kept by sampling, where the source or the user says so; null when all are assumed to be present.
   */
  sampled_percent?: number | null;
  /**
   * Whether requests were kept depending on their latency: then there are no percentiles.
   */
  tail_sampled?: boolean;
  /**
   * The number of slow requests that would not be slow without the pauses inside them: a lower bound.
   */
  slow_because_of_own_pauses: number | null;
  /**
   * The number of slow requests that queued behind requests delayed by pauses, beyond the pauses inside them.
   */
  slow_queued_behind_gc: number | null;
  /**
   * The share of slow requests that are slow because of GC.
   */
  explained_percent: number | null;
  /**
   * The number of slow requests that GC does not explain.
   */
  slow_unexplained: number | null;
  /**
   * The share of slow requests.
   */
  slow_percent: number | null;
  /**
   * The median.
   */
  p50_ms: number | null;
  /**
   * The 90th percentile.
   */
  p90_ms: number | null;
  /**
   * The 99th percentile.
   */
  p99_ms: number | null;
  /**
   * The 99.9th percentile.
   */
  p999_ms: number | null;
  /**
   * The longest.
   */
  max_ms: number | null;
  /**
   * The latency without pauses and the queue behind them, with its bounds.
   */
  without_gc: null | WithoutGc;
  /**
   * The latency from evenly spaced starts, for closed-loop load tests; null where requests could not be placed in time, and in documents of older versions.
   */
  metered?: null | Metered;
  /**
   * The p-value of the overlap of pauses and slow requests.
   */
  p_value: number | null;
  /**
   * How the requests of each process were judged.
   */
  processes: RequestProcess[];
  /**
   * The slowest requests.
   */
  worst: WorstRequest[];
  /**
   * The holes in traces with collections in them, the best explained first.
   */
  holes: ExplainedHole[];
  /**
   * The critical paths of traces across services, by the service that they begin in; empty where fewer than two services are in traces, or none of them was recorded; null in documents of older versions.
   */
  critical_paths?: CriticalPath[] | null;
  /**
   * Assumptions, warnings and refusals.
   */
  explanations: Explanation[];
  /**
   * The distribution of latencies over the time of arrival; null in documents of older versions.
   */
  histogram?: null | Histogram;
}
/**
 * The requests of one input.
 */
export interface RequestSource {
  /**
   * The files that were read.
   */
  files: string[];
  /**
   * The format of the input.
   */
  format: string;
  /**
   * The number of requests.
   */
  requests: number;
  /**
   * The number of spans.
   */
  spans: number;
  /**
   * The number of lines; null for formats without lines.
   */
  lines: number | null;
  /**
   * The number of lines that were not parsed.
   */
  lines_unparsed: number;
  coverage: Coverage;
  /**
   * Whether the requests are in the recording of the collections itself.
   */
  from_recording?: boolean;
  /**
   * The number of failed requests (status at least 500) since the process started, by its own count; null when unknown.
   */
  failed?: number | null;
}
/**
 * Ignored requests by reason.
 */
export interface Excluded {
  /**
   * Requests served by other processes, or by an unknown process.
   */
  other_processes: number;
  /**
   * Requests from before or after the recording.
   */
  outside_recording: number;
  /**
   * Requests with impossible times.
   */
  invalid_times: number;
  /**
   * Streams instead of requests, as declared or by their duration.
   */
  streams: number;
}
/**
 * Requests that waited in the accept queue while the server was stopped: its own measurement starts when it accepts them, after the stop.
 */
export interface AcceptQueue {
  /**
   * The number of delayed requests: those that started during a stop or within 20 ms after it, minus those expected by chance.
   */
  count: number;
  /**
   * The number of requests that started during a stop or within 20 ms after it.
   */
  started_during_stops: number;
  /**
   * The number of stops of at least 5 ms that were examined.
   */
  stops: number;
  /**
   * The shortest of those stops.
   */
  shortest_stop_ms: number;
  /**
   * The longest of those stops, which bounds the wait.
   */
  longest_stop_ms: number;
  /**
   * The mean wait before the server's own measurement starts, assuming a uniform arrival rate.
   */
  mean_wait_ms: number;
  /**
   * The minimum number of requests that are not slow by the server's time but were slow for their clients.
   */
  slow_low: number;
  /**
   * The maximum number of such requests.
   */
  slow_high: number;
}
/**
 * The latency without GC and the queue behind its pauses.
 */
export interface WithoutGc {
  /**
   * The share of slow requests.
   */
  slow_percent: number | null;
  /**
   * The median.
   */
  p50_ms: number | null;
  /**
   * The 90th percentile.
   */
  p90_ms: number | null;
  /**
   * The 99th percentile.
   */
  p99_ms: number | null;
  /**
   * The 99.9th percentile.
   */
  p999_ms: number | null;
  /**
   * The longest.
   */
  max_ms: number | null;
  /**
   * The lower bound of the 99th percentile.
   */
  p99_low_ms?: number | null;
  /**
   * The upper bound of the 99th percentile.
   */
  p99_high_ms?: number | null;
  /**
   * In documents of older versions, whether a queue had to be assumed. Otherwise false, because an assumed queue is not certainly a bound: low and high have the range.
   */
  upper_bound: boolean;
  /**
   * The lower bounds over all queueing models that fit; null in documents of older versions.
   */
  low?: null | Latency;
  /**
   * The upper bounds over all queueing models that fit; null in documents of older versions.
   */
  high?: null | Latency;
  own_pauses_only: Latency;
}
/**
 * Latencies of requests; percentiles are nearest-rank over all values.
 */
export interface Latency {
  /**
   * The share of slow requests.
   */
  slow_percent: number | null;
  /**
   * The median.
   */
  p50_ms: number | null;
  /**
   * The 90th percentile.
   */
  p90_ms: number | null;
  /**
   * The 99th percentile.
   */
  p99_ms: number | null;
  /**
   * The 99.9th percentile.
   */
  p999_ms: number | null;
  /**
   * The longest.
   */
  max_ms: number | null;
}
/**
 * Metered latency (DaCapo Chopin): from the start that a request would have had if the client sent at an even rate, where that is earlier than its real start. A witness of what a closed-loop client left out (coordinated omission), without a queueing model.
 */
export interface Metered {
  /**
   * Why there is none, in a sentence; null where there is.
   */
  refusal: string | null;
  /**
   * The latency by the length of the window, the shortest first; empty when refused.
   */
  windows: MeteredWindow[];
}
/**
 * Metered latency by one length of window.
 */
export interface MeteredWindow {
  /**
   * Requests are spaced evenly over so long; null for the whole run.
   */
  window_ms: number | null;
  /**
   * The share of slow requests.
   */
  slow_percent: number | null;
  /**
   * The median.
   */
  p50_ms: number | null;
  /**
   * The 90th percentile.
   */
  p90_ms: number | null;
  /**
   * The 99th percentile.
   */
  p99_ms: number | null;
  /**
   * The 99.9th percentile.
   */
  p999_ms: number | null;
  /**
   * The longest.
   */
  max_ms: number | null;
}
/**
 * How one process's requests were aligned with its recording.
 */
export interface RequestProcess {
  /**
   * The index of the process.
   */
  process: number;
  /**
   * The number of requests that arrived during the recording.
   */
  count: number;
  /**
   * The number of requests from before or after the recording, which are ignored.
   */
  outside_recording: number;
  /**
   * The offset added to the recording's clock.
   */
  clock_offset_ms: number;
  /**
   * The drift between the clocks.
   */
  clock_drift_ppm: number | null;
  /**
   * The uncertainty of the offset, in both directions.
   */
  clock_error_ms: number;
  /**
   * Whether the data confirm the clock alignment.
   */
  clock_state?: 'verified' | 'contradicted' | 'untestable' | 'shared' | null;
  /**
   * The minimum offset, including a network round trip to a client.
   */
  clock_offset_low_ms?: number | null;
  /**
   * The maximum offset.
   */
  clock_offset_high_ms?: number | null;
  /**
   * Whether the offset was estimated from the data.
   */
  clock_offset_inferred: boolean;
  /**
   * Whether requests and pauses were recorded on the same clock, so that no alignment was needed.
   */
  clock_shared?: boolean;
  /**
   * The queueing model of the process.
   */
  queue: 'fifo' | 'processor-sharing' | 'unlimited';
  /**
   * The number of requests that it serves concurrently.
   */
  workers: number;
  /**
   * Whether the data fit this queueing model; otherwise it was assumed.
   */
  queue_fits: boolean;
  /**
   * The number of queueing models that fit about as well as the best; the ranges cover all of them.
   */
  queue_candidates?: number;
  /**
   * How much earlier than logged a pause starts on average, because no request ends from then on; 0 when that is not measurable.
   */
  unlogged_pause_start_ms?: number | null;
  /**
   * The time that a request spends outside of the queue.
   */
  outside_queue_ms: number;
  /**
   * The number of pauses with timestamps.
   */
  pauses: number;
  /**
   * The number of pauses ignored because they are shorter than the clock uncertainty.
   */
  pauses_below_clock_error: number;
  /**
   * A sample of the traces that the process served, which does not depend on their length; null where requests have no trace ids, where pauses or requests could not be placed in time, where traces were kept because they were slow, and in documents of older versions.
   */
  trace_sample?: null | TraceSample;
}
/**
 * The traces of a process with the smallest hashes, at most 128. The hash is the lower 64 bits of the trace id, mixed by splitmix64, so reports of other services choose the same traces. The lists have an entry for each trace, in the order of their starts.
 */
export interface TraceSample {
  /**
   * The number of requests with a trace id.
   */
  requests: number;
  /**
   * All traces are in the sample whose hash is below this share of the largest; 1 when no trace is left out.
   */
  below: number;
  /**
   * When the first request of the first trace started.
   */
  started_at: string;
  /**
   * The trace ids, 32 hexadecimal digits each.
   */
  trace_ids: string[];
  /**
   * When the first request of each trace started, after that of the first trace.
   */
  start_ms: number[];
  /**
   * The time from the start of the first request of each trace to the end of its last.
   */
  duration_ms: number[];
  /**
   * The time of it in which the process served the trace and was stopped for GC.
   */
  stopped_ms: number[];
}
/**
 * One of the slowest requests, with the collections in it.
 */
export interface WorstRequest {
  /**
   * The index of its process.
   */
  process: number;
  /**
   * The operation; null when unnamed.
   */
  name: string | null;
  /**
   * The trace ID, 32 hexadecimal digits; null when the source is not a trace.
   */
  trace_id: string | null;
  /**
   * The arrival time in UTC.
   */
  started_at: string;
  /**
   * The latency as measured.
   */
  duration_ms: number;
  /**
   * The part of it inside pauses with timestamps.
   */
  paused_ms: number;
  /**
   * The part of it spent queued behind requests delayed by earlier pauses, beyond the pauses inside it.
   */
  queued_behind_gc_ms: number;
  /**
   * The latency without pauses and the queue behind them.
   */
  without_gc_ms: number;
  /**
   * The collections whose pauses overlap it, by generation, however short.
   */
  collections: CollectionsIn[];
  /**
   * The up to five pauses that took most of it, the one that took most first; null in documents of older versions.
   */
  pauses?: PauseIn[] | null;
  /**
   * .NET: the part of it in which work waited for a thread-pool thread, which may overlap pauses; null where not recorded, and in documents of older versions.
   */
  pool_wait_ms?: number | null;
  /**
   * What most of its time went into; null in documents of older versions.
   */
  dominating?: 'own' | 'pauses' | 'queue' | 'pool' | 'loop' | null;
  /**
   * Why it took so long, as a sentence; null in documents of older versions.
   */
  why?: string | null;
}
/**
 * Collections of one generation within a request or a hole.
 */
export interface CollectionsIn {
  /**
   * The generation; null for a runtime without generations.
   */
  generation: 'gen0' | 'gen1' | 'gen2' | 'young' | 'mixed' | 'old' | 'full' | null;
  /**
   * The number of collections with a pause that overlaps it.
   */
  count: number;
  /**
   * Pause time within it.
   */
  paused_ms: number;
}
/**
 * A pause in a request.
 */
export interface PauseIn {
  /**
   * The number of its collection in the runtime.
   */
  collection: number;
  /**
   * The index of its collection in the recording, by which the page finds it.
   */
  collection_index: number;
  /**
   * Start since the start of the recording.
   */
  start_ms: number;
  /**
   * The time of the pause inside the request.
   */
  paused_ms: number;
}
/**
 * A hole in a trace (time in no child span) with the collections in it.
 */
export interface ExplainedHole {
  /**
   * The index of its process.
   */
  process: number;
  /**
   * The trace ID, 32 hexadecimal digits.
   */
  trace_id: string;
  /**
   * The operation of the span; null when unnamed.
   */
  span: string | null;
  /**
   * The child that ended last before the hole; null when the hole starts with the span.
   */
  after: string | null;
  /**
   * The child that starts after the hole; null when the hole ends with the span.
   */
  before: string | null;
  /**
   * Whether the span has no children, so that the hole is the whole span.
   */
  leaf: boolean;
  /**
   * The start in UTC.
   */
  started_at: string;
  /**
   * The duration.
   */
  duration_ms: number;
  /**
   * The part of it inside pauses with timestamps.
   */
  explained_ms: number;
  /**
   * The collections whose pauses overlap it, by generation.
   */
  collections: CollectionsIn[];
}
/**
 * The critical paths of the traces that begin in one service: back from the end of each trace to the child that ended last. Of calls in parallel, only the one that was waited for is on it.
 */
export interface CriticalPath {
  /**
   * The service; null when the traces do not say.
   */
  service: string | null;
  /**
   * The number of traces within all recordings.
   */
  traces: number;
  /**
   * The sum of their durations.
   */
  duration_ms: number;
  /**
   * The number of traces longer than the threshold of slow requests.
   */
  slow: number;
  /**
   * The sum of the durations of the slow traces.
   */
  slow_duration_ms: number;
  /**
   * The services on the paths, the one with the most time in pauses first.
   */
  services: PathService[];
}
/**
 * One service on the critical paths; times are sums over the traces.
 */
export interface PathService {
  /**
   * The service; null when the traces do not say.
   */
  service: string | null;
  /**
   * The index of its process; null when it was not recorded.
   */
  process: number | null;
  /**
   * The time of the paths spent in this service itself.
   */
  on_path_ms: number;
  /**
   * The part of it inside pauses of its process: a lower bound; null when it was not recorded.
   */
  paused_ms: number | null;
  /**
   * The time of the slow traces' paths spent in this service itself.
   */
  slow_on_path_ms: number;
  /**
   * The part of it inside pauses of its process; null when it was not recorded.
   */
  slow_paused_ms: number | null;
  /**
   * The number of slow traces that would not be slow without these pauses; null when it was not recorded.
   */
  slow_because_of_pauses: number | null;
}
/**
 * A remark that readers of the numbers must know.
 */
export interface Explanation {
  /**
   * The kind of remark.
   */
  kind: 'assumption' | 'warning' | 'not-judged';
  /**
   * One or two sentences with numbers and units.
   */
  text: string;
  /**
   * Whether it says that the times of requests are implausible.
   */
  implausible_times?: boolean;
}
/**
 * A problem that a rule found.
 */
export interface Finding {
  /**
   * The ID of the rule: a noun for the problem. `unpause explain ID` has the details.
   */
  id: string;
  /**
   * The index of its process.
   */
  process: number;
  /**
   * Whether it names a cause. False for a symptom such as a high share of time in GC: its cause is the finding in `symptom_of`, or unknown. Null in documents of older versions.
   */
  names_cause?: boolean | null;
  /**
   * The severity.
   */
  severity: 'high' | 'medium' | 'low' | 'info';
  /**
   * The title, one sentence with the headline number.
   */
  title: string;
  /**
   * The evidence, the most important first.
   */
  evidence: Evidence[];
  /**
   * What to change, the best advice first.
   */
  advice: Advice[];
  /**
   * The expected improvement, as text.
   */
  expected_gain: string | null;
  /**
   * The expected improvement, as numbers; null where unknown.
   */
  gain?: null | Gain;
  /**
   * The index of the root cause that this finding is a symptom of, smaller than its own. Fixing the root cause should also fix the symptom. Null for a root cause, and in reports of older versions.
   */
  symptom_of?: number | null;
  /**
   * The confidence; null in reports of older versions.
   */
  confidence?: 'certain' | 'likely' | 'possible' | null;
  /**
   * The reason of the confidence, as a clause.
   */
  confidence_reason?: string | null;
  /**
   * The most stopped time that the change can save, by which root causes are ranked; null where unknown.
   */
  savings_max_ms?: number | null;
  /**
   * How that time was estimated.
   */
  savings_source?: string | null;
  /**
   * The stop-the-world pauses that it is about: it can save no more than they took. Null in documents of older versions.
   */
  concerns?: null | StopSum;
  /**
   * The stop-the-world pauses that it explains as a root cause; each pause is explained by one finding at most. Null for a symptom, and in documents of older versions.
   */
  explains?: null | StopSum;
}
/**
 * Evidence of a finding: a number with its source.
 */
export interface Evidence {
  /**
   * The stable name, the same in all findings: snake_case, ending in the unit (survival_percent, pause_total_ms) or in the noun that is counted (full_collections). Several items of one kind, as sites, causes or types, share a key (site_bytes), and the text names the item. Null in reports of older versions.
   */
  key?: string | null;
  /**
   * A phrase that describes the number and its source.
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
 * An advice: what to change.
 */
export interface Advice {
  /**
   * What to do, why it helps, and for which versions.
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
  gain?: Gain;
  /**
   * The settings in it; `unpause explain NAME` explains each.
   */
  setting_names?: string[];
}
/**
 * The expected improvement by a change, as a range.
 */
export interface Gain {
  /**
   * The metric that should change, by its name in budgets.
   */
  metric: string;
  /**
   * The smallest expected improvement.
   */
  low: number;
  /**
   * The largest expected improvement.
   */
  high: number;
  /**
   * The unit of both numbers.
   */
  unit: string;
}
/**
 * A number of stop-the-world pauses.
 */
export interface StopSum {
  /**
   * The number of pauses.
   */
  count: number;
  /**
   * Their total time.
   */
  total_ms: number;
  /**
   * Their share of all stopped time of the process; null where nothing stopped it.
   */
  share_percent: number | null;
}
/**
 * A rule without enough data to judge a process.
 */
export interface NotApplicable {
  /**
   * The ID of the rule.
   */
  id: string;
  /**
   * The index of the process.
   */
  process: number;
  /**
   * The reason, and what to record.
   */
  reason: string;
}
