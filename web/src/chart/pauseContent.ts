import type { Timeline } from '../data/timeline.ts';
import type { Ticks } from '../format/timeScale.ts';
import { durationTicks, logDurationTicks } from './axes.ts';
import { longestPerColumn, type PauseFilter } from './decimate.ts';
import type { Grouping } from './groups.ts';
import type { Drawing, TimeChartContent } from './timeChart.ts';
import type { Viewport } from './viewport.ts';

const FEW = 60;
/** Bars are dense when there are more of them than this share of the pixel columns. */
const DENSE_SHARE = 0.7;
/** The least top of the value axis, so that a recording without pauses still has an axis. */
const LEAST_TOP = 10;

/** Pauses as bars: as high as they are long, and as wide as they are long once the zoom allows it. */
export class PauseContent implements TimeChartContent {
  readonly height = 260;
  /** Whether the value axis shows the logarithm of durations. */
  log = false;
  readonly shown: boolean[];
  private readonly filter: PauseFilter;
  private visible: number[] = [];
  private dense = false;

  constructor(
    private readonly timeline: Timeline,
    private readonly grouping: Grouping,
    private readonly viewport: Viewport,
    private readonly onHover: (pause: number | null, left: number) => void,
  ) {
    this.shown = grouping.groups.map(() => true);
    const longest = Math.max(0, ...grouping.groups.map((group) => group.longestMicros));
    this.filter = { groupOf: grouping.groupOf, shown: this.shown, longest };
    this.update(800);
  }

  /** Chooses the pauses to draw in this many pixel columns; call before the chart refreshes. */
  update(columns: number): void {
    this.visible = longestPerColumn(this.timeline.pauses, this.viewport, Math.max(1, columns), this.filter);
    this.dense = this.visible.length > columns * DENSE_SHARE;
  }

  valueRange = (): { min: number; max: number } => {
    // A stretch without pauses keeps the scale of the whole recording.
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
    const few = this.visible.length <= FEW;
    // Where bars touch, pale ones with a strong top show the profile instead of a wall of colour.
    const bodies = this.dense ? colours.map((colour) => `color-mix(in srgb, ${colour} 38%, ${to.colour('--surface')})`) : colours;
    const least = Math.max(1, Math.round((few ? 3 : 1.5) * to.ratio));
    const bottom = to.top + to.height;
    for (const pause of this.visible) {
      const group = this.grouping.groupOf[pause]!;
      const long = this.timeline.pauses.duration[pause]!;
      const left = to.x(this.timeline.pauses.start[pause]!);
      // Without time stamps a place on the axis is not a time, so a bar's width says nothing.
      const width = this.timeline.timed ? Math.max(least, to.x(this.timeline.pauses.start[pause]! + long) - left) : least;
      const top = to.y(this.log ? Math.log10(Math.max(1, long)) : long);
      to.context.fillStyle = bodies[group]!;
      to.context.fillRect(left, top, width, Math.max(to.ratio, bottom - top));
      if (few) cap(to, left + width / 2, top, width);
      else if (this.dense) edge(to, colours[group]!, left, top, width);
    }
  }

  hover(micros: number | null, left: number): void {
    this.onHover(micros === null ? null : this.nearest(micros), left);
  }

  private durationOf(at: number): number {
    return this.timeline.pauses.duration[this.visible[at]!]!;
  }

  /** The drawn pause nearest to this time, if one is within a few pixels; the longest where several are. */
  private nearest(micros: number): number | null {
    const reach = this.viewport.span / 100;
    let best: number | null = null;
    let nearest = reach;
    for (const pause of this.visible) {
      const start = this.timeline.pauses.start[pause]!;
      const end = start + this.timeline.pauses.duration[pause]!;
      const away = micros < start ? start - micros : micros > end ? micros - end : 0;
      if (away < nearest) [best, nearest] = [pause, away];
    }
    return best;
  }
}

function cap(to: Drawing, x: number, y: number, width: number): void {
  if (width > 7 * to.ratio) return;
  to.context.beginPath();
  to.context.arc(x, y, 3.5 * to.ratio, 0, 2 * Math.PI);
  to.context.fill();
}

function edge(to: Drawing, colour: string, x: number, y: number, width: number): void {
  to.context.fillStyle = colour;
  to.context.fillRect(x, y, width, 2 * to.ratio);
}
