import { Viewport, type Range } from '../chart/viewport.ts';
import type { ProcessReport, Report } from '../data/contract.ts';
import type { Timeline } from '../data/timeline.ts';
import { clockScale, orderScale, POSITION } from '../format/timeScale.ts';
import { AllocationsSection } from './allocations.ts';
import { breakdowns } from './breakdowns.ts';
import { CollectionsTable } from './collectionsTable.ts';
import { countersTable } from './countersTable.ts';
import { coverage } from './coverage.ts';
import { append, h, section, type Child } from './dom.ts';
import { findingGroups, findings } from './findings.ts';
import { heapObjectsSection } from './heapObjectsSection.ts';
import { holdersSection } from './holdersSection.ts';
import { identityLine } from './identityLine.ts';
import { inducedSection } from './inducedSection.ts';
import { keyNumbers, moreNumbers } from './keyNumbers.ts';
import { otherWaitsSection } from './otherWaitsSection.ts';
import { survivalSection } from './survivalSection.ts';
import { TimelinePanel } from './timelinePanel.ts';

/** Everything about one process. Returns what draws its charts again when the colours change. */
export function showProcess(into: HTMLElement, report: Report, timeline: Timeline | undefined, index: number): () => void {
  const process = report.processes[index]!;
  const own = findingGroups(report.findings).filter(({ root }) => root.process === index || root.process === null);
  const missing = (report.not_applicable ?? []).filter((rule) => rule.process === index || rule.process === null);
  const events = timeline && hasEvents(timeline) ? eventViews(timeline, process.source.started_at, (report.requests?.slow_threshold_ms ?? 0) * 1e3) : null;
  const allocations = timeline?.sites ? new AllocationsSection(process.allocations ?? { sites: [] }, timeline.sites) : null;
  into.replaceChildren();
  append(into,
    identityLine(process.source.identity),
    coverage(process, missing),
    keyNumbers(process),
    findings(own),
    events?.panel.element ?? section('Timeline', h('p', { class: 'dim' }, ...nothingToDraw(process))),
    breakdowns(process),
    otherWaitsSection(process),
    inducedSection(process.collections.induced_by ?? []),
    holdersSection(process.heap_holders),
    heapObjectsSection(process.heap_objects),
    allocations?.element,
    survivalSection(process),
    section('More numbers', moreNumbers(process), countersTable(process.counters ?? [])),
    events?.table?.element);
  events?.panel.mount(`process-${index}`);
  allocations?.mount();
  return () => {
    events?.panel.refresh();
    allocations?.refresh();
  };
}

/** A report that was stored without its timeline has counts of what it can't draw. */
function nothingToDraw({ collections, pauses }: ProcessReport): Child[] {
  if ((collections.count ?? 0) === 0 && (pauses.count ?? 0) === 0) return ['No collection and no pause was recorded, so there is nothing to draw.'];
  return ['This report was stored without its timeline, so there is nothing to draw. ', h('code', {}, 'unpause report --format json --events'), ' stores it.'];
}

function hasEvents({ pauses, collections, requests, counters }: Timeline): boolean {
  return pauses.count > 0 || collections.count > 0 || counters.length > 0 || (requests?.count ?? 0) > 0;
}

/** The timeline and the table of collections, which show the same stretch of time. */
function eventViews(timeline: Timeline, startedAt: string | null, slowMicros: number): { panel: TimelinePanel; table: CollectionsTable | null } {
  const whole = wholeRange(timeline);
  const viewport = new Viewport(withMargins(whole));
  const scale = timeline.timed ? clockScale(whole.max, startedAt) : orderScale;
  const table = timeline.collections.count > 0 ? new CollectionsTable(timeline, viewport, scale) : null;
  return { panel: new TimelinePanel(timeline, viewport, whole, scale, (collection) => table?.reveal(collection), slowMicros), table };
}

/** Empty room at both ends of the axis, so that the first and the last pause can be seen. */
const MARGIN_SHARE = 0.01;

/** What was recorded: to the recording's end, or the last event where that is later or the length unknown. */
function wholeRange({ timed, durationMicros, pauses, collections, counters }: Timeline): Range {
  if (!timed) return { min: -POSITION / 2, max: (Math.max(1, pauses.count) - 0.5) * POSITION };
  let last = Number.isNaN(durationMicros) ? 1 : durationMicros;
  for (let i = 0; i < pauses.count; i++) last = Math.max(last, pauses.start[i]! + pauses.duration[i]!);
  for (const end of collections.end) if (end > last) last = end;
  for (const { time } of counters) last = Math.max(last, time[time.length - 1]!);
  return { min: Math.min(0, pauses.start[0] ?? 0), max: last };
}

function withMargins({ min, max }: Range): Range {
  const margin = (max - min) * MARGIN_SHARE;
  return { min: min - margin, max: max + margin };
}
