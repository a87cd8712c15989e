import type { Ticks } from '../format/timeScale.ts';
import { byteTicks } from './axes.ts';
import { heapEnvelope, type HeapEnvelope, type HeapSeries } from './heapSeries.ts';
import type { Drawing, TimeChartContent } from './timeChart.ts';
import type { Viewport } from './viewport.ts';

/** Heap in use: the sawtooth of sizes before and after each collection, or its envelope where there are many. */
export class HeapContent implements TimeChartContent {
  readonly height = 190;
  private envelope: HeapEnvelope = { time: [], before: [], after: [], exact: true };

  constructor(
    private readonly series: HeapSeries,
    private readonly viewport: Viewport,
  ) {
    this.update(800);
  }

  update(columns: number): void {
    this.envelope = heapEnvelope(this.series, this.viewport, Math.max(1, columns));
  }

  valueRange = (): { min: number; max: number } => {
    let top = 0;
    for (const value of this.envelope.before) if (value > top) top = value;
    for (const value of this.envelope.after) if (value > top) top = value;
    return { min: 0, max: Math.max(1024, top * 1.08) };
  };

  ticks(_min: number, max: number, height: number): Ticks {
    return byteTicks(max, height);
  }

  draw(to: Drawing): void {
    if (this.envelope.time.length === 0) return;
    if (this.envelope.exact) this.drawSawTooth(to);
    else this.drawBand(to);
  }

  hover(): void {
    // The tooltip of the pauses above, with the same synchronised cursor, describes the collection.
  }

  private drawSawTooth(to: Drawing): void {
    const { time, before, after } = this.envelope;
    const path: Point[] = [];
    time.forEach((t, i) => {
      if (!Number.isNaN(before[i]!)) path.push([to.x(t), to.y(before[i]!)]);
      if (!Number.isNaN(after[i]!)) path.push([to.x(t), to.y(after[i]!)]);
    });
    area(to, path, to.top + to.height);
    line(to, path, '--heap', 1.5);
    const lows = time.map((t, i): Point => [to.x(t), to.y(after[i]!)]).filter(known);
    to.context.fillStyle = to.colour('--heap-after');
    for (const [x, y] of lows) dot(to, x, y);
  }

  private drawBand(to: Drawing): void {
    const { time, before, after } = this.envelope;
    const highs = time.map((t, i): Point => [to.x(t), to.y(before[i]!)]).filter(known);
    const lows = time.map((t, i): Point => [to.x(t), to.y(after[i]!)]).filter(known);
    to.context.fillStyle = to.colour('--heap-band');
    to.context.beginPath();
    trace(to.context, [...highs, ...lows.slice().reverse()]);
    to.context.fill();
    line(to, highs, '--heap', 1);
    line(to, lows, '--heap-after', 1);
  }
}

type Point = [x: number, y: number];

function known([, y]: Point): boolean {
  return !Number.isNaN(y);
}

function trace(context: CanvasRenderingContext2D, path: Point[]): void {
  path.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
}

function line(to: Drawing, path: Point[], colour: string, width: number): void {
  to.context.strokeStyle = to.colour(colour);
  to.context.lineWidth = width * to.ratio;
  to.context.lineJoin = 'round';
  to.context.beginPath();
  trace(to.context, path);
  to.context.stroke();
}

function area(to: Drawing, path: Point[], bottom: number): void {
  const [first, last] = [path[0], path[path.length - 1]];
  if (!first || !last) return;
  to.context.fillStyle = to.colour('--heap-area');
  to.context.beginPath();
  trace(to.context, [[first[0], bottom], ...path, [last[0], bottom]]);
  to.context.fill();
}

function dot(to: Drawing, x: number, y: number): void {
  to.context.beginPath();
  to.context.arc(x, y, 2.5 * to.ratio, 0, 2 * Math.PI);
  to.context.fill();
}
