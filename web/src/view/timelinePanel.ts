import { lowerBound } from '../chart/decimate.ts';
import { addGestures } from '../chart/gestures.ts';
import { groupPauses, type Grouping } from '../chart/groups.ts';
import { HeapContent } from '../chart/heapContent.ts';
import { heapSeries } from '../chart/heapSeries.ts';
import { PauseContent } from '../chart/pauseContent.ts';
import { TimeChart } from '../chart/timeChart.ts';
import type { Range, Viewport } from '../chart/viewport.ts';
import type { Timeline } from '../data/timeline.ts';
import { duration } from '../format/durations.ts';
import { counted, integer } from '../format/numbers.ts';
import type { TimeScale } from '../format/timeScale.ts';
import { counterCharts } from './counterCharts.ts';
import { h, section, type Child } from './dom.ts';
import { pauseTip } from './pauseTip.ts';
import { requestChart, type RequestChart } from './requestChart.ts';

/** Requests where there are any, pauses, heap sizes and counters over one time axis, with what zooms them. */
export class TimelinePanel {
  readonly element: HTMLElement;
  private readonly pauseHost = h('div', { class: 'chart pauses' });
  private readonly heapHost = h('div', { class: 'chart heap' });
  private readonly region: HTMLElement;
  private readonly shown = h('p', { class: 'dim shown', role: 'status' });
  private readonly grouping: Grouping;
  private redraw: () => void = () => undefined;

  constructor(
    private readonly timeline: Timeline,
    private readonly viewport: Viewport,
    private readonly whole: Range,
    private readonly scale: TimeScale,
    private readonly choose: (collection: number) => void,
    private readonly slowMicros: number,
  ) {
    this.grouping = groupPauses(timeline);
    this.region = h('div', {
      class: 'charts', tabindex: 0, role: 'group',
      'aria-label': 'Timeline of requests, pauses, heap and counters. Arrow keys move, plus and minus zoom, 0 shows everything.',
    }, h('h3', {}, 'Pauses'), this.pauseHost);
    this.element = section('Timeline', this.shown, h('div', { class: 'toolbar' }), this.region,
      h('p', { class: 'hint' }, 'Drag to zoom, double-click to see everything. After a click, or with Ctrl held, the wheel zooms; Shift with the wheel moves. Of pauses that share a pixel the longest is drawn.'));
  }

  /** Makes the charts; the element must be in the page, because they take its width and colours. */
  mount(syncKey: string): void {
    const tip = pauseTip(this.timeline, this.scale, this.pauseHost);
    let hovered: number | null = null;
    const pauses = new PauseContent(this.timeline, this.grouping, this.viewport, (pause, left) => {
      hovered = pause;
      tip(pause, left);
    });
    const requests = this.requestChart();
    const heap = this.heapContent();
    if (heap) this.region.append(h('h3', {}, 'Heap in use', heapKey()), this.heapHost);
    const counters = counterCharts(this.timeline.counters, this.viewport);
    this.region.append(...counters.flatMap((chart) => chart.elements));
    const update = (): void => {
      requests?.content.update();
      pauses.update(this.pauseHost.clientWidth);
      heap?.update(this.heapHost.clientWidth);
      this.tellRange();
    };
    update();
    // Listeners run in order: contents choose their marks before the charts draw them.
    this.viewport.onChange(update);
    const charts = [new TimeChart(this.pauseHost, pauses, this.viewport, this.scale, syncKey)];
    if (requests) charts.push(new TimeChart(requests.host, requests.content, this.viewport, this.scale, syncKey));
    if (heap) charts.push(new TimeChart(this.heapHost, heap, this.viewport, this.scale, syncKey));
    charts.push(...counters.map(({ host, content }) => new TimeChart(host, content, this.viewport, this.scale, syncKey)));
    this.redraw = () => {
      update();
      for (const chart of charts) chart.refresh(this.viewport);
    };
    addGestures(this.region, () => charts.map((chart) => chart.over), this.viewport);
    charts[0]!.over.addEventListener('click', () => {
      const collection = hovered === null ? -1 : this.timeline.pauses.collection[hovered]!;
      if (collection >= 0) this.choose(collection);
    });
    this.element.querySelector('.toolbar')!.replaceWith(this.toolbar(pauses, requests));
  }

  /** Draws again, in the theme's present colours. */
  refresh(): void {
    this.redraw();
  }

  private heapContent(): HeapContent | null {
    const series = heapSeries(this.timeline.collections);
    return series.time.length > 0 ? new HeapContent(series, this.viewport) : null;
  }

  private requestChart(): RequestChart | null {
    const chart = requestChart(this.timeline, this.scale, this.slowMicros, this.viewport, () => this.redraw());
    if (chart) this.region.prepend(...chart.elements);
    return chart;
  }

  private toolbar(pauses: PauseContent, requests: RequestChart | null): HTMLElement {
    const scale = h('button', { type: 'button', 'aria-pressed': 'false', click: () => {
      pauses.log = !pauses.log;
      if (requests) requests.content.log = pauses.log;
      scale.setAttribute('aria-pressed', String(pauses.log));
      this.redraw();
    } }, 'Log scale');
    return h('div', { class: 'toolbar' },
      h('div', { class: 'legend', role: 'group', 'aria-label': `Pauses by ${this.grouping.by}` }, ...this.legend(pauses)),
      h('div', { class: 'buttons' }, scale,
        h('button', { type: 'button', 'aria-label': 'Zoom out', click: () => this.viewport.zoom(2) }, '−'),
        h('button', { type: 'button', 'aria-label': 'Zoom in', click: () => this.viewport.zoom(0.5) }, '+'),
        h('button', { type: 'button', click: () => this.viewport.reset() }, 'Show all')));
  }

  private legend(pauses: PauseContent): Child[] {
    return this.grouping.groups.map((group, i) => {
      const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
      swatch.style.background = `var(${group.colour})`;
      const button = h('button', { type: 'button', class: 'key', 'aria-pressed': 'true', title: `longest ${duration(group.longestMicros)}`, click: () => {
        pauses.shown[i] = !pauses.shown[i];
        button.setAttribute('aria-pressed', String(pauses.shown[i]));
        this.redraw();
      } }, swatch, h('span', { class: 'name' }, group.label), h('span', { class: 'dim' }, integer(group.count)));
      return button;
    });
  }

  private tellRange(): void {
    const { zoomed } = this.viewport;
    const min = Math.max(this.viewport.min, this.whole.min);
    const max = Math.min(this.viewport.max, this.whole.max);
    const span = Math.max(0, max - min);
    const range = zoomed
      ? `Showing ${this.scale.stretch(span)}, from ${this.scale.moment(min, span / 100)} to ${this.scale.moment(max, span / 100)}: ${counted(this.pausesBetween(min, max), 'pause')}.`
      : `The whole recording, ${this.scale.stretch(span)}.`;
    this.shown.textContent = range + this.unplaced();
  }

  private pausesBetween(min: number, max: number): number {
    const { start } = this.timeline.pauses;
    return lowerBound(start, max) - lowerBound(start, min);
  }

  /** What the picture can't show. */
  private unplaced(): string {
    if (!this.timeline.timed) return ' It has no time stamps, so pauses stand in their order.';
    const { withoutTime } = this.timeline;
    return withoutTime === 0 ? '' : ` ${counted(withoutTime, 'pause')} without a time stamp cannot be drawn.`;
  }
}

function heapKey(): HTMLElement {
  return h('span', { class: 'heap-key' },
    h('span', { class: 'swatch heap-before', 'aria-hidden': 'true' }), 'before',
    h('span', { class: 'swatch heap-after', 'aria-hidden': 'true' }), 'after a collection');
}
