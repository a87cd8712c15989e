/** Made from schema/unpause.model-1.schema.json by schema/generate: edit the C# records instead. */

export type Count = number;

/**
 * What `unpause model --format json` prints: what memory costs in time, by the law with numbers of the user's, or fitted to recordings. Times in milliseconds unless the name says s, sizes in bytes; what is not known is null. Additions are allowed, renames are not.
 */
export interface Model {
  schema: 'unpause.model/1';
  tool_version: string;
  law: Law | null;
  processes: Process[];
}
/**
 * The law with the user's numbers; null with recordings.
 */
export interface Law {
  formula: string;
  allocation_rate_bytes_per_s: Count;
  survivor_bytes: Count;
  limit_bytes: Count;
  /**
   * What a collection takes for each GiB that survives, in seconds.
   */
  pause_s_per_gib: number;
  /**
   * What a collection takes.
   */
  pause_ms: number;
  /**
   * From one to the next.
   */
  period_ms: number | null;
  /**
   * Share of the time in collections.
   */
  percent: number | null;
  curve: {
    limit_bytes: Count;
    /**
     * From one collection to the next.
     */
    period_ms: number | null;
    /**
     * Share of the time in collections.
     */
    percent: number | null;
  }[];
}
export interface Process {
  name: string;
  runtime: string;
  collector: string;
  /**
   * The answer in a sentence.
   */
  verdict: string;
  /**
   * Why no formula holds; null where one does.
   */
  no_model_reason: string | null;
  model: Model1 | null;
}
export interface Model1 {
  formula: string;
  /**
   * What sets the limit.
   */
  setting: string;
  /**
   * What the formula leaves out.
   */
  caveat: string;
  percent_of: 'time' | 'cpu';
  /**
   * Whether it took all the memory that it may.
   */
  at_limit: boolean;
  /**
   * The beginning, in which the heap was filled, that is left out.
   */
  warm_up_ms: number;
  live_bytes: Count;
  /**
   * Allocated for each second that the program ran.
   */
  allocation_rate_bytes_per_s: number | null;
  /**
   * Of that, what came to old objects; null for Go, which has none.
   */
  old_growth_rate_bytes_per_s: number | null;
  /**
   * Share of the time, or of the CPU, that the recording itself spent in collections.
   */
  measured_percent: number | null;
  fits: Fit[];
  current: Point | null;
  doubled: Point | null;
  curve: Point[];
  /**
   * The limits given with --limit.
   */
  requested: Point[];
}
export interface Fit {
  /**
   * Young collections, or those that stop the program for the whole heap.
   */
  kind: 'young' | 'full';
  collections: Count;
  /**
   * Their median length.
   */
  median_ms: number | null;
  /**
   * The median of what survived.
   */
  median_survivor_bytes: number | null;
  /**
   * What they take for each GiB that survives, in seconds (Theil and Sen's slope); null where that can't be told.
   */
  pause_s_per_gib: number | null;
  /**
   * Lower end of its 95 % interval.
   */
  pause_low_s_per_gib: number | null;
  /**
   * Upper end of it.
   */
  pause_high_s_per_gib: number | null;
  /**
   * What they take beside.
   */
  constant_ms: number | null;
  /**
   * Why it can't be told.
   */
  unknown_reason: 'too_few' | 'same_survivors' | 'noisy' | null;
}
/**
 * What a memory limit costs.
 */
export interface Point {
  limit_bytes: Count;
  /**
   * Share of the time in collections, of Go of the CPU; null where what is live leaves no room.
   */
  percent: number | null;
  /**
   * Lower end of what chance in the recording, and what it leaves open, make of it.
   */
  low_percent: number | null;
  /**
   * Upper end of it.
   */
  high_percent: number | null;
  /**
   * From one collection of old objects to the next, in the program's own time; null when not told.
   */
  period_ms: number | null;
}
