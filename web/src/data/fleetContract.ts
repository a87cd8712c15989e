/** Made from schema/unpause.fleet-1.schema.json by schema/generate: edit the C# records instead. */

/**
 * Many processes over time: the contract unpause.fleet/1. Times are in milliseconds unless the name says otherwise, sizes in bytes, and null is unknown. Version 1 allows additions, but no renames.
 */
export interface Fleet {
  /**
   * The contract's name and version.
   */
  schema?: 'unpause.fleet/1';
  /**
   * The version of unpause that wrote it.
   */
  tool_version: string;
  /**
   * The answer in two sentences: what costs most, and which deploy changed something.
   */
  verdict: string;
  source: FleetSource;
  /**
   * What to change first: causes by service, the most request time lost first, then the most core time.
   */
  to_do: FleetCause[];
  /**
   * Changes of version, and changes that only an annotation marks, service by service, the latest first.
   */
  deploys: FleetDeploy[];
  /**
   * Hosts whose processes are stopped more or less than those of the same service and version on other hosts.
   */
  hosts: FleetHost[];
  /**
   * Pairs of services whose long stops coincide more often than by chance.
   */
  coincidences: FleetCoincidence[];
  /**
   * Pairs of services that stop in the same traces more often than by chance; null in documents of older versions.
   */
  traces?: FleetTrace[] | null;
  /**
   * How often a request that asks several instances meets a slow one.
   */
  fan_out: FleetFanOut[];
  /**
   * Memory of services of one host, moved between them at the same total.
   */
  memory: FleetMemory[];
  /**
   * Runtimes, versions and settings, and how many processes have them.
   */
  conditions: FleetCondition[];
  /**
   * Alerts that are open, and whether a change fixed them.
   */
  alerts: FleetAlert[];
  /**
   * Questions that the source cannot answer, and why.
   */
  not_answered: FleetRefusal[];
  /**
   * What readers of the numbers must know.
   */
  notes: string[];
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
 * One cause in one service, with what it costs.
 */
export interface FleetCause {
  /**
   * The service that owns it; null where reports name none.
   */
  service: string | null;
  /**
   * The runtime.
   */
  runtime: string;
  /**
   * The ID of the finding: unpause explain ID has more. Null for stops that no finding explains.
   */
  finding: string | null;
  /**
   * What the finding is, as a phrase; for one that this version does not know, its title in a report.
   */
  title: string;
  /**
   * Processes that have it.
   */
  processes: number;
  /**
   * Processes of the service in all.
   */
  of_processes: number;
  /**
   * Stop time that the cause explains, in seconds per day: its share of the recorded time, for as many processes as ran at the same time.
   */
  stop_seconds_per_day: number;
  /**
   * Request time lost, in seconds per day: what requests would have been faster without stops, divided among causes by their stop time. Null where no requests are recorded.
   */
  request_seconds_per_day: number | null;
  /**
   * Core time lost, in hours per day: stop time times the processors that the process could use. Null where these are unknown.
   */
  core_hours_per_day: number | null;
  /**
   * The share of all stop time of the fleet.
   */
  stop_share_percent: number;
  /**
   * The longest stop in reports with this cause.
   */
  max_ms: number | null;
  /**
   * What to change; null where there is no advice.
   */
  advice: string | null;
  /**
   * The setting to change, as it is typed.
   */
  setting: string | null;
  /**
   * The share of its stop time that the change should save at most, from the reports' own estimates; null where unknown.
   */
  saves_up_to_percent: number | null;
  /**
   * The report with the most stop time of this cause.
   */
  report: null | FleetReportLink;
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
/**
 * A change of version of a service, and what it did to its stops.
 */
export interface FleetDeploy {
  /**
   * The service.
   */
  service: string | null;
  /**
   * The old version. It equals the new one where an annotation marks a change without another version.
   */
  before: string;
  /**
   * The new version; empty where reports name none.
   */
  after: string;
  /**
   * When the new version first ran, in UTC; where the version stayed the same, the annotation's time.
   */
  at: string;
  /**
   * The annotation of Grafana that names this change; null without one.
   */
  annotation?: null | FleetAnnotation;
  /**
   * What the change did.
   */
  verdict: 'better' | 'worse' | 'no_effect' | 'not_enough_evidence';
  /**
   * The change of the stop time per request, or where there are no requests per allocated byte, or per second, in percent of the old version's.
   */
  change_percent: null | FleetInterval;
  /**
   * What the stop time was divided by.
   */
  per: 'requests' | 'allocated_bytes' | 'seconds';
  /**
   * Processes of the old version.
   */
  processes_before: number;
  /**
   * Processes of the new version.
   */
  processes_after: number;
  /**
   * Whether both versions ran in the same hours, which were compared; otherwise the hours before and after the change were.
   */
  same_hours: boolean;
  /**
   * The 99th percentile of stops of the old version.
   */
  p99_before_ms: number | null;
  /**
   * The 99th percentile of stops of the new version.
   */
  p99_after_ms: number | null;
  /**
   * Why the verdict is not certain; null where nothing is missing.
   */
  reason: string | null;
  /**
   * A report of the old version, the one with its median stop time.
   */
  report_before: null | FleetReportLink;
  /**
   * A report of the new version, the one with its median stop time.
   */
  report_after: null | FleetReportLink;
}
/**
 * An annotation of Grafana: a person or a tool noted that something changed.
 */
export interface FleetAnnotation {
  /**
   * Its text, shortened.
   */
  text: string;
  /**
   * Its time, in UTC.
   */
  at: string;
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
 * A host that differs from others with the same service and version.
 */
export interface FleetHost {
  /**
   * The host.
   */
  host: string;
  /**
   * The service.
   */
  service: string | null;
  /**
   * The version.
   */
  version: string | null;
  /**
   * The share of time that its processes were stopped.
   */
  stopped_percent: number;
  /**
   * The median of the other hosts.
   */
  others_stopped_percent: number;
  /**
   * How many other hosts there are.
   */
  others: number;
  /**
   * The probability of a host at least this different among equal ones, corrected for all hosts that were compared.
   */
  p_value: number;
  /**
   * Settings, versions and limits of this host that most of the others do not have.
   */
  differences: FleetDifference[];
  /**
   * The report of this host with the most stop time.
   */
  report: null | FleetReportLink;
}
/**
 * A setting that differs.
 */
export interface FleetDifference {
  /**
   * The name of the setting, limit or version.
   */
  name: string;
  /**
   * This host's value; null where it has none.
   */
  here: string | null;
  /**
   * The value of most others; null where they have none.
   */
  others: string | null;
}
/**
 * Two services, or hosts of one, whose long stops coincide.
 */
export interface FleetCoincidence {
  /**
   * One service and host.
   */
  one: string;
  /**
   * The other.
   */
  other: string;
  /**
   * Stops of one that overlap with a stop of the other.
   */
  together: number;
  /**
   * How many would by chance, if the times of one were moved.
   */
  expected: number;
  /**
   * The probability of as many by chance, corrected for all pairs.
   */
  p_value: number;
  /**
   * The time by which clocks of hosts were allowed to differ.
   */
  clock_tolerance_ms: number;
  /**
   * When it happened first, in UTC.
   */
  first_at: string;
  /**
   * A report of one.
   */
  report: null | FleetReportLink;
  /**
   * A report of the other.
   */
  other_report: null | FleetReportLink;
}
/**
 * Two services that stop in the same traces.
 */
export interface FleetTrace {
  /**
   * One service.
   */
  one: string;
  /**
   * The other.
   */
  other: string;
  /**
   * The sampled traces that both served.
   */
  traces: number;
  /**
   * Those of them in which the one service stopped for at least 1 ms.
   */
  one_stopped: number;
  /**
   * Those of them in which the other service stopped for at least 1 ms.
   */
  other_stopped: number;
  /**
   * Those of them in which both did.
   */
  together: number;
  /**
   * How many would by chance, if the stops of one met other traces of the same minutes.
   */
  expected: number;
  /**
   * The probability of as many by chance, corrected for all pairs.
   */
  p_value: number;
  /**
   * How long both were stopped in the traces in which both stopped, summed.
   */
  stopped_ms: number;
  /**
   * The trace that both together stopped the longest.
   */
  trace_id: string;
  /**
   * When it started in the one service, in UTC.
   */
  trace_at: string;
  /**
   * The report of the one service that has it.
   */
  report: null | FleetReportLink;
  /**
   * The report of the other.
   */
  other_report: null | FleetReportLink;
}
/**
 * How often a request that asks several instances of a service meets a slow one.
 */
export interface FleetFanOut {
  /**
   * The service that is asked.
   */
  service: string | null;
  /**
   * The share of its requests that are slow.
   */
  slow_percent: number;
  /**
   * The share of its requests that are slow because of GC.
   */
  slow_because_of_gc_percent: number | null;
  /**
   * The instances that one request asks.
   */
  asked: number;
  /**
   * The share of such requests that meet at least one slow answer, if answers are independent.
   */
  page_slow_percent: number;
  /**
   * The same without what is slow because of GC.
   */
  page_slow_without_gc_percent: number | null;
  /**
   * The report of the service with the most requests that are slow because of GC; null where none is known.
   */
  report?: null | FleetReportLink;
}
/**
 * A service on a host with others, and the memory that it should have.
 */
export interface FleetMemory {
  /**
   * The host.
   */
  host: string;
  /**
   * The service.
   */
  service: string | null;
  /**
   * The live set.
   */
  live_set_bytes: number;
  /**
   * Bytes allocated per second.
   */
  allocation_rate_bytes_per_s: number;
  /**
   * The heap that it may use now.
   */
  heap_limit_bytes: number;
  rule_limit_bytes: FleetInterval;
  /**
   * The change of the host's time in GC, in percent, if all services of the host follow the rule.
   */
  host_gc_change_percent: null | FleetInterval;
  /**
   * What to do.
   */
  action: 'more' | 'less' | 'keep';
  /**
   * The latest report.
   */
  report: null | FleetReportLink;
}
/**
 * A runtime version or a setting.
 */
export interface FleetCondition {
  /**
   * The runtime.
   */
  runtime: string;
  /**
   * The name of the setting, or version or collector.
   */
  name: string;
  /**
   * The value.
   */
  value: string;
  /**
   * Processes that have it now.
   */
  processes: number;
  /**
   * Services that have it.
   */
  services: number;
  /**
   * Some of them, in order of the alphabet.
   */
  service_names: string[];
  /**
   * The latest report of one of the processes; null where none is known.
   */
  report?: null | FleetReportLink;
}
/**
 * An open alert.
 */
export interface FleetAlert {
  /**
   * The alert's name.
   */
  name: string;
  /**
   * The service.
   */
  service: string | null;
  /**
   * The instance or host.
   */
  instance: string | null;
  /**
   * Since when, in UTC.
   */
  since: string;
  /**
   * Whether a later version or other settings fixed what it was about, by comparison; null where nothing changed.
   */
  fixed: boolean | null;
  /**
   * The evidence for it.
   */
  evidence: string | null;
  /**
   * The latest report of what the alert is about; null where none is known.
   */
  report?: null | FleetReportLink;
}
/**
 * A question without an answer.
 */
export interface FleetRefusal {
  /**
   * The question.
   */
  question: string;
  /**
   * Why it has no answer.
   */
  reason: string;
}
