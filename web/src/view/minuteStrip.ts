import type { Grouping } from '../chart/groups.ts';
import type { Range, Viewport } from '../chart/viewport.ts';
import { bucketsOf, worstBuckets, type Buckets } from '../data/buckets.ts';
import type { Marks } from '../data/marks.ts';
import { duration } from '../format/durations.ts';
import { percent } from '../format/numbers.ts';
import type { ClockScale } from '../format/timeScale.ts';
import { h } from './dom.ts';
import { pauseHeatMap } from './pauseHeatMap.ts';

/** Shorter recordings need no strip. */
const SHORTEST = 600e6;
const MINUTE = 60e6;
const MOST_CELLS = 180;
const WORST_NAMED = 5;

/**
 * The share of paused time per minute: a cell for each interval of a long recording, darker for a larger share. It always shows the whole
 * recording, with a frame around the range that the charts show.
 */
export class MinuteStrip {
  readonly element: HTMLElement;
  private readonly buckets: Buckets;
  private readonly frame = h('div', { class: 'strip-frame', 'aria-hidden': 'true' });
  private readonly worst = h('div', { class: 'worst-minutes' });

  private constructor(
    private readonly marks: Marks, grouping: Grouping, private readonly whole: Range, private readonly viewport: Viewport,
    private readonly scale: ClockScale, why: readonly string[],
  ) {
    this.buckets = bucketsOf(marks, whole.max, (scale.wall?.sinceMidnight ?? 0) % MINUTE, MOST_CELLS);
    const cells = h('div', { class: 'strip-cells', 'aria-hidden': 'true', click: (event) => this.click(event as MouseEvent) },
      ...this.cells(), this.frame);
    this.element = h('div', { class: 'minute-strip' },
      h('div', { class: 'strip-head' },
        h('h3', {}, `Share of each ${this.lengthName()} that the application was paused`), this.worst),
      cells,
      why.length > 0 && h('p', { class: 'dim why-minute' }, `In the worst minute: ${why.join('; ')}.`),
      h('h3', {}, 'Pauses by time and length'),
      pauseHeatMap({ marks, grouping, buckets: this.buckets, whole, viewport, name: (at) => this.name(at) }));
    this.follow();
    viewport.onChange(() => this.follow());
    this.refresh();
  }

  /** Null for a recording that is short or has no times. */
  static of(
    marks: Marks, grouping: Grouping, whole: Range, viewport: Viewport, scale: ClockScale, why: readonly string[] = [],
  ): MinuteStrip | null {
    return whole.max < SHORTEST || marks.count === 0 ? null : new MinuteStrip(marks, grouping, whole, viewport, scale, why);
  }

  /** Renames the worst intervals after the axis changed to another clock. */
  refresh(): void {
    const buttons = worstBuckets(this.buckets, WORST_NAMED).map((at) =>
      h('button', { type: 'button', click: () => this.zoomTo(at) },
        this.name(at), h('span', { class: 'dim' }, ` ${percent(this.share(at) * 100)}`)));
    this.worst.replaceChildren(h('span', { class: 'dim' }, 'Worst: '), ...buttons);
  }

  private cells(): HTMLElement[] {
    const { stopped, longest, length, from } = this.buckets;
    const most = stopped.reduce((a, b) => Math.max(a, b), 0);
    return Array.from(stopped, (value, at) => {
      const mark = longest[at]!;
      const longestHere = mark < 0 ? '' : `, longest pause ${duration(this.marks.duration[mark]!)}`;
      const title = `${this.name(at)}: ${percent(this.share(at) * 100)}${longestHere}`;
      const cell = h('div', { class: 'strip-cell', title });
      cell.style.left = this.place(from + at * length);
      cell.style.width = `calc(${(100 * length) / this.whole.max}% - 1px)`;
      // A square root, so that a quiet minute is visible next to a bad one.
      if (value > 0) cell.style.setProperty('--share', `${Math.round(6 + 94 * Math.sqrt(value / most))}%`);
      return cell;
    });
  }

  private follow(): void {
    this.frame.hidden = !this.viewport.zoomed;
    const min = Math.max(this.viewport.min, 0);
    this.frame.style.left = this.place(min);
    this.frame.style.width = `${Math.max(0, (100 * (Math.min(this.viewport.max, this.whole.max) - min)) / this.whole.max)}%`;
  }

  private click(event: MouseEvent): void {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const at = Math.floor((((event.clientX - box.left) / box.width) * this.whole.max - this.buckets.from) / this.buckets.length);
    this.zoomTo(Math.min(this.buckets.stopped.length - 1, Math.max(0, at)));
  }

  private zoomTo(at: number): void {
    const { from, length } = this.buckets;
    this.viewport.show(from + at * length, from + (at + 1) * length);
  }

  private place(micros: number): string {
    return `${((100 * micros) / this.whole.max).toFixed(4)}%`;
  }

  private name(at: number): string {
    return this.scale.moment(Math.max(0, this.buckets.from + at * this.buckets.length), MINUTE);
  }

  /** The share of the recorded part: the first and last interval may be incomplete. */
  private share(at: number): number {
    const { from, length, stopped } = this.buckets;
    const recorded = Math.min(this.whole.max, from + (at + 1) * length) - Math.max(0, from + at * length);
    return Math.min(1, stopped[at]! / Math.max(1, recorded));
  }

  private lengthName(): string {
    const minutes = this.buckets.length / MINUTE;
    return minutes === 1 ? 'minute' : minutes % 60 === 0 ? (minutes === 60 ? 'hour' : `${minutes / 60} hours`) : `${minutes} minutes`;
  }
}
