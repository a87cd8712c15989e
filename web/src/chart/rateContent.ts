import { meanRate, type RateSeries } from '../data/rates.ts';
import type { Ticks } from '../format/timeScale.ts';
import { byteTicks } from './axes.ts';
import { lowerBound } from './decimate.ts';
import type { Drawing, TimeChartContent } from './timeChart.ts';
import type { Viewport } from './viewport.ts';

/** The width of an interval where a collection has fewer pixels, in CSS pixels. */
const STEP = 3;

/** Rates of bytes as steps: constant from one collection to the next, the mean of a few pixels where there are more collections. */
export class RateContent implements TimeChartContent {
  readonly height = 130;
  private steps: Step[][] = [];

  constructor(
    private readonly series: RateSeries[],
    private readonly colours: string[],
    private readonly viewport: Viewport,
    /** Called with the rate of each series at the pointer, NaN where it is unknown; null when the pointer left. */
    private readonly onHover: (rates: number[] | null) => void,
  ) {
    this.update(800);
  }

  /** Computes the steps of the visible range for this many CSS pixels. */
  update(columns: number): void {
    this.steps = this.series.map((series) => stepsOf(series, this.viewport, Math.max(1, Math.floor(columns / STEP))));
  }

  valueRange = (): { min: number; max: number } => {
    let top = 0;
    for (const steps of this.steps) for (const { rate } of steps) if (rate > top) top = rate;
    return { min: 0, max: top > 0 ? top * 1.08 : 1 };
  };

  ticks(_min: number, max: number, height: number): Ticks {
    return byteTicks(max, height, '/s');
  }

  draw(to: Drawing): void {
    this.steps.forEach((steps, i) => {
      to.context.strokeStyle = to.colour(this.colours[i]!);
      to.context.lineWidth = 1.5 * to.ratio;
      to.context.lineJoin = 'round';
      to.context.beginPath();
      let joined = false;
      for (const { from, until, rate } of steps) {
        if (Number.isNaN(rate)) {
          joined = false;
          continue;
        }
        const y = to.y(rate);
        if (joined) to.context.lineTo(to.x(from), y);
        else to.context.moveTo(to.x(from), y);
        to.context.lineTo(to.x(until), y);
        joined = true;
      }
      to.context.stroke();
    });
  }

  hover(micros: number | null): void {
    this.onHover(micros === null ? null : this.steps.map((steps) =>
      steps.find(({ from, until }) => micros >= from && micros < until)?.rate ?? Number.NaN));
  }
}

interface Step {
  from: number;
  until: number;
  /** Bytes per second; NaN where unknown. */
  rate: number;
}

function stepsOf(series: RateSeries, { min, max }: Viewport, most: number): Step[] {
  const { time } = series;
  const first = Math.max(1, lowerBound(time, min));
  const end = Math.min(time.length, lowerBound(time, max) + 1);
  const step = (from: number, until: number): Step => ({ from, until, rate: meanRate(series, from, until) });
  if (end - first <= most) return Array.from({ length: Math.max(0, end - first) }, (_, i) => step(time[first + i - 1]!, time[first + i]!));
  const length = (max - min) / most;
  return Array.from({ length: most }, (_, i) => step(min + i * length, min + (i + 1) * length));
}
