import type { Counter } from '../data/counters.ts';
import type { Ticks } from '../format/timeScale.ts';
import { counterTicks } from './axes.ts';
import { lowerBound } from './decimate.ts';
import type { Drawing, TimeChartContent } from './timeChart.ts';
import type { Viewport } from './viewport.ts';

/** Lines of counters with one unit. Where several values share a pixel column, the line goes through minimum and maximum. */
export class CounterContent implements TimeChartContent {
  readonly height = 130;

  constructor(
    private readonly counters: Counter[],
    private readonly colours: string[],
    private readonly viewport: Viewport,
    /** Called with the index of each counter's value at the pointer, -1 where there is none; null when the pointer left. */
    private readonly onHover: (at: number[] | null) => void,
  ) {}

  valueRange = (): { min: number; max: number } => {
    let top = 0;
    for (const counter of this.counters) {
      const [first, end] = this.visible(counter);
      for (let i = first; i < end; i++) if (counter.value[i]! > top) top = counter.value[i]!;
    }
    return { min: 0, max: top > 0 ? top * 1.08 : 1 };
  };

  ticks(_min: number, max: number, height: number): Ticks {
    return counterTicks(this.counters[0]!.unit, max, height);
  }

  draw(to: Drawing): void {
    this.counters.forEach((counter, i) => {
      to.context.strokeStyle = to.context.fillStyle = to.colour(this.colours[i]!);
      to.context.lineWidth = 1.5 * to.ratio;
      to.context.lineJoin = 'round';
      to.context.beginPath();
      const alone = trace(to, counter, ...this.visible(counter));
      to.context.stroke();
      for (const at of alone) dot(to, to.x(counter.time[at]!), to.y(counter.value[at]!));
    });
  }

  hover(micros: number | null): void {
    this.onHover(micros === null ? null : this.counters.map((counter) => nearest(counter, micros)));
  }

  /** One more value on each side of the range, so that lines run to the edges. */
  private visible({ time }: Counter): [first: number, end: number] {
    return [Math.max(0, lowerBound(time, this.viewport.min) - 1), Math.min(time.length, lowerBound(time, this.viewport.max) + 1)];
  }
}

/** The value nearest to a moment; -1 where there is none near it. */
function nearest({ time, gapMicros }: Counter, micros: number): number {
  const after = lowerBound(time, micros);
  const before = after - 1;
  const best = after === time.length || (before >= 0 && micros - time[before]! < time[after]! - micros) ? before : after;
  return best >= 0 && Math.abs(time[best]! - micros) <= gapMicros ? best : -1;
}

/** Adds a counter's line to the path. Returns isolated values, which a line does not show. */
function trace(to: Drawing, { time, value, gapMicros }: Counter, first: number, end: number): number[] {
  const alone: number[] = [];
  for (let from = first; from < end;) {
    let until = from + 1;
    while (until < end && time[until]! - time[until - 1]! <= gapMicros) until++;
    if (until - from === 1) alone.push(from);
    else run(to, time, value, from, until);
    from = until;
  }
  return alone;
}

function run(to: Drawing, time: Float64Array, value: Float64Array, from: number, until: number): void {
  to.context.moveTo(to.x(time[from]!), to.y(value[from]!));
  for (let i = from; i < until;) {
    const x = to.x(time[i]!);
    let [least, greatest, last] = [value[i]!, value[i]!, value[i]!];
    for (i++; i < until && to.x(time[i]!) < x + to.ratio; i++) {
      last = value[i]!;
      if (last < least) least = last;
      if (last > greatest) greatest = last;
    }
    if (least < greatest) {
      to.context.lineTo(x, to.y(greatest));
      to.context.lineTo(x, to.y(least));
    }
    to.context.lineTo(x, to.y(last));
  }
}

function dot(to: Drawing, x: number, y: number): void {
  to.context.beginPath();
  to.context.arc(x, y, 2.5 * to.ratio, 0, 2 * Math.PI);
  to.context.fill();
}
