/** Made from schema/unpause.comparison-1.schema.json by schema/generate: edit the C# records instead. */

/**
 * The effect of a change: the contract unpause.comparison/1. Times are in milliseconds, sizes in bytes, and null is unknown. Differences are after − before, or after / before − 1.
 */
export interface Comparison {
  /**
   * The contract's name and version.
   */
  schema: 'unpause.comparison/1';
  /**
   * The version of unpause that wrote it.
   */
  tool_version: string;
  /**
   * The answer in a sentence or two.
   */
  verdict: string;
  /**
   * The verdict on the headline metric.
   */
  outcome: 'better' | 'worse' | 'higher' | 'lower' | 'within_noise' | 'too_few' | 'not_comparable';
  /**
   * The name of the metric that was tested first; null when nothing can be compared.
   */
  headline: string | null;
  /**
   * What the noise was estimated from: ByRuns or WithinRun.
   */
  basis: 'runs' | 'within_run';
  /**
   * The family-wise error rate: the probability of any false verdict where there is no difference.
   */
  familywise_error_rate: number;
  before: ComparedSide;
  after: ComparedSide;
  /**
   * The metrics, the headline first.
   */
  metrics: ComparedMetric[];
  /**
   * Conditions that differ: settings, versions, load, length, processors.
   */
  conditions: RunCondition[];
  /**
   * Root causes on either side, with predicted and measured improvements.
   */
  findings: ComparedFinding[];
  /**
   * Allocated types and call sites, the largest changes first; empty unless both sides have samples.
   */
  allocations: ComparedAllocation[];
  /**
   * Distributions of the durations of pauses and requests.
   */
  distributions: ComparedDistribution[];
  /**
   * What the collector costs at least on each side, over the least run time of either without its stops; null in documents of older versions.
   */
  overhead?: null | ComparedOverhead;
  /**
   * The least share of the time that the application had, by the length of the window; only lengths that all runs of both sides have; null in documents of older versions.
   */
  utilisation?: ComparedUtilisation[] | null;
  /**
   * Limits of what the numbers show.
   */
  caveats: string[];
}
/**
 * The runs of one side.
 */
export interface ComparedSide {
  /**
   * The name of the side, as the user passed it.
   */
  name: string;
  /**
   * The runs of the side.
   *
   * @minItems 1
   */
  runs: ComparedRun[];
  /**
   * The runtime of the compared process.
   */
  runtime: string;
  /**
   * The version of the runtime.
   */
  runtime_version: string | null;
  /**
   * The garbage collector.
   */
  collector: string | null;
  /**
   * Mean requests per second of the runs; null where unknown.
   */
  requests_per_s: number | null;
  /**
   * Mean allocation rate of the runs.
   */
  allocation_rate_bytes_per_s: number | null;
  /**
   * Mean length of the recordings.
   */
  duration_ms: number | null;
}
/**
 * One run of a side.
 */
export interface ComparedRun {
  /**
   * The files of the run.
   */
  files: string[];
  /**
   * The process that is compared.
   */
  process: string;
  /**
   * The number of processes in the run.
   */
  processes: number;
}
/**
 * A metric of both sides, with its difference and verdict.
 */
export interface ComparedMetric {
  /**
   * Its name: that of the budget metric where there is one.
   */
  name: string;
  /**
   * Its name for people.
   */
  title: string;
  /**
   * ms, bytes, bytes/s, percent or count.
   */
  unit: 'ms' | 'bytes' | 'bytes/s' | 'percent' | 'count';
  /**
   * The mean of the runs before; the geometric mean where IsRatio.
   */
  before: number | null;
  /**
   * The mean of the runs after; the geometric mean where IsRatio.
   */
  after: number | null;
  /**
   * Whether the difference is relative to before (−0.9 is −90 %); else it is in the unit.
   */
  is_ratio: boolean;
  /**
   * The difference; null where one side is unknown.
   */
  difference: number | null;
  /**
   * Lower end of the 95 % confidence interval of the difference; null where unknown.
   */
  low: number | null;
  /**
   * Upper end of that interval.
   */
  high: number | null;
  /**
   * The p-value, corrected for all metrics that are tested; null with one run per side.
   */
  p_value: number | null;
  /**
   * The verdict on the difference.
   */
  verdict: 'better' | 'worse' | 'higher' | 'lower' | 'within_noise' | 'too_few' | 'not_comparable';
  /**
   * Reason it is not comparable, or has too few values; otherwise null.
   */
  reason: string | null;
  /**
   * How many runs per side would detect a difference of 10 % with a power of 90 %; null where unknown.
   */
  runs_for_ten_percent: number | null;
  /**
   * The value of each run before; null where a run lacks it.
   */
  runs_before: (number | null)[];
  /**
   * The value of each run after; null where a run lacks it.
   */
  runs_after: (number | null)[];
}
/**
 * A condition that differs between the sides.
 */
export interface RunCondition {
  /**
   * Changed or Confounder.
   */
  kind: 'changed' | 'confounder';
  /**
   * Its name: a setting, or load, length, processors, version, collector …
   */
  name: string;
  /**
   * The value before; null where it was not set.
   */
  before: string | null;
  /**
   * The value after; null where it was not set.
   */
  after: string | null;
}
/**
 * A root cause before and after.
 */
export interface ComparedFinding {
  /**
   * The rule's id.
   */
  id: string;
  /**
   * The finding's title with its headline number; from the side after, where it is found on both.
   */
  title: string;
  /**
   * Whether it is gone, new, unchanged, or in some runs only.
   */
  state: 'gone' | 'new' | 'persists' | 'intermittent';
  /**
   * How many runs before have it.
   */
  runs_before: number;
  /**
   * How many runs after have it.
   */
  runs_after: number;
  /**
   * The predicted and the measured improvement; null where the finding predicted no number, or is new.
   */
  prediction: null | Prediction;
}
/**
 * The improvement that a finding predicted, and the measured one. Amounts of time are per minute.
 */
export interface Prediction {
  /**
   * The number that the finding predicted to change.
   */
  metric: string;
  /**
   * The metric of this comparison that measures it; null where none does.
   */
  measured_by: string | null;
  /**
   * Unit of the three numbers.
   */
  unit: string;
  /**
   * The smallest predicted improvement.
   */
  low: number;
  /**
   * The largest predicted improvement.
   */
  high: number;
  /**
   * The measured improvement; positive is better.
   */
  measured: number | null;
  /**
   * Whether the prediction came true.
   */
  outcome: 'as_predicted' | 'less_than_predicted' | 'no_improvement' | 'unknown';
}
/**
 * Bytes allocated by a type or call site, before and after.
 */
export interface ComparedAllocation {
  /**
   * The allocated type; null where unknown.
   */
  type: string | null;
  /**
   * The application's own frame that allocates; null for the sum of a type.
   */
  site: string | null;
  /**
   * Bytes per second before; null where there are none.
   */
  before_bytes_per_s: number | null;
  /**
   * Bytes per second after; null where there are none.
   */
  after_bytes_per_s: number | null;
}
/**
 * Distributions of durations on both sides, all runs of a side together.
 */
export interface ComparedDistribution {
  /**
   * What the durations are of: pauses or requests.
   */
  kind: 'pauses' | 'requests';
  before: Buckets;
  after: Buckets;
  /**
   * The shift of each percentile.
   */
  shifts: Shift[];
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
 * The shift of a percentile with its own 95 % confidence interval, from resampled runs or stretches of a single run.
 */
export interface Shift {
  /**
   * The percentile.
   */
  percentile: number;
  /**
   * The value before, within the width of a bucket (2.2 %).
   */
  before_ms: number;
  /**
   * The value after, with the same precision.
   */
  after_ms: number;
  /**
   * Lower end of the confidence interval of the difference.
   */
  low_ms: number;
  /**
   * Upper end of that interval.
   */
  high_ms: number;
}
/**
 * Lower-bound overhead of the collector (Cai and others, ISPASS 2022): run time over the distilled cost, which is the least run time of either side after subtracting stops for GC. Barriers, allocation and concurrent work are not measured, so the true cost is higher.
 */
export interface ComparedOverhead {
  /**
   * Both sides in a sentence, or why they are unknown.
   */
  text: string;
  /**
   * Why it is unknown in run time, in a sentence; null where it is known.
   */
  refusal: string | null;
  /**
   * Why it is unknown in CPU time, in a sentence; null where it is known.
   */
  cpu_refusal: string | null;
  /**
   * Whether run time is per request of a closed-loop load, because runs may take a fixed time.
   */
  per_request: boolean;
  /**
   * The side with the distilled cost; null where refused.
   */
  baseline: 'before' | 'after' | null;
  /**
   * The distilled cost: a geometric mean over runs; null where refused.
   */
  distilled_ms: number | null;
  /**
   * The side before; null where refused.
   */
  before: null | Overhead;
  /**
   * The side after; null where refused.
   */
  after: null | Overhead;
}
/**
 * Run time over the distilled cost.
 */
export interface Overhead {
  /**
   * 1.09 where the collector costs at least 9 %.
   */
  ratio: number;
  /**
   * Lower end of its 95 % confidence interval over runs; null with one run.
   */
  low: number | null;
  /**
   * Upper end of that interval.
   */
  high: number | null;
}
/**
 * The worst windows of one length, of each run, in percent of the window.
 */
export interface ComparedUtilisation {
  /**
   * The length of the window.
   */
  window_ms: number;
  /**
   * The least share in a window of exactly this length (MMU), of each run before.
   */
  mmu_before: number[];
  /**
   * The least share in a window of exactly this length, of each run after.
   */
  mmu_after: number[];
  /**
   * The least share in a window of this length or longer (BMU), of each run before.
   */
  bmu_before: number[];
  /**
   * The least share in a window of this length or longer, of each run after.
   */
  bmu_after: number[];
}
