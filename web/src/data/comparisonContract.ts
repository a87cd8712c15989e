/** Made from schema/unpause.comparison-1.schema.json by schema/generate: edit the C# records instead. */

export type Verdict = 'better' | 'worse' | 'higher' | 'lower' | 'within_noise' | 'too_few' | 'not_comparable';
export type Number = number | null;

/**
 * What unpause compare --format json writes: two sides of runs, each number with its difference, what that may be, and a verdict. Times are milliseconds, sizes bytes, unknown is null. Additions are allowed within version 1.
 */
export interface Comparison {
  schema: 'unpause.comparison/1';
  tool_version: string;
  /**
   * The answer in a sentence or two.
   */
  verdict: string;
  outcome: Verdict;
  /**
   * The metric that was tested first; null when nothing can be compared.
   */
  headline: string | null;
  /**
   * runs: several runs a side were dealt to the sides otherwise and drawn again; within_run: stretches of the one run a side were drawn again, and how far runs lie apart is not known.
   */
  basis: 'runs' | 'within_run';
  /**
   * How often all verdicts together may be wrong by chance where there is no difference.
   */
  familywise_error_rate: number;
  before: Side;
  after: Side;
  /**
   * The headline first.
   */
  metrics: Metric[];
  conditions: Condition[];
  findings: Finding[];
  allocations: Allocation[];
  distributions: Distribution[];
  caveats: string[];
}
export interface Side {
  name: string;
  /**
   * @minItems 1
   */
  runs: {
    files: string[];
    process: string;
    processes: number;
  }[];
  runtime: string;
  runtime_version: string | null;
  collector: string | null;
  requests_per_s: Number;
  allocation_rate_bytes_per_s: Number;
  duration_ms: Number;
}
export interface Metric {
  name: string;
  title: string;
  unit: 'ms' | 'bytes' | 'bytes/s' | 'percent' | 'count';
  before: Number;
  after: Number;
  /**
   * difference, low and high are shares of before; else they are in the unit.
   */
  is_ratio: boolean;
  difference: Number;
  low: Number;
  high: Number;
  p_value: number | null;
  verdict: Verdict;
  reason: string | null;
  runs_for_ten_percent: number | null;
  runs_before: Number[];
  runs_after: Number[];
}
export interface Condition {
  kind: 'changed' | 'confounder';
  name: string;
  before: string | null;
  after: string | null;
}
export interface Finding {
  id: string;
  title: string;
  state: 'gone' | 'new' | 'persists' | 'intermittent';
  runs_before: number;
  runs_after: number;
  prediction: {
    metric: string;
    measured_by: string | null;
    unit: string;
    low: number;
    high: number;
    measured: Number;
    outcome: 'as_predicted' | 'less_than_predicted' | 'no_improvement' | 'unknown';
  } | null;
}
export interface Allocation {
  type: string | null;
  site: string | null;
  before_bytes_per_s: Number;
  after_bytes_per_s: Number;
}
export interface Distribution {
  kind: 'pauses' | 'requests';
  before: Buckets;
  after: Buckets;
  shifts: {
    percentile: number;
    before_ms: number;
    after_ms: number;
    low_ms: number;
    high_ms: number;
  }[];
}
export interface Buckets {
  count: number;
  sum_ms: number;
  max_ms: Number;
  zero_count: number;
  offset: number;
  buckets: number[];
}
