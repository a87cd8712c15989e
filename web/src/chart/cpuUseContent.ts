import { multiples, type Ticks } from '../format/timeScale.ts';
import { roundStep } from './axes.ts';
import { lowerBound } from './decimate.ts';
import type { Group } from './groups.ts';
import { addShape, SHAPE_OF } from './shapes.ts';
import { markValue, type Drawing, type TimeChartContent } from './timeChart.ts';
import type { Viewport } from './viewport.ts';

/** How many CPUs the GC threads used in pauses, in order of time. */
export interface CpuUse {
  /** Start in microseconds. */
  time: Float64Array;
  /** CPU time of all GC threads divided by the length of the pause. */
  cpus: Float64Array;
  collection: Int32Array;
  group: Int32Array;
}

const [RADIUS, REACH] = [3.5, 12];
const TICK_SPACING = 36;
/** Without starvation at least one thread runs all the time. */
const ONE = 1;

/** CPU time against real time: a point for each pause, and a line at one CPU. Below it, GC threads waited for a CPU. */
export class CpuUseContent implements TimeChartContent {
  readonly height = 130;
  private readonly top: number;

  constructor(
    private readonly use: CpuUse,
    private readonly groups: Group[],
    private readonly viewport: Viewport,
    private readonly onHover: (point: number | null, left: number) => void,
  ) {
    this.top = use.cpus.reduce((a, b) => Math.max(a, b), 2);
  }

  valueRange = (): { min: number; max: number } => ({ min: 0, max: this.top * 1.1 });

  ticks(_min: number, max: number, height: number): Ticks {
    const at = multiples(0, max, Math.max(1, roundStep((max * TICK_SPACING) / Math.max(height, TICK_SPACING))));
    return { at, label: at.map((cpus) => (cpus === 0 ? '0' : `${cpus}\u00a0CPU${cpus === 1 ? '' : 's'}`)) };
  }

  draw(to: Drawing): void {
    markValue(to, ONE);
    const colours = this.groups.map(({ colour }) => to.colour(colour));
    for (let i = lowerBound(this.use.time, this.viewport.min); i < this.use.time.length && this.use.time[i]! <= this.viewport.max; i++) {
      const group = this.use.group[i]!;
      to.context.fillStyle = colours[group]!;
      to.context.beginPath();
      addShape(to.context, SHAPE_OF[this.groups[group]!.kind], to.x(this.use.time[i]!), to.y(this.use.cpus[i]!), RADIUS * to.ratio);
      to.context.fill();
    }
  }

  hover(micros: number | null, left: number, value: number | null, perPixel: { x: number; y: number }): void {
    this.onHover(micros === null || value === null ? null : this.nearest(micros, value, perPixel), left);
  }

  private nearest(micros: number, value: number, perPixel: { x: number; y: number }): number | null {
    let [best, nearest]: [number | null, number] = [null, REACH];
    const { time, cpus } = this.use;
    for (let i = lowerBound(time, micros - REACH * perPixel.x); i < time.length && time[i]! <= micros + REACH * perPixel.x; i++) {
      const away = Math.hypot((time[i]! - micros) / perPixel.x, (cpus[i]! - value) / perPixel.y);
      if (away < nearest) [best, nearest] = [i, away];
    }
    return best;
  }
}
