import { lowerBound } from '../chart/decimate.ts';
import { addGestures } from '../chart/gestures.ts';
import { groupMarks, type Grouping } from '../chart/groups.ts';
import { HeapContent } from '../chart/heapContent.ts';
import { heapSeries } from '../chart/heapSeries.ts';
import { PauseContent } from '../chart/pauseContent.ts';
import { TimeChart } from '../chart/timeChart.ts';
import type { Range, Viewport } from '../chart/viewport.ts';
import type { Marks } from '../data/marks.ts';
import type { Timeline } from '../data/timeline.ts';
import { counted } from '../format/numbers.ts';
import { ClockScale, type TimeScale } from '../format/timeScale.ts';
import { counterCharts } from './counterCharts.ts';
import { h, section } from './dom.ts';
import { MinuteStrip } from './minuteStrip.ts';
import { besidePointer, markLines } from './pauseTip.ts';
import { requestChart, type RequestChart } from './requestChart.ts';
import type { Selection } from './selection.ts';
import { timelineToolbar } from './timelineToolbar.ts';

/** What the panel draws, and what it shares with the rest of the page. */
export interface TimelineView {
  timeline: Timeline;
  marks: Marks;
  viewport: Viewport;
  whole: Range;
  scale: TimeScale;
  selection: Selection;
  slowMicros: number;
  /** Changes between the wall clock and the time since the start, everywhere. */
  setClock: (byWall: boolean) => void;
}

/** Requests where there are any, stops or pauses, heap sizes and counters over one time axis, with what zooms them. */
export class TimelinePanel {
  readonly element: HTMLElement;
  private readonly pauseHost = h('div', { class: 'chart pauses' });
  private readonly heapHost = h('div', { class: 'chart heap' });
  private readonly region: HTMLElement;
  private readonly shown = h('p', { class: 'dim shown', role: 'status' });
  private readonly chosen = h('p', { class: 'chosen', role: 'status' });
  private readonly tools = h('div', { class: 'toolbar' });
  private readonly strip: MinuteStrip | null;
  private readonly grouping: Grouping;
  private chosenMark = -1;
  private redraw: () => void = () => undefined;

  constructor(private readonly view: TimelineView) {
    const { timeline, marks, viewport, whole, scale } = view;
    this.grouping = groupMarks(timeline, marks);
    this.strip = scale instanceof ClockScale ? MinuteStrip.of(marks, whole, viewport, scale) : null;
    this.region = h('div', {
      class: 'charts', tabindex: 0, role: 'group',
      'aria-label': `Timeline of requests, ${marks.what}s, heap and counters. Arrow keys move, plus and minus zoom, 0 shows everything.`,
    }, h('h3', {}, marks.what === 'stop' ? 'Stops' : 'Pauses', marks.what === 'stop' && stopKey()), this.pauseHost);
    this.element = section('Timeline', this.shown, this.tools, this.strip?.element, this.region, this.chosen,
      h('p', { class: 'hint' }, `Drag to zoom, double-click to see everything. After a click, or with Ctrl held, the wheel `
        + `zooms; Shift with the wheel moves. Of ${marks.what}s that share a pixel the longest is drawn.`));
  }

  /** Makes the charts; the element must be in the page, because they take its width and colours. */
  mount(syncKey: string): void {
    const { timeline, marks, viewport, scale, selection } = this.view;
    const tip = besidePointer(this.pauseHost);
    let hovered: number | null = null;
    const pauses = new PauseContent(marks, timeline.timed, this.grouping, viewport, (mark, left) => {
      hovered = mark;
      tip(mark === null ? null : markLines(timeline, marks, scale, mark), left);
    });
    const requests = this.requestChart();
    const heap = this.heapContent();
    if (heap) this.region.append(h('h3', {}, 'Heap in use', heapKey()), this.heapHost);
    const counters = counterCharts(timeline.counters, viewport);
    this.region.append(...counters.flatMap((chart) => chart.elements));
    const update = (): void => {
      requests?.content.update();
      pauses.update(this.pauseHost.clientWidth);
      heap?.update(this.heapHost.clientWidth);
      this.tellRange();
    };
    update();
    // Listeners run in order: contents choose their marks before the charts draw them.
    viewport.onChange(update);
    const charts = [new TimeChart(this.pauseHost, pauses, viewport, scale, syncKey)];
    if (requests) charts.push(new TimeChart(requests.host, requests.content, viewport, scale, syncKey));
    if (heap) charts.push(new TimeChart(this.heapHost, heap, viewport, scale, syncKey));
    charts.push(...counters.map(({ host, content }) => new TimeChart(host, content, viewport, scale, syncKey)));
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
    const setLog = (log: boolean): void => {
      pauses.log = log;
      if (requests) requests.content.log = log;
    };
    const say = (text: string): void => {
      this.shown.textContent = text;
    };
    this.tools.replaceWith(timelineToolbar(this.view, this.grouping, { pauses, setLog, say, redraw: () => this.redraw() }));
  }

  /** Draws again, in the theme's present colours and by the axis's present clock. */
  refresh(): void {
    this.strip?.refresh();
    this.redraw();
    this.tellChosen(this.chosenMark);
  }

  /** What was chosen, below the charts: the note at the pointer goes with the pointer. */
  private tellChosen(mark: number): void {
    this.chosenMark = mark;
    const { timeline, marks, scale } = this.view;
    if (mark < 0) this.chosen.replaceChildren();
    else {
      const [first, ...rest] = markLines(timeline, marks, scale, mark);
      const row = marks.collection[mark]! >= 0 && h('a', { href: '#collections' }, 'its row in the table');
      this.chosen.replaceChildren(h('strong', {}, `Chosen: ${first}`), ` · ${rest.join(' · ')} `);
      if (row) this.chosen.append('· ', row);
    }
  }

  private heapContent(): HeapContent | null {
    const series = heapSeries(this.view.timeline.collections);
    return series.time.length > 0 ? new HeapContent(series, this.view.viewport) : null;
  }

  private requestChart(): RequestChart | null {
    const { timeline, marks, scale, slowMicros, viewport } = this.view;
    const chart = requestChart(timeline, marks, scale, slowMicros, viewport, () => this.redraw());
    if (chart) this.region.prepend(...chart.elements);
    return chart;
  }

  private tellRange(): void {
    const { viewport, whole, scale, marks } = this.view;
    const min = Math.max(viewport.min, whole.min);
    const max = Math.min(viewport.max, whole.max);
    const span = Math.max(0, max - min);
    const clock = scale instanceof ClockScale && scale.byWall ? ' UTC' : '';
    const ends = `from ${scale.moment(min, span / 100)} to ${scale.moment(max, span / 100)}${clock}`;
    const range = viewport.zoomed
      ? `Showing ${scale.stretch(span)}, ${ends}: ${counted(this.marksBetween(min, max), marks.what)}.`
      : `The whole recording, ${scale.stretch(span)}${clock === '' ? '' : `, ${ends}`}.`;
    this.shown.textContent = range + this.unplaced();
  }

  private marksBetween(min: number, max: number): number {
    const { start } = this.view.marks;
    return lowerBound(start, max) - lowerBound(start, min);
  }

  /** What the picture can't show. */
  private unplaced(): string {
    const { timed, withoutTime } = this.view.timeline;
    if (!timed) return ' It has no time stamps, so pauses stand in their order.';
    return withoutTime === 0 ? '' : ` ${counted(withoutTime, 'pause')} without a time stamp cannot be drawn.`;
  }
}

function stopKey(): HTMLElement {
  return h('span', { class: 'heap-key' },
    h('span', { class: 'swatch strong-part', 'aria-hidden': 'true' }), 'the collector’s pause',
    h('span', { class: 'swatch pale-part', 'aria-hidden': 'true' }), 'coming to a halt, and other work');
}

function heapKey(): HTMLElement {
  return h('span', { class: 'heap-key' },
    h('span', { class: 'swatch heap-before', 'aria-hidden': 'true' }), 'before',
    h('span', { class: 'swatch heap-after', 'aria-hidden': 'true' }), 'after a collection');
}
