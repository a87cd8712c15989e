/** Made from schema/unpause.model-1.schema.json by schema/generate: edit the C# records instead. */

/**
 * The cost of memory in GC time: the memory law with the user's numbers, or models fitted to recordings. Times in milliseconds unless the key says s, sizes in bytes; null is unknown. Additions are allowed, renames are not.
 */
export interface Model {
  /**
   * The contract's name and version.
   */
  schema: 'unpause.model/1';
  /**
   * The version of unpause that wrote it.
   */
  tool_version: string;
  /**
   * The memory law with the user's numbers; null with recordings.
   */
  law: null | Law;
  /**
   * The processes of the recordings.
   */
  processes: ProcessModel[];
  /**
   * Instances with coordinated collections; null without requests of several processes, and in older versions.
   */
  rotation: null | Rotation;
}
/**
 * The memory law with the user's numbers.
 */
export interface Law {
  /**
   * The formula.
   */
  formula: string;
  /**
   * Bytes allocated per second while no collection runs.
   */
  allocation_rate_bytes_per_s: number;
  /**
   * The live set after each collection.
   */
  survivor_bytes: number;
  /**
   * The requested memory limit.
   */
  limit_bytes: number;
  /**
   * The duration of a collection in seconds, per GiB of survivors.
   */
  pause_s_per_gib: number;
  /**
   * The duration of a collection.
   */
  pause_ms: number;
  /**
   * The time from one collection to the next.
   */
  period_ms: number | null;
  /**
   * The share of time in collections.
   */
  percent: number | null;
  /**
   * The same for other memory limits.
   */
  curve: LawPoint[];
}
/**
 * The cost of a memory limit by the memory law.
 */
export interface LawPoint {
  /**
   * The memory limit.
   */
  limit_bytes: number;
  /**
   * The time from one collection to the next.
   */
  period_ms: number | null;
  /**
   * The share of time in collections.
   */
  percent: number | null;
}
/**
 * The model of a process.
 */
export interface ProcessModel {
  /**
   * The name of the process.
   */
  name: string;
  /**
   * The runtime.
   */
  runtime: string;
  /**
   * The garbage collector.
   */
  collector: string;
  /**
   * The answer in a sentence.
   */
  verdict: string;
  /**
   * Why no model fits; null where one does.
   */
  no_model_reason: string | null;
  /**
   * The fitted model; null where none fits.
   */
  model: null | FittedModel;
  /**
   * The latency of requests with other settings; null without requests, and in older versions.
   */
  what_if: null | WhatIf;
}
/**
 * A model fitted to a recording.
 */
export interface FittedModel {
  /**
   * The formula.
   */
  formula: string;
  /**
   * The setting that limits the memory.
   */
  setting: string;
  /**
   * What the formula does not include.
   */
  caveat: string;
  /**
   * What the percentages are of: elapsed time, or CPU time (Go).
   */
  percent_of: 'time' | 'cpu';
  /**
   * Whether the process used all the memory that it may.
   */
  at_limit: boolean;
  /**
   * The ignored start of the recording, in which the heap was filled.
   */
  warm_up_ms: number;
  /**
   * What the formula takes as live: the median after collections of the whole heap, of G1 less.
   */
  live_bytes: number;
  /**
   * The live set after the last collection of the whole heap, as in reports; null where unknown, and in older versions.
   */
  live_set_bytes: number | null;
  /**
   * Bytes allocated per second while no collection stops the process.
   */
  allocation_rate_bytes_per_s: number | null;
  /**
   * Growth of the old generation per second; null for Go, which has none.
   */
  old_growth_rate_bytes_per_s: number | null;
  /**
   * The measured share of time, or of CPU time, in collections.
   */
  measured_percent: number | null;
  /**
   * The fits of pause times to survivors.
   */
  fits: Fit[];
  /**
   * The cost of the current memory limit; null when unknown.
   */
  current: null | CurvePoint;
  /**
   * The cost of twice the memory; null when unknown.
   */
  doubled: null | CurvePoint;
  /**
   * The cost of other memory limits.
   */
  curve: CurvePoint[];
  /**
   * The cost of the limits given with --limit.
   */
  requested: CurvePoint[];
}
/**
 * How long collections of a kind take by what survives them.
 */
export interface Fit {
  /**
   * Young collections, or collections that stop the process for the whole heap.
   */
  kind: 'young' | 'full';
  /**
   * The number of collections.
   */
  collections: number;
  /**
   * Their median duration.
   */
  median_ms: number | null;
  /**
   * The median of their survivors.
   */
  median_survivor_bytes: number | null;
  /**
   * The duration in seconds per GiB of survivors (Theil and Sen's slope); null when unknown.
   */
  pause_s_per_gib: number | null;
  /**
   * Lower end of its 95 % confidence interval.
   */
  pause_low_s_per_gib: number | null;
  /**
   * Upper end of that interval.
   */
  pause_high_s_per_gib: number | null;
  /**
   * The part of the duration that does not depend on survivors.
   */
  constant_ms: number | null;
  /**
   * Why the slope is unknown; null when it is known.
   */
  unknown_reason: 'too_few' | 'same_survivors' | 'noisy' | null;
}
/**
 * The cost of a memory limit.
 */
export interface CurvePoint {
  /**
   * The memory limit; of Go the heap goal.
   */
  limit_bytes: number;
  /**
   * The share of time in collections, of Go of CPU time; null where the live set leaves no room.
   */
  percent: number | null;
  /**
   * Lower end of its range.
   */
  low_percent: number | null;
  /**
   * Upper end of its range.
   */
  high_percent: number | null;
  /**
   * The time from one collection of old objects to the next, without pauses; null when unknown.
   */
  period_ms: number | null;
  /**
   * The GOGC with which Go has this heap goal; null where no GOGC has it, and for other runtimes.
   */
  gogc: number | null;
}
/**
 * The latency of the recorded requests with other settings, and the load that the process holds.
 */
export interface WhatIf {
  /**
   * The answer in a sentence.
   */
  verdict: string;
  /**
   * Why there is no answer; null where there is one.
   */
  refused_reason: string | null;
  /**
   * Longer requests are slow.
   */
  slow_threshold_ms: number;
  /**
   * Requests that were served again.
   */
  requests: number;
  /**
   * Recorded pauses of young collections.
   */
  young_pauses: number;
  /**
   * All other recorded pauses.
   */
  other_pauses: number;
  /**
   * The 99th percentile as measured.
   */
  measured_p99_ms: number | null;
  /**
   * Slow requests as measured.
   */
  measured_slow: number | null;
  /**
   * Latency by setting, the current one first.
   */
  settings: WhatIfSetting[];
  /**
   * It holds at least so many times the recorded load; null when unknown.
   */
  lowest_load_factor: number | null;
  /**
   * It holds at most so many times; null when unknown or beyond what was tried.
   */
  highest_load_factor: number | null;
  /**
   * Why the load is unknown; null where it is known.
   */
  load_unknown_reason: string | null;
  /**
   * Bytes that a request allocates; null when not recorded.
   */
  bytes_per_request: number | null;
  /**
   * Part of their speed that requests lose while the collector runs concurrently (75: four times as long); null when unknown or by chance, and in documents of older versions.
   */
  concurrent_slowdown_percent: number | null;
  /**
   * How it was computed, and what it assumes; null where there is no answer.
   */
  method: string | null;
}
/**
 * The latency with one setting.
 */
export interface WhatIfSetting {
  /**
   * The setting with its value.
   */
  setting: string;
  /**
   * The value: bytes, percent (GOGC) or objects (CPython); null for the current one.
   */
  value: number | null;
  /**
   * Whether it is the current setting.
   */
  current: boolean;
  /**
   * So many times as many pauses of young collections.
   */
  young_pauses_factor: number | null;
  /**
   * So many times as many other pauses.
   */
  other_pauses_factor: number | null;
  /**
   * Collections per second of a kind that was not recorded.
   */
  added_pauses_per_s: number | null;
  /**
   * The latency; null where refused.
   */
  latency: null | ReplayedLatency;
  /**
   * Why it is unknown; null where it is known.
   */
  refused_reason: string | null;
}
/**
 * The latency of replayed requests, with its range.
 */
export interface ReplayedLatency {
  /**
   * The 99th percentile by what is most likely.
   */
  p99_ms: number;
  /**
   * Its lower end.
   */
  p99_low_ms: number;
  /**
   * Its upper end.
   */
  p99_high_ms: number;
  /**
   * Slow requests by what is most likely.
   */
  slow: number;
  /**
   * The fewest.
   */
  slow_low: number;
  /**
   * The most.
   */
  slow_high: number;
}
/**
 * The latency of all requests of several instances with coordinated collections.
 */
export interface Rotation {
  /**
   * Processes whose requests were served again.
   */
  instances: number;
  /**
   * Shorter pauses do not take an instance out of rotation.
   */
  least_pause_ms: number;
  as_recorded: ReplayedLatency;
  staggered: ReplayedLatency;
  out_of_rotation: ReplayedLatency;
  both: ReplayedLatency;
}
