import type { ProcessReport } from '../data/contract.ts';
import { durationFromMillis } from '../format/durations.ts';
import { baseName } from './sourceLine.ts';
import { processName } from './names.ts';

/** A name in a tab is cut after this many characters. */
const LONGEST = 60;

/** Titles the browser's tab: `name · what · unpause`. Unknown parts are left out. */
export function titleTab(...parts: (string | null | undefined)[]): void {
  const known = parts.filter((part): part is string => part !== null && part !== undefined && part !== '');
  const short = known.map((part) => (part.length > LONGEST ? `${part.slice(0, LONGEST - 1)}…` : part));
  document.title = [...short, 'unpause'].join(' · ').replaceAll('\u00a0', ' ');
}

/** `checkout · 538 ms max · unpause`: the service or file of a process, and its longest pause. */
export function titleProcess(process: ProcessReport, index: number): void {
  const { source, stops, pauses } = process;
  const longest = stops?.gc_stops && stops.count > 0 ? stops.max_ms : pauses.max_ms;
  titleTab(source.identity?.service || baseName(source.files[0] ?? '') || processName(process, index),
    longest === null || longest === undefined ? null : `${durationFromMillis(longest)} max`);
}
