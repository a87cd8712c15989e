import { Viewport, type Range } from '../chart/viewport.ts';
import type { ProcessReport, Report } from '../data/contract.ts';
import { longestMark, marksOf, type Marks } from '../data/marks.ts';
import type { Timeline } from '../data/timeline.ts';
import { ClockScale, orderScale, POSITION } from '../format/timeScale.ts';
import type { Address } from './address.ts';
import { AllocationsSection } from './allocations.ts';
import { breakdowns } from './breakdowns.ts';
import { CollectionsTable } from './collectionsTable.ts';
import { countersTable } from './countersTable.ts';
import { CpuSection } from './cpuSection.ts';
import { coverage } from './coverage.ts';
import { append, h, section, type Child } from './dom.ts';
import { findingGroups, findings } from './findings.ts';
import { heapObjectsSection } from './heapObjectsSection.ts';
import { retainersSection } from './retainersSection.ts';
import type { Headline } from './headline.ts';
import { inducedSection } from './inducedSection.ts';
import { isSampledOnly, keyNumbers, moreNumbers } from './keyNumbers.ts';
import { Moments } from './moments.ts';
import { otherWaitsSection } from './otherWaitsSection.ts';
import { PartView } from './partView.ts';
import { requestTimeSection } from './requestTimeSection.ts';
import { Selection } from './selection.ts';
import { goroutinesSection, liveHeapSection } from './sitesSection.ts';
import { survivalSection } from './survivalSection.ts';
import { TimelinePanel } from './timelinePanel.ts';
import { worstWindows } from './worstWindows.ts';
import { collectionFinder } from '../work/collectionFinder.ts';
import type { Search } from '../work/search.ts';

/** The places of a process on the page: numbers, timeline and findings before the requests of all, tables after them. */
export interface ProcessPlace {
  before: HTMLElement;
  after: HTMLElement;
}

/** Which process is shown, and what it shares with the page. */
export interface ShownProcess {
  timeline: Timeline | undefined;
  index: number;
  address: Address;
  headline: Headline;
  search: Search;
}

/** Everything about one process. Returns a function that redraws its charts when the colours change. */
export function showProcess(place: ProcessPlace, report: Report, page: ShownProcess): () => void {
  const { timeline, index, address, headline, search } = page;
  const process = report.processes[index]!;
  const own = findingGroups(report.findings).filter(({ root }) => root.process === index || root.process === null);
  const missing = (report.not_applicable ?? []).filter((rule) => rule.process === index || rule.process === null);
  const moments = new Moments(new ClockScale((process.source.duration_ms ?? 0) * 1e3, process.source.started_at));
  moments.scale.byWall = moments.scale.wall !== null && !address.shown.sinceStart;
  const events = timeline && hasEvents(timeline)
    ? eventViews(timeline, process, { moments, slowMillis: report.requests?.slow_threshold_ms ?? 0, address })
    : null;
  const sampledOnly = isSampledOnly(process);
  const part = new PartView({ process, report, index, groups: own, moments, headline });
  const allocations = timeline?.sites ? new AllocationsSection(process.allocations ?? { sites: [] }, timeline.sites) : null;
  const cpu = process.cpu_samples ? new CpuSection(process.cpu_samples, timeline?.cpu ?? null) : null;
  const flames = [
    cpu, allocations, liveHeapSection(process.live_heap, timeline?.liveSites ?? null),
    goroutinesSection(process.goroutines, timeline?.goroutineSites ?? null),
  ].filter((flame) => flame !== null);
  place.before.replaceChildren();
  append(place.before,
    coverage(process, missing),
    sampledOnly ? keyNumbers(process, moments) : part.bar,
    sampledOnly ? null : part.numbers.node,
    sampledOnly ? null : events?.panel.element ?? section('Timeline', h('p', { class: 'dim' }, ...nothingToDraw(process))),
    sampledOnly ? findings(own) : part.findings.node,
    sampledOnly ? null : part.longest.node);
  place.after.replaceChildren();
  append(place.after,
    worstWindows(process, timeline?.timed ? (events?.viewport ?? null) : null),
    breakdowns(process, moments),
    requestTimeSection(process),
    otherWaitsSection(process),
    inducedSection(process.collections.induced_by ?? []),
    retainersSection(process.heap_retainers),
    heapObjectsSection(process.heap_objects),
    ...flames.map(({ element }) => element),
    survivalSection(process),
    section('More numbers', moreNumbers(process), countersTable(process.counters ?? [])),
    events?.table?.element);
  events?.panel.mount(`process-${index}`);
  events?.restore();
  search.use(...(events && timeline ? [collectionFinder(timeline, events.marks, events.selection)] : []));
  if (events && timeline) part.follow(timeline, events.marks, events.viewport);
  for (const flame of flames) flame.mount();
  return () => {
    events?.panel.refresh();
    for (const flame of flames) flame.refresh();
  };
}

/** Why there is no timeline. A report that was stored without it has only counts. */
function nothingToDraw({ collections, pauses, source }: ProcessReport): Child[] {
  if (source.has_collections === false) return ['Profiles record no collections and no pauses, so there is no timeline.'];
  if ((collections.count ?? 0) === 0 && (pauses.count ?? 0) === 0) {
    return ['No collection and no pause was recorded, so there is no timeline.'];
  }
  const command = h('code', {}, 'unpause report --format json --events');
  return ['This report was stored without its timeline. To store it: ', command, '.'];
}

function hasEvents({ pauses, collections, requests, counters, stops }: Timeline): boolean {
  return pauses.count > 0 || collections.count > 0 || counters.length > 0 || stops !== null || (requests?.count ?? 0) > 0;
}

/** The timeline and the table of collections, which share the time range and the selected collection. */
interface EventViews {
  panel: TimelinePanel;
  marks: Marks;
  viewport: Viewport;
  selection: Selection;
  table: CollectionsTable | null;
  /** Applies the address and records changes from then on; call it when the panel is mounted. */
  restore: () => void;
}

/** What the event views get from the rest of the page. */
interface PageState {
  address: Address;
  moments: Moments;
  slowMillis: number;
}

function eventViews(timeline: Timeline, { source, heap, worst_minute: minute }: ProcessReport, page: PageState): EventViews {
  const { address, moments, slowMillis } = page;
  const marks = marksOf(timeline);
  const whole = wholeRange(timeline, marks);
  const viewport = new Viewport(withMargins(whole));
  const scale = timeline.timed ? new ClockScale(whole.max, source.started_at) : orderScale;
  if (scale instanceof ClockScale) scale.byWall = scale.wall !== null && !address.shown.sinceStart;
  const selection = new Selection();
  const table = timeline.collections.count > 0
    ? new CollectionsTable({
      timeline, marks, viewport, scale, selection, steps: source,
      filter: address.shown.filter, filtered: (filter) => address.set({ filter }),
    })
    : null;
  const setClock = (byWall: boolean): void => {
    if (!(scale instanceof ClockScale)) return;
    scale.byWall = moments.scale.byWall = byWall;
    moments.refresh();
    address.set({ sinceStart: !byWall });
    panel.refresh();
    table?.refresh();
  };
  const panel = new TimelinePanel({
    source, timeline, marks, viewport, whole, scale, selection, slowMicros: slowMillis * 1e3, setClock,
    heapLimit: heap?.limit_bytes ?? null, whyWorst: minute?.why ?? [],
  });
  return { panel, table, marks, viewport, selection, restore };

  function restore(): void {
    const { zoom, collection } = address.shown;
    if (zoom) viewport.show(zoom.min, zoom.max);
    if (collection !== null && collection < timeline.collections.count) selection.choose(collection, longestMark(marks, collection));
    viewport.onChange(() => address.set({ zoom: viewport.zoomed ? { min: viewport.min, max: viewport.max } : null }));
    selection.onChange((chosen) => address.set({ collection: chosen < 0 ? null : chosen }));
  }
}

/** Empty space at both ends of the axis, so that the first and the last pause are visible. */
const MARGIN_SHARE = 0.01;

/** The recorded range: to the end of the recording, or the last event where that is later or the length is unknown. */
function wholeRange({ timed, durationMicros, pauses, collections, counters }: Timeline, marks: Marks): Range {
  if (!timed) return { min: -POSITION / 2, max: (Math.max(1, pauses.count) - 0.5) * POSITION };
  let last = Number.isNaN(durationMicros) ? 1 : durationMicros;
  for (let i = 0; i < marks.count; i++) last = Math.max(last, marks.start[i]! + marks.duration[i]!);
  for (const end of collections.end) if (end > last) last = end;
  for (const { time } of counters) last = Math.max(last, time[time.length - 1]!);
  return { min: Math.min(0, marks.start[0] ?? 0), max: last };
}

function withMargins({ min, max }: Range): Range {
  const margin = (max - min) * MARGIN_SHARE;
  return { min: min - margin, max: max + margin };
}
