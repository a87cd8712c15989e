import { BECAUSE_OF_GC, FATES, NOT_SLOW, type RequestPoints } from '../data/requests.ts';
import type { Ticks } from '../format/timeScale.ts';
import { logDurationTicks } from './axes.ts';
import { lowerBound, type Intervals } from './decimate.ts';
import { addShape } from './shapes.ts';
import { markValue, type Drawing, type TimeChartContent } from './timeChart.ts';
import type { Viewport } from './viewport.ts';

export const FATE_COLOURS = ['--fate-not-slow', '--fate-because', '--fate-touched', '--fate-untouched'];
/** The minimum top of the value axis. */
const LEAST_TOP = 10;
/** The size of points in CSS pixels; requests that are not slow are smaller where there are many. */
const POINT = 7;
const SMALL_POINT = 3;
const MEDIUM_POINT = 5;
const MANY = 5_000;
/** Shorter pauses, as a share of the slow threshold, make no request slow; their bands would only hide requests. */
export const LEAST_BAND_SHARE = 0.01;
/** Of bands narrower than a pixel, only those of the longest pauses are drawn, so that most of the chart stays free. */
const NARROW_BANDS_SHARE = 0.12;
/** The maximum distance of the pointer from a point, in pixels. */
const REACH = 12;

/** Requests as points over their start, with the logarithm of latency as height, on top of the longer pauses as bands. */
export class RequestContent implements TimeChartContent {
  readonly height = 220;
  readonly shown = FATES.map(() => true);
  private visible: number[] = [];
  private readonly longestPause: number;

  constructor(
    private readonly requests: RequestPoints,
    private readonly pauses: Intervals,
    private readonly thresholdMicros: number,
    private readonly viewport: Viewport,
    private readonly onHover: (request: number | null, left: number) => void,
  ) {
    let longest = 0;
    for (const duration of pauses.duration) if (duration > longest) longest = duration;
    this.longestPause = longest;
    this.update();
  }

  /** Selects the requests to draw: those of the visible range, the most important last. */
  update(): void {
    const { start, fate, count } = this.requests;
    const byFate: number[][] = FATES.map(() => []);
    for (let i = lowerBound(start, this.viewport.min); i < count && start[i]! <= this.viewport.max; i++) {
      const of = fate[i]!;
      if (of >= 0 && this.shown[of]) byFate[of]!.push(i);
    }
    this.visible = [byFate[0]!, byFate[3]!, byFate[2]!, byFate[1]!].flat();
  }

  valueRange = (): { min: number; max: number } => {
    let top = Math.max(LEAST_TOP, this.thresholdMicros * 1.2);
    let least = Number.POSITIVE_INFINITY;
    for (const i of this.visible) {
      const value = this.requests.duration[i]!;
      if (value > top) top = value;
      if (value < least) least = value;
    }
    return { min: Math.log10(Math.max(1, Math.min(least, this.thresholdMicros))) - 0.1, max: Math.log10(top) + 0.2 };
  };

  ticks(min: number, max: number): Ticks {
    return logDurationTicks(min, max);
  }

  draw(to: Drawing): void {
    this.drawBands(to);
    markValue(to, Math.log10(Math.max(1, this.thresholdMicros)));
    const many = this.visible.length > MANY;
    const small = many ? SMALL_POINT : MEDIUM_POINT;
    const colours = FATE_COLOURS.map((colour) => to.colour(colour));
    // Many points share a pixel; each pixel is painted once per kind.
    const columns = Math.ceil(to.width) + 1;
    const painted = new Uint8Array(columns * (Math.ceil(to.height) + 1));
    for (const i of this.visible) {
      const fate = this.requests.fate[i]!;
      const x = Math.round(to.x(this.requests.start[i]!));
      const y = Math.round(to.y(this.value(i)));
      const cell = (y - Math.floor(to.top)) * columns + x - Math.floor(to.left);
      if (painted[cell] === fate + 1) continue;
      painted[cell] = fate + 1;
      const size = Math.round((fate === NOT_SLOW ? small : POINT) * to.ratio);
      to.context.fillStyle = colours[fate]!;
      if (many) to.context.fillRect(x - (size >> 1), y - (size >> 1), size, size);
      else point(to.context, fate, x, y, size / 2);
    }
  }

  hover(micros: number | null, left: number, value: number | null, perPixel: { x: number; y: number }): void {
    this.onHover(micros === null || value === null ? null : this.nearest(micros, value, perPixel), left);
  }

  private value(i: number): number {
    return Math.log10(Math.max(1, this.requests.duration[i]!));
  }

  private drawBands(to: Drawing): void {
    const { start, duration, count } = this.pauses;
    const columns = Math.ceil(to.width / to.ratio);
    const longest = new Float64Array(columns);
    to.context.fillStyle = to.colour('--pause-band');
    for (let i = lowerBound(start, this.viewport.min - this.longestPause); i < count && start[i]! <= this.viewport.max; i++) {
      if (duration[i]! < this.thresholdMicros * LEAST_BAND_SHARE) continue;
      const left = to.x(start[i]!);
      const width = to.x(start[i]! + duration[i]!) - left;
      if (left + width < to.left) continue;
      const column = Math.floor((left - to.left) / to.ratio);
      if (width >= to.ratio) to.context.fillRect(left, to.top, width, to.height);
      else if (duration[i]! > (longest[column] ?? Number.POSITIVE_INFINITY)) longest[column] = duration[i]!;
    }
    const narrow = Array.from(longest.keys()).filter((column) => longest[column]! > 0).sort((a, b) => longest[b]! - longest[a]!);
    for (const column of narrow.slice(0, columns * NARROW_BANDS_SHARE)) {
      to.context.fillRect(to.left + column * to.ratio, to.top, to.ratio, to.height);
    }
  }

  private nearest(micros: number, value: number, perPixel: { x: number; y: number }): number | null {
    let best: number | null = null;
    let nearest = REACH;
    for (const i of this.visible) {
      const across = Math.abs(this.requests.start[i]! - micros) / perPixel.x;
      if (across >= nearest) continue;
      const away = Math.hypot(across, Math.abs(this.value(i) - value) / perPixel.y);
      if (away < nearest) [best, nearest] = [i, away];
    }
    return best;
  }
}

/** A dot; a diamond where the request is slow because of GC. */
function point(context: CanvasRenderingContext2D, fate: number, x: number, y: number, radius: number): void {
  context.beginPath();
  addShape(context, fate === BECAUSE_OF_GC ? 'diamond' : 'circle', x, y, radius);
  context.fill();
}
