/** Made from schema/unpause.trend-1.schema.json by schema/generate: edit the C# records instead. */

/**
 * Many reports over time: the contract unpause.trend/1. Times are in milliseconds, sizes in bytes, and null is unknown. Version 1 allows additions, but no renames.
 */
export interface Trend {
  /**
   * The contract's name and version.
   */
  schema: 'unpause.trend/1';
  /**
   * The version of unpause that wrote it.
   */
  tool_version: string;
  /**
   * The answer in two sentences: the worst report, and whether the share of paused time rises or falls.
   */
  verdict: string;
  /**
   * The index of the run with the largest share of paused time, or where that is unknown, with the longest p99 pause; null with fewer than two runs.
   */
  worst: number | null;
  /**
   * The runs, the earliest first.
   *
   * @minItems 1
   */
  runs: TrendRun[];
  usual: UsualRun;
  /**
   * Tests for a trend over time, one per number; empty where TrendRefusal is not null.
   */
  trends: TrendTest[];
  /**
   * Why no trend was tested; null where it was.
   */
  trend_refusal: string | null;
  /**
   * Inputs that are not among the runs, and why.
   */
  unread: UnreadRun[];
  /**
   * What readers of the numbers must know.
   */
  notes: string[];
}
/**
 * One report: a point in time.
 */
export interface TrendRun {
  /**
   * The file of the report.
   */
  name: string;
  /**
   * The process of the report that was paused for the longest total time.
   */
  process: string;
  /**
   * Wall time of the start of the recording, in UTC.
   */
  started_at: string;
  /**
   * The service.
   */
  service: string | null;
  /**
   * The version of the service.
   */
  version: string | null;
  /**
   * The host.
   */
  host: string | null;
  /**
   * The runtime's name for people.
   */
  runtime: string;
  /**
   * The runtime's version in its own terms.
   */
  runtime_version: string | null;
  /**
   * The length of the recording.
   */
  duration_ms: number | null;
  /**
   * The number of pauses: stops for GC where the runtime reports stops, otherwise GC pauses. Null where the format does not record them.
   */
  pauses: number | null;
  /**
   * The median of these pauses.
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
   * The longest of them.
   */
  max_ms: number | null;
  /**
   * Their total time as a share of the length of the recording.
   */
  paused_percent: number | null;
  /**
   * The peak heap in use.
   */
  peak_bytes: number | null;
  /**
   * The live set: heap in use right after the last full collection.
   */
  live_set_bytes: number | null;
  /**
   * Bytes allocated per second.
   */
  allocation_rate_bytes_per_s: number | null;
  /**
   * The number of requests; null without requests.
   */
  requests: number | null;
  /**
   * The number of slow requests; null without requests.
   */
  slow: number | null;
  /**
   * The number of requests that are slow because of GC; null without requests, and where it was not judged.
   */
  slow_because_of_gc: number | null;
  /**
   * The ID of the first finding about the process; null where there is none.
   */
  finding: string | null;
  /**
   * Its title.
   */
  finding_title: string | null;
  /**
   * Numbers that are unusual: above the median of all runs by more than three times the median absolute deviation × 1.4826, and by at least a tenth. Empty with fewer than five runs.
   */
  unusual: ('paused_percent' | 'p99_ms' | 'max_ms' | 'live_set_bytes' | 'allocation_rate_bytes_per_s' | 'slow_because_of_gc')[];
  /**
   * Versions, limits and settings that differ from those that an earlier run recorded last.
   */
  changes: RunCondition[];
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
 * Medians of all runs that have the number.
 */
export interface UsualRun {
  /**
   * Share of paused time.
   */
  paused_percent: number | null;
  /**
   * The 99th percentile of pauses.
   */
  p99_ms: number | null;
  /**
   * The longest pause.
   */
  max_ms: number | null;
  /**
   * The peak heap in use.
   */
  peak_bytes: number | null;
  /**
   * The live set.
   */
  live_set_bytes: number | null;
  /**
   * Bytes allocated per second.
   */
  allocation_rate_bytes_per_s: number | null;
  /**
   * The number of requests that are slow because of GC.
   */
  slow_because_of_gc: number | null;
}
/**
 * Whether a number rises or falls over time: the test by Mann and Kendall, and the median slope by Theil and Sen. It assumes that runs are independent.
 */
export interface TrendTest {
  /**
   * The number that is tested.
   */
  metric: 'paused_percent' | 'p99_ms' | 'live_set_bytes';
  /**
   * How many runs have it.
   */
  runs: number;
  /**
   * Whether it rises or falls significantly: at a level of 5 % for all tests of the document together.
   */
  verdict: 'rising' | 'falling' | 'not_significant';
  /**
   * The two-sided p-value of this test alone.
   */
  p_value: number;
  /**
   * The median slope, in the unit of the number, per day.
   */
  slope_per_day: number | null;
  /**
   * The trend in a sentence.
   */
  text: string;
}
/**
 * An input that is not among the runs.
 */
export interface UnreadRun {
  /**
   * The input.
   */
  name: string;
  /**
   * Why, as a clause.
   */
  reason: string;
}
