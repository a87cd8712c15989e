/** Made from schema/unpause.canary-1.schema.json by schema/generate: edit the C# records instead. */

/**
 * The verdict about a candidate against a baseline that runs at the same time: the contract unpause.canary/1. Version 1 allows additions, but no renames.
 */
export interface Canary {
  /**
   * The contract's name and version.
   */
  schema?: 'unpause.canary/1';
  /**
   * The version of unpause that wrote it.
   */
  tool_version: string;
  /**
   * The verdict; it may be read again each minute without more false alarms than one look has.
   */
  verdict: 'worse' | 'not_worse' | 'undecided';
  /**
   * The verdict in a sentence.
   */
  text: string;
  /**
   * The change of the stop time per request (or allocated byte, or second) in percent of the baseline's, with an interval that holds at all looks together.
   */
  change_percent: null | FleetInterval;
  /**
   * What the stop time was divided by.
   */
  per: 'requests' | 'allocated_bytes' | 'seconds';
  /**
   * The least change that matters, in percent.
   */
  least_change_percent: number;
  /**
   * How many more minutes until a change of that size would be seen; null when the verdict is there, and where unknown.
   */
  minutes_left: number | null;
  /**
   * Processes of the baseline.
   */
  baseline_processes: number;
  /**
   * Processes of the candidate.
   */
  candidate_processes: number;
  /**
   * Pairs of time in which both ran, each of which is one observation.
   */
  intervals: number;
  source: FleetSource;
  /**
   * A report of the baseline.
   */
  baseline_report: null | FleetReportLink;
  /**
   * A report of the candidate.
   */
  candidate_report: null | FleetReportLink;
  /**
   * What readers of the numbers must know.
   */
  notes: string[];
}
/**
 * A number with its interval.
 */
export interface FleetInterval {
  /**
   * The estimate.
   */
  value: number;
  /**
   * The lower end of the interval of 95 %.
   */
  low: number;
  /**
   * The upper end.
   */
  high: number;
}
/**
 * Where a fleet's numbers come from, and what they cover.
 */
export interface FleetSource {
  /**
   * The kind of store.
   */
  kind: 'documents' | 'prometheus' | 'clickhouse';
  /**
   * The folder or address, without secrets.
   */
  place: string;
  /**
   * Reports that were counted; null where the store has none.
   */
  reports: number | null;
  /**
   * Processes.
   */
  processes: number;
  /**
   * Hosts.
   */
  hosts: number;
  /**
   * Services.
   */
  services: number;
  /**
   * The first moment, in UTC; null without any.
   */
  from: string | null;
  /**
   * The last moment, in UTC; null without any.
   */
  to: string | null;
  /**
   * Hours of single processes that were recorded. Rates are of these; hours without a recording are not counted.
   */
  covered_hours: number;
  /**
   * Reports that were left out because another one of the same process has the same time.
   */
  overlapping: number;
  /**
   * Inputs that could not be read, by reason.
   */
  unread: FleetUnread[];
}
/**
 * Inputs that could not be read for one reason.
 */
export interface FleetUnread {
  /**
   * Why.
   */
  reason: string;
  /**
   * How many.
   */
  count: number;
  /**
   * One of them.
   */
  example: string;
}
/**
 * The report behind a number.
 */
export interface FleetReportLink {
  /**
   * The file or address.
   */
  path: string;
  /**
   * The index of the process in it.
   */
  process: number;
}
