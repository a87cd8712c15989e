/** What the watcher sends once a second: ProcessList in the C# program. */
export interface Snapshot {
  at: string;
  processes: WatchedProcess[];
  kept: KeptRing[];
}

export interface WatchedProcess {
  key: string;
  pid: number;
  service: string;
  runtime: string;
  version: string | null;
  state: 'live' | 'ended' | 'refused';
  /** How it is recorded. */
  source: string | null;
  /** Why it is not. */
  reason: string | null;
  command: string | null;
  pauses_per_minute: number;
  max_stop_ms: number;
  time_in_gc_percent: number;
  heap_after_bytes: number | null;
  /** The longest stop of each of the last 60 seconds in milliseconds, the oldest first. */
  longest: number[];
  alerts: string[];
}

export interface KeptRing {
  name: string;
  service: string;
  pid: number;
  at: string;
  reason: string;
  verdict: string | null;
}

/** The worst first: those with an alert, then by the longest stop; then those that are not recorded. */
export function worstFirst(processes: WatchedProcess[]): WatchedProcess[] {
  const rank = ({ state, alerts }: WatchedProcess): number => (alerts.length > 0 ? 0 : state === 'live' ? 1 : state === 'ended' ? 2 : 3);
  return [...processes].sort((a, b) =>
    rank(a) - rank(b) || b.max_stop_ms - a.max_stop_ms || a.service.localeCompare(b.service) || a.pid - b.pid);
}
