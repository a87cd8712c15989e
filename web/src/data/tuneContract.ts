/** Made from schema/unpause.tune-1.schema.json by schema/generate: edit the C# records instead. */

/**
 * Trials of settings, and their outcome. Values of the objective are in unit; null is unknown. Additions are allowed, renames are not.
 */
export interface Tune {
  /**
   * The contract's name and version.
   */
  schema: 'unpause.tune/1';
  /**
   * winner: one setting is significantly better than the default and than all others. tied: better than the default, but others are within noise of it. within_noise: nothing is significantly better than the default.
   */
  outcome: 'winner' | 'tied' | 'within_noise' | 'no_setting_meets_constraints' | 'too_few_trials';
  /**
   * The metric to minimise or maximise.
   */
  objective: string;
  /**
   * The unit of the objective's values, means and intervals.
   */
  unit: 'ns' | 'bytes' | 'percent' | 'share' | 'count';
  /**
   * Whether the objective is maximised.
   */
  higher_is_better: boolean;
  /**
   * --seed with this number repeats the same orders and the same load.
   */
  seed: number;
  /**
   * Whether it was ended early.
   */
  interrupted: boolean;
  /**
   * The name of the best setting; null when none is better than the default.
   */
  chosen: string | null;
  /**
   * Settings that do not differ significantly from the chosen one.
   */
  within_noise_of_chosen: string[];
  /**
   * The outcome in sentences, with its caveats.
   */
  sentences: string[];
  /**
   * The settings, the best first.
   */
  settings: TunedSetting[];
  /**
   * What the collector costs at least in wall time, over the distilled cost: the least of any setting without the measurable part of its collector. Absent in documents of older versions.
   */
  wall_overhead?: null | TunedOverhead;
  /**
   * The same in CPU time.
   */
  cpu_overhead?: null | TunedOverhead;
  /**
   * The version of unpause; null in documents of older versions.
   */
  tool_version?: string | null;
  /**
   * The command that was tried, with possible secrets hidden; null in documents of older versions.
   */
  command?: string | null;
  /**
   * What the costs of the collector are relative to, or why they are unknown; null in documents of older versions.
   */
  cost_sentences?: string[] | null;
  /**
   * What the prices of settings are of; null without --price, and in documents of older versions.
   */
  priced_per?: 'run' | 'million_requests' | null;
}
/**
 * A setting with its trials.
 */
export interface TunedSetting {
  /**
   * The name; default is the program unchanged.
   */
  name: string;
  /**
   * The environment variables of the program.
   */
  environment: {
    [k: string]: string;
  };
  /**
   * The same as code, where there is such.
   */
  code: string[];
  /**
   * The number of valid trials.
   */
  trials: number;
  /**
   * The number of failed trials.
   */
  failures: number;
  /**
   * The mean of the objective over trials.
   */
  mean: number | null;
  /**
   * Its confidence interval; null with too few trials.
   */
  interval: null | Interval;
  /**
   * The difference from the default; null for the default itself, and with too few rounds.
   */
  against_default: null | TunedDifference;
  /**
   * Constraints that it breaks, so that it cannot be chosen.
   */
  broken_constraints: string[];
  /**
   * Why it got no more trials, in a sentence.
   */
  stop_reason: string | null;
  /**
   * Its trials in order.
   */
  trial_results: TunedTrial[];
  /**
   * Wall time over the distilled cost: 1.09 where the collector costs at least 9 %; null where unknown.
   */
  wall_overhead?: null | Overhead;
  /**
   * The same of CPU time.
   */
  cpu_overhead?: null | Overhead;
  /**
   * The price by --price; null without it, and where the CPU time is unknown.
   */
  price?: null | TunedPrice;
  /**
   * What its variables do, where known; null in documents of older versions.
   */
  effects?: string[] | null;
  /**
   * Caveats of its variables; null in documents of older versions.
   */
  notes?: string[] | null;
}
/**
 * A 95 % confidence interval over trials.
 */
export interface Interval {
  /**
   * The mean.
   */
  mean: number;
  /**
   * Lower end of the interval.
   */
  low: number;
  /**
   * Upper end of the interval.
   */
  high: number;
}
/**
 * A difference from the default, within rounds.
 */
export interface TunedDifference {
  /**
   * The mean.
   */
  mean: number;
  /**
   * Lower end of the 95 % confidence interval over trials.
   */
  low: number;
  /**
   * Upper end of that interval.
   */
  high: number;
  /**
   * Whether the three are shares of the default's value (−0.2 is 20 % less); otherwise they are differences in unit.
   */
  is_share: boolean;
  /**
   * Whether it is not significant.
   */
  within_noise: boolean;
}
/**
 * A trial of a setting.
 */
export interface TunedTrial {
  /**
   * The round, from 0; trials of one round are pairs.
   */
  round: number;
  /**
   * Why it failed, a clause.
   */
  failure: string | null;
  /**
   * A remark.
   */
  note: string | null;
  /**
   * The share of the machine's CPUs that other processes used.
   */
  neighbour_cpu_share: number | null;
  /**
   * The p99 delay of unpause's own load generator; null for another one.
   */
  load_lateness_p99_ns: number | null;
  /**
   * The format of the results of --load: wrk, hey, k6, csv …; null where there are none.
   */
  load_format: string | null;
  /**
   * Whether the results have no timestamps per request, so that the warm-up is included in the latencies.
   */
  latencies_include_warm_up: boolean;
  /**
   * Arrivals of the own load for which no connection was free.
   */
  dropped: number;
  /**
   * Metrics by the names of --objective and --fail-on: durations in nanoseconds, sizes in bytes, rates in percent. A metric that a trial does not report is absent.
   */
  metrics: {
    [k: string]: number;
  };
}
/**
 * A lower bound of what the collector costs, as a ratio to the distilled cost.
 */
export interface Overhead {
  /**
   * Geometric mean over rounds.
   */
  ratio: number;
  /**
   * Lower end of its 95 % confidence interval over trials; null with fewer than two.
   */
  low: number | null;
  /**
   * Upper end of that interval.
   */
  high: number | null;
}
/**
 * What a run costs, or a million requests under load, in the currency of --price.
 */
export interface TunedPrice {
  /**
   * All of it.
   */
  total: number;
  /**
   * CPU time.
   */
  cpu: number;
  /**
   * Peak memory over the time of a run; null without --memory-price.
   */
  memory: number | null;
  /**
   * The part of the CPU time that the collector costs at least; null where that is unknown.
   */
  collector_at_least: number | null;
}
/**
 * What the overheads of all settings are relative to.
 */
export interface TunedOverhead {
  /**
   * Why there are none, in a sentence; null where there are.
   */
  refusal: string | null;
  /**
   * Whether times are per request, because trials take a fixed time; otherwise they are per run.
   */
  per_request: boolean;
  /**
   * The setting whose time without its collector is the least; null where refused.
   */
  baseline: string | null;
  /**
   * That time: the distilled cost, a geometric mean over trials.
   */
  distilled_ns: number | null;
}
