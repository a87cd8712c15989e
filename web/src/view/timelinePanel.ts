import { lowerBound } from '../chart/decimate.ts';
import { addGestures } from '../chart/gestures.ts';
import { groupMarks, type Grouping } from '../chart/groups.ts';
import { HeapContent } from '../chart/heapContent.ts';
import { heapSeries, type HeapSeries } from '../chart/heapSeries.ts';
import { PauseContent } from '../chart/pauseContent.ts';
import { TimeChart, type TimeAxis } from '../chart/timeChart.ts';
import type { Range, Viewport } from '../chart/viewport.ts';
import type { ProcessReport } from '../data/contract.ts';
import type { Marks } from '../data/marks.ts';
import type { Timeline } from '../data/timeline.ts';
import { counted } from '../format/numbers.ts';
import { ClockScale, type TimeScale } from '../format/timeScale.ts';
import { cpuUseChart, rateChart } from './collectionCharts.ts';
import { counterCharts } from './counterCharts.ts';
import { append, h, section } from './dom.ts';
import { explanation } from './longestPauses.ts';
import { MinuteStrip } from './minuteStrip.ts';
import { timeToStop } from './names.ts';
import { besidePointer, markLines } from './pauseTip.ts';
import { requestChart, type RequestChart } from './requestChart.ts';
import type { Selection } from './selection.ts';
import { timelineToolbar } from './timelineToolbar.ts';

/** What the panel draws and what it shares with the rest of the page. */
export interface TimelineView {
  source: ProcessReport['source'];
  timeline: Timeline;
  marks: Marks;
  viewport: Viewport;
  whole: Range;
  scale: TimeScale;
  selection: Selection;
  slowMicros: number;
  /** The limit of the heap in bytes; null where unknown. */
  heapLimit: number | null;
  /** What was different in the worst minute. */
  whyWorst: readonly string[];
  /** Switches between wall clock and time since start, everywhere. */
  setClock: (byWall: boolean) => void;
}

/** Requests where there are any, pauses, heap sizes and counters on one time axis, with the controls to zoom. */
export class TimelinePanel {
  readonly element: HTMLElement;
  private readonly pauseHost = h('div', { class: 'chart pauses' });
  private readonly heapHost = h('div', { class: 'chart heap' });
  private readonly region: HTMLElement;
  private readonly shown = h('p', { class: 'dim shown', role: 'status' });
  private readonly chosen = h('div', { class: 'chosen', role: 'status' });
  private readonly tools = h('div', { class: 'toolbar' });
  private readonly strip: MinuteStrip | null;
  private readonly grouping: Grouping;
  private readonly stopKey = h('span', { class: 'heap-key' });
  private chosenMark = -1;
  private redraw: () => void = () => undefined;

  constructor(private readonly view: TimelineView) {
    const { timeline, marks, viewport, whole, scale } = view;
    this.grouping = groupMarks(timeline, marks);
    this.strip = scale instanceof ClockScale ? MinuteStrip.of(marks, this.grouping, whole, viewport, scale, view.whyWorst) : null;
    this.region = h('div', {
      class: 'charts', tabindex: 0, role: 'group',
      'aria-label': `Timeline of requests, pauses, heap and counters. Arrow keys move, plus and minus zoom, 0 shows all.`,
    }, h('h3', {}, 'Pauses', h('span', { class: 'heap-key' },
      marks.what === 'stop' && this.stopKey, timeline.gaps.length > 0 && gapKey())), this.pauseHost);
    this.element = section('Timeline', this.shown, this.tools, this.strip?.element, this.region, this.chosen,
      h('p', { class: 'hint' }, `Drag to zoom, double-click to show all. After a click, or with Ctrl, the wheel zooms; `
        + `with Shift it moves. Where several pauses share a pixel, the longest is drawn.`));
  }

  /** Makes the charts. The element must be in the page, which sets their width and colours. */
  mount(syncKey: string): void {
    const { timeline, marks, viewport, scale, selection } = this.view;
    const tip = besidePointer(this.pauseHost);
    let hovered: number | null = null;
    const pauses = new PauseContent(marks, timeline.timed, this.grouping, viewport, (mark, left) => {
      hovered = mark;
      tip(mark === null ? null : markLines(timeline, marks, scale, mark, timeToStop(this.view.source).long), left);
    });
    const requests = this.requestChart();
    const heap = this.heapContent();
    if (heap) this.region.append(h('h3', {}, 'Heap in use', heapKey(heap.series.afterIsLive)), this.heapHost);
    const rates = rateChart(timeline, viewport);
    const cpuUse = cpuUseChart(timeline, marks, this.grouping, viewport, scale);
    this.region.append(...(rates?.elements ?? []), ...(cpuUse?.elements ?? []));
    const counters = counterCharts(timeline.counters, viewport);
    this.region.append(...counters.flatMap((chart) => chart.elements));
    const update = (): void => {
      requests?.content.update();
      pauses.update(this.pauseHost.clientWidth);
      heap?.content.update(this.heapHost.clientWidth);
      rates?.content.update(rates.host.clientWidth);
      this.stopKey.replaceChildren(...stopKey(this.view.source, pauses.dense));
      this.showRange();
    };
    update();
    // Listeners run in order: contents select their marks before the charts draw them.
    viewport.onChange(update);
    const axis: TimeAxis = { viewport, scale, syncKey, gaps: timeline.gaps };
    const shown = [
      { host: this.pauseHost, content: pauses }, requests, heap && { host: this.heapHost, content: heap.content },
      rates, cpuUse, ...counters,
    ].filter((chart) => chart !== null);
    const charts = shown.map(({ host, content }) => new TimeChart(host, content, axis));
    this.redraw = () => {
      update();
      for (const chart of charts) chart.refresh(viewport);
    };
    addGestures(this.region, () => charts.map((chart) => chart.over), viewport);
    charts[0]!.over.addEventListener('click', () => hovered !== null && selection.choose(marks.collection[hovered]!, hovered));
    selection.onChange((_collection, mark) => {
      pauses.chosen = mark;
      this.tellChosen(mark);
      this.redraw();
    });
    const say = (text: string): void => {
      this.shown.textContent = text;
    };
    this.tools.replaceWith(timelineToolbar(this.view, this.grouping, { pauses, say, redraw: () => this.redraw() }));
  }

  /** Redraws with the current colours and the current clock of the axis. */
  refresh(): void {
    this.strip?.refresh();
    this.redraw();
    this.tellChosen(this.chosenMark);
  }

  /** The selected mark, below the charts, because the tooltip disappears with the pointer. */
  private tellChosen(mark: number): void {
    this.chosenMark = mark;
    const { timeline, marks, scale } = this.view;
    if (mark < 0) this.chosen.replaceChildren();
    else {
      const [first, ...rest] = markLines(timeline, marks, scale, mark, timeToStop(this.view.source).long);
      const row = marks.collection[mark]! >= 0 && h('a', { href: '#collections' }, 'show in the table');
      this.chosen.replaceChildren(h('strong', {}, `Selected: ${first}`), ` · ${rest.join(' · ')} `);
      if (row) this.chosen.append('· ', row);
      const explained = timeline.explained.of(marks.start[mark]!, marks.duration[mark]!);
      if (explained) append(this.chosen, ...explanation(explained));
    }
  }

  private heapContent(): { series: HeapSeries; content: HeapContent } | null {
    const { timeline, heapLimit, viewport } = this.view;
    const series = heapSeries(timeline.collections, timeline.gaps);
    return series.time.length > 0 ? { series, content: new HeapContent(series, heapLimit, viewport) } : null;
  }

  private requestChart(): RequestChart | null {
    const { timeline, marks, scale, slowMicros, viewport } = this.view;
    const chart = requestChart(timeline, marks, scale, slowMicros, viewport, () => this.redraw());
    if (chart) this.region.prepend(...chart.elements);
    return chart;
  }

  private showRange(): void {
    const { viewport, whole, scale, timeline, marks } = this.view;
    if (!timeline.timed && marks.start.length === 0) {
      this.shown.textContent = 'It has no pauses to show.';
      return;
    }

    const min = Math.max(viewport.min, whole.min);
    const max = Math.min(viewport.max, whole.max);
    const span = Math.max(0, max - min);
    const clock = scale instanceof ClockScale && scale.byWall ? ' UTC' : '';
    const ends = `from ${scale.moment(min, span / 100)} to ${scale.moment(max, span / 100)}${clock}`;
    const range = viewport.zoomed
      ? `Showing ${scale.stretch(span)}, ${ends}: ${counted(this.marksBetween(min, max), 'pause')}.`
      : `The whole recording, ${scale.stretch(span)}${clock === '' ? '' : `, ${ends}`}.`;
    this.shown.textContent = range + this.unplaced();
  }

  private marksBetween(min: number, max: number): number {
    const { start } = this.view.marks;
    return lowerBound(start, max) - lowerBound(start, min);
  }

  /** Events that are not drawn. */
  private unplaced(): string {
    const { timed, withoutTime } = this.view.timeline;
    if (!timed) return ' It has no timestamps, so pauses are shown in sequence.';
    return withoutTime === 0 ? '' : ` ${counted(withoutTime, 'pause')} without a timestamp cannot be drawn.`;
  }
}

function stopKey(source: ProcessReport['source'], dense: boolean): (HTMLElement | string)[] {
  const other = `${timeToStop(source).long} and other`;
  if (dense) return [`zoom in to see ${other}`];
  return [
    h('span', { class: 'swatch strong-part', 'aria-hidden': 'true' }), 'GC pause',
    h('span', { class: 'swatch pale-part', 'aria-hidden': 'true' }), other,
  ];
}

function gapKey(): HTMLElement {
  return h('span', { class: 'heap-key' }, h('span', { class: 'swatch gap', 'aria-hidden': 'true' }), 'not recorded');
}

function heapKey(afterIsLive: boolean): HTMLElement {
  return h('span', { class: 'heap-key' },
    h('span', { class: 'swatch heap-before', 'aria-hidden': 'true' }), 'before',
    h('span', { class: 'swatch heap-after', 'aria-hidden': 'true' }),
    afterIsLive ? 'after a collection: the live set' : 'after a collection');
}
