import type { Marks } from '../data/marks.ts';
import type { Ticks } from '../format/timeScale.ts';
import { durationTicks, logDurationTicks } from './axes.ts';
import { longestPerColumn, type PauseFilter } from './decimate.ts';
import type { Grouping, PauseKind } from './groups.ts';
import { addShape, SHAPE_OF } from './shapes.ts';
import type { Drawing, TimeChartContent } from './timeChart.ts';
import type { Viewport } from './viewport.ts';

const FEW = 60;
/** The radius of the shape on a bar, and the widest bar that has one, in CSS pixels. */
const [CAP, WIDEST_WITH_CAP] = [3.8, 7];
/** Bars are dense when they fill more than this share of the pixel columns. */
const DENSE_SHARE = 0.7;
/** A stop has a visible pale part when the GC pause is below this share of it. */
const OWN_SHARE = 0.98;
/** The minimum top of the value axis, so that a recording without pauses still has an axis. */
const LEAST_TOP = 10;

/**
 * Stops or pauses as bars: the height is the duration, and so is the width once the zoom allows it. The GC pause of a stop is strong; the
 * time to stop and other time is pale. Bars that touch each other are strong as a whole, because their parts cannot be told apart.
 */
export class PauseContent implements TimeChartContent {
  readonly height = 220;
  /** Whether the value axis shows the logarithm of durations. */
  log = false;
  readonly shown: boolean[];
  /** The mark with a triangle, -1 for none. */
  chosen = -1;
  private readonly filter: PauseFilter;
  private visible: number[] = [];
  /** Whether bars touch each other, so that they have no visible parts. */
  dense = false;

  constructor(
    private readonly marks: Marks,
    /** Without timestamps, a position on the axis is not a time. */
    private readonly timed: boolean,
    private readonly grouping: Grouping,
    private readonly viewport: Viewport,
    private readonly onHover: (pause: number | null, left: number) => void,
  ) {
    this.shown = grouping.groups.map(() => true);
    const longest = Math.max(0, ...grouping.groups.map((group) => group.longestMicros));
    this.filter = { groupOf: grouping.groupOf, shown: this.shown, longest };
    this.update(800);
  }

  /** Selects the pauses to draw in this many pixel columns; call before the chart refreshes. */
  update(columns: number): void {
    this.visible = longestPerColumn(this.marks, this.viewport, Math.max(1, columns), this.filter);
    this.dense = this.visible.length > columns * DENSE_SHARE;
  }

  valueRange = (): { min: number; max: number } => {
    // A range without pauses keeps the scale of the whole recording.
    const top = Math.max(LEAST_TOP, this.visible.length > 0 ? this.durationOf(0) : this.filter.longest);
    if (!this.log) return { min: 0, max: top * 1.08 };
    const least = Math.max(1, this.visible.length > 0 ? this.durationOf(this.visible.length - 1) : 1);
    return { min: Math.floor(Math.log10(least) - 1e-9), max: Math.log10(top) + 0.1 };
  };

  ticks(min: number, max: number, height: number): Ticks {
    return this.log ? logDurationTicks(min, max) : durationTicks(max, height);
  }

  draw(to: Drawing): void {
    const colours = this.grouping.groups.map((group) => to.colour(group.colour));
    const pale = colours.map((colour) => `color-mix(in srgb, ${colour} 38%, ${to.colour('--surface')})`);
    const few = this.visible.length <= FEW;
    const least = Math.max(1, Math.round((few ? 3 : 1.5) * to.ratio));
    const bottom = to.top + to.height;
    for (const mark of this.visible) {
      const group = this.grouping.groupOf[mark]!;
      const long = this.marks.duration[mark]!;
      const own = this.marks.own ? this.marks.own[mark]! : long;
      const left = to.x(this.marks.start[mark]!);
      const width = this.timed ? Math.max(least, to.x(this.marks.start[mark]! + long) - left) : least;
      const top = this.heightOf(long, to);
      const parts = !this.dense && this.marks.own !== null && !(own >= long * OWN_SHARE);
      to.context.fillStyle = (parts ? pale : colours)[group]!;
      to.context.fillRect(left, top, width, Math.max(to.ratio, bottom - top));
      to.context.fillStyle = colours[group]!;
      if (parts && own > 0) to.context.fillRect(left, this.heightOf(own, to), width, bottom - this.heightOf(own, to));
      if (few && width <= WIDEST_WITH_CAP * to.ratio) cap(to, left + width / 2, top, this.grouping.groups[group]!.kind);
    }
    if (this.chosen >= 0) this.pointAt(to, this.chosen);
  }

  hover(micros: number | null, left: number): void {
    this.onHover(micros === null ? null : this.nearest(micros), left);
  }

  private heightOf(micros: number, to: Drawing): number {
    return to.y(this.log ? Math.log10(Math.max(1, micros)) : micros);
  }

  /** A line through the selected mark with a triangle at its top, so that it is easy to find. */
  private pointAt(to: Drawing, mark: number): void {
    const x = to.x(this.marks.start[mark]! + (this.timed ? this.marks.duration[mark]! / 2 : 0));
    const size = 6 * to.ratio;
    to.context.fillStyle = to.colour('--ink');
    to.context.fillRect(x - to.ratio / 2, to.top, to.ratio, Math.max(0, this.heightOf(this.marks.duration[mark]!, to) - to.top));
    to.context.beginPath();
    to.context.moveTo(x - size, to.top);
    to.context.lineTo(x + size, to.top);
    to.context.lineTo(x, to.top + size * 1.4);
    to.context.fill();
  }

  private durationOf(at: number): number {
    return this.marks.duration[this.visible[at]!]!;
  }

  /** The drawn pause nearest to this time, if one is within a few pixels; the longest of several. */
  private nearest(micros: number): number | null {
    const reach = this.viewport.span / 100;
    let best: number | null = null;
    let nearest = reach;
    for (const pause of this.visible) {
      const start = this.marks.start[pause]!;
      const end = start + this.marks.duration[pause]!;
      const away = micros < start ? start - micros : micros > end ? micros - end : 0;
      if (away < nearest) [best, nearest] = [pause, away];
    }
    return best;
  }
}

function cap(to: Drawing, x: number, y: number, kind: PauseKind): void {
  to.context.beginPath();
  addShape(to.context, SHAPE_OF[kind], x, y, CAP * to.ratio);
  to.context.fill();
}
