import { Viewport, type Range } from '../chart/viewport.ts';
import type { Report } from '../data/contract.ts';
import type { Timeline } from '../data/timeline.ts';
import { clockScale, orderScale, POSITION } from '../format/timeScale.ts';
import { breakdowns } from './breakdowns.ts';
import { CollectionsTable } from './collectionsTable.ts';
import { coverage } from './coverage.ts';
import { append, h, section } from './dom.ts';
import { findings } from './findings.ts';
import { keyNumbers, moreNumbers } from './keyNumbers.ts';
import { TimelinePanel } from './timelinePanel.ts';

/** Everything about one process. Returns what draws its charts again when the colours change. */
export function showProcess(into: HTMLElement, report: Report, timeline: Timeline | undefined, index: number): () => void {
  const process = report.processes[index]!;
  const own = report.findings.filter((finding) => finding.process === index || finding.process === null);
  const missing = (report.not_applicable ?? []).filter((rule) => rule.process === index || rule.process === null);
  const hasEvents = timeline !== undefined && (timeline.pauses.count > 0 || timeline.collections.count > 0);
  const viewport = hasEvents ? new Viewport(wholeRange(timeline)) : null;
  const scale = viewport && timeline?.timed ? clockScale(viewport.max) : orderScale;
  const table = viewport && timeline!.collections.count > 0 ? new CollectionsTable(timeline!, viewport, scale) : null;
  const panel = viewport ? new TimelinePanel(timeline!, viewport, scale, (collection) => table?.reveal(collection)) : null;
  into.replaceChildren();
  append(into,
    coverage(process, missing),
    keyNumbers(process),
    findings(own),
    panel?.element ?? section('Timeline', h('p', { class: 'dim' }, 'No collection and no pause was recorded, so there is nothing to draw.')),
    breakdowns(process),
    section('More numbers', moreNumbers(process)),
    table?.element);
  panel?.mount(`process-${index}`);
  return () => panel?.refresh();
}

const ROOM_AFTER_LAST = 0.02;

/** The whole time axis: to the recording's end, or the last event where that is later or the length unknown. */
function wholeRange({ timed, durationMicros, pauses, collections }: Timeline): Range {
  if (!timed) return { min: -POSITION / 2, max: (Math.max(1, pauses.count) - 0.5) * POSITION };
  const known = !Number.isNaN(durationMicros);
  let last = known ? durationMicros : 1;
  for (let i = 0; i < pauses.count; i++) last = Math.max(last, pauses.start[i]! + pauses.duration[i]!);
  for (const end of collections.end) if (end > last) last = end;
  return { min: Math.min(0, pauses.start[0] ?? 0), max: known ? last : last * (1 + ROOM_AFTER_LAST) };
}
