/** The JSON contract `unpause.report/1`: times in milliseconds, sizes in bytes, null where a fact is not known. */
export interface Report {
  schema: string;
  tool_version?: string | null;
  verdict?: string | null;
  not_recorded?: string[] | null;
  processes: ProcessReport[];
  requests?: Requests | null;
  findings: Finding[];
  not_applicable?: NotApplicable[] | null;
}

export interface ProcessReport {
  source: Source;
  pauses: Pauses;
  stops?: Stops | null;
  collections: Collections;
  heap: Heap | null;
  allocations?: Allocations | null;
  heap_holders?: HeapHolders | null;
  survival?: Survival | null;
  assists?: Assists | null;
  collector?: Collector | null;
  counters?: CounterSummary[] | null;
}

/** What survives young collections of a JVM, and for how long. */
export interface Survival {
  survival_percent: number | null;
  survivor_bytes_mean: number | null;
  promoted_percent: number | null;
  died_in_old_percent: number | null;
  mean_life_s: number | null;
  copy_ms_per_gib: number | null;
  tenuring: { collections: number | null; lowered_to_one: number | null; bytes_by_age: { age: number | null; bytes_mean: number | null }[] } | null;
}

/** Work that allocating threads did for the collector: thread time, never part of pauses. */
export interface Assists {
  collections: number | null;
  thread_time_total_ms: number | null;
  thread_time_max_ms: number | null;
}

export interface Collector {
  heaps_min: number | null;
  heaps_max: number | null;
  cost_median_percent: number | null;
  memory_load_max_percent: number | null;
  pinned_objects_max: number | null;
  committed_max_bytes: number | null;
  /** How evenly several heaps share the work: ratios to the mean of all heaps. */
  balance: { collections: number | null; survived_median_ratio: number | null; survived_max_ratio: number | null; mark_median_ratio: number | null } | null;
  finalizers: { found: number | null } | null;
}

/** What the runtime published every second, over the recording; the values are in the page's other element. */
export interface CounterSummary {
  name: string | null;
  unit: string | null;
  samples: number | null;
  mean: number | null;
  max: number | null;
  last: number | null;
}

/** Who holds objects that live long, from samples of objects that still lived; the most objects first. */
export interface HeapHolders {
  objects: number;
  held: number;
  holders: HeapHolder[];
}

/** `chain` leads from the object towards the root; `via` is what to let go of. */
export interface HeapHolder {
  type: string;
  objects: number;
  bytes: number | null;
  age_min_ms: number;
  age_median_ms: number;
  age_max_ms: number;
  via: string | null;
  container: string | null;
  chain: { type: string; field: string | null; static: boolean }[];
  complete: boolean;
  root: { system: string; type: string | null; description: string | null } | null;
  stack: string[];
}

export interface Source {
  files: string[];
  format: string | null;
  runtime: string | null;
  runtime_version: string | null;
  collector: string | null;
  started_at: string | null;
  duration_ms: number | null;
  lines: number | null;
  lines_not_understood: number | null;
  pid?: number | null;
  command?: string | null;
  coverage?: Coverage | null;
  clock?: { source: string | null; uncertainty_ms: number | null } | null;
  settings?: Record<string, string | number | boolean | null> | null;
}

export interface Coverage {
  examples?: { line: number | null; text: string }[] | null;
  notes?: { severity: string; text: string }[] | null;
}

export interface Pauses {
  count: number | null;
  total_ms: number | null;
  mean_ms: number | null;
  max_ms: number | null;
  p50_ms: number | null;
  p90_ms: number | null;
  p99_ms: number | null;
  p999_ms: number | null;
  throughput_percent: number | null;
}

export interface Stops {
  count: number | null;
  total_ms: number | null;
  max_ms: number | null;
  p99_ms: number | null;
  time_to_safepoint_total_ms: number | null;
  outside_pauses_ms: number | null;
  throughput_percent: number | null;
}

export interface Collections {
  count: number | null;
  induced: number | null;
  by_generation: GenerationRow[];
  by_cause: CauseRow[];
  by_phase: PhaseRow[];
  by_kind?: KindRow[] | null;
  induced_by?: InducedBy[] | null;
}

/** Who asked for induced collections; `steps` lead to the collector without the platform's plumbing, `stack` has the asking method first. */
export interface InducedBy {
  count: number | null;
  origin: string | null;
  asked_by: string | null;
  reason: string | null;
  steps: string[];
  stack: string[];
}

/** What was allocated, by samples. The page has the sites in its other element, so `sites` is empty here. */
export interface Allocations {
  basis?: string | null;
  large_objects_exact?: boolean | null;
  bytes?: number | null;
  large_bytes?: number | null;
  pinned_bytes?: number | null;
  large_object_deaths?: { basis: string; allocated_bytes: number; died_bytes: number } | null;
  gen2_deaths?: Gen2Deaths | null;
  by_type?: { type: string | null; bytes: number; large_bytes: number; samples: number }[] | null;
}

/** What died in gen2 of the sampled objects that were followed there; the page has the first sites only. */
export interface Gen2Deaths {
  basis: string;
  gen2_collections: number;
  died_bytes: number;
  sites: { type: string | null; bytes: number; large: boolean; own_frame: number | null; stack: string[] }[];
}

export interface GenerationRow {
  generation: string | null;
  count: number | null;
  blocking: number | null;
  background: number | null;
  induced: number | null;
  pause_total_ms: number | null;
  pause_mean_ms: number | null;
  pause_max_ms: number | null;
}

/** Blocking and background collections of a generation apart; the part that survived where the runtime tells. */
export interface KindRow {
  generation: string | null;
  kind: 'blocking' | 'background' | (string & {}) | null;
  count: number | null;
  compacting: number | null;
  promoted_bytes: number | null;
  survived_percent: number | null;
}

/** A part of the heap, after its last collection. */
export interface SpaceRow {
  space: string | null;
  used_last_bytes: number | null;
  used_max_bytes: number | null;
  free_last_bytes: number | null;
  survived_percent: number | null;
  budget_last_bytes: number | null;
}

export interface CauseRow {
  cause: string | null;
  runtime_cause?: string | null;
  count: number | null;
  pause_total_ms: number | null;
  pause_max_ms: number | null;
}

export interface PhaseRow {
  phase: string | null;
  /** The application ran beside it: no part of a pause. */
  concurrent?: boolean | null;
  count: number | null;
  total_ms: number | null;
  mean_ms: number | null;
  max_ms: number | null;
}

export interface Heap {
  max_bytes: number | null;
  peak_bytes: number | null;
  live_set_bytes: number | null;
  allocated_bytes: number | null;
  allocation_rate_bytes_per_s: number | null;
  promotion_rate_bytes_per_s: number | null;
  spaces?: SpaceRow[] | null;
}

export type Severity = 'high' | 'medium' | 'low' | 'info';

export interface Finding {
  id: string;
  process: number | null;
  severity: Severity;
  title: string;
  evidence: { text: string; value: number | string | null; unit: string | null }[];
  advice: { text: string; setting?: string | null; code?: string | null }[];
  expected_gain: string | null;
}

export interface NotApplicable {
  id: string;
  process: number | null;
  why: string;
}

/** Which slow requests are the collector's fault. Null where it was not judged. */
export interface Requests {
  outcome: 'judged' | 'chance-not-excluded' | 'not-enough-evidence' | (string & {});
  verdict?: string | null;
  sources: { files: string[]; format: string | null; requests: number | null; spans: number | null; lines_not_understood: number | null }[];
  count: number | null;
  left_out: number | null;
  slow_threshold_ms: number | null;
  slow: number | null;
  slow_percent: number | null;
  touched_by_gc: number | null;
  slow_touched_by_gc: number | null;
  slow_because_of_gc: number | null;
  slow_because_of_own_overlap: number | null;
  slow_queued_behind_gc: number | null;
  explained_percent: number | null;
  slow_not_explained: number | null;
  p50_ms: number | null;
  p90_ms: number | null;
  p99_ms: number | null;
  p999_ms: number | null;
  max_ms: number | null;
  without_gc: (Latency & { upper_bound: boolean | null; own_overlap_only: Latency }) | null;
  p_value: number | null;
  worst: WorstRequest[];
  holes: ExplainedHole[];
  explanations: { kind: 'assumption' | 'warning' | 'refusal' | (string & {}); text: string }[];
}

export interface Latency {
  p50_ms: number | null;
  p90_ms: number | null;
  p99_ms: number | null;
  p999_ms: number | null;
  max_ms: number | null;
  slow_percent: number | null;
}

export interface CollectionsIn {
  generation: string | null;
  count: number | null;
  paused_ms: number | null;
}

export interface WorstRequest {
  process: number | null;
  name: string | null;
  trace_id?: string | null;
  started_at: string | null;
  duration_ms: number | null;
  paused_ms: number | null;
  queued_behind_gc_ms: number | null;
  without_gc_ms: number | null;
  collections: CollectionsIn[];
}

export interface ExplainedHole {
  process: number | null;
  trace_id: string | null;
  span: string | null;
  after: string | null;
  before: string | null;
  leaf: boolean | null;
  started_at: string | null;
  duration_ms: number | null;
  explained_ms: number | null;
  collections: CollectionsIn[];
}
