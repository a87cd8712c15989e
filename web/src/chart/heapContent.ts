import { bytes } from '../format/bytes.ts';
import type { Ticks } from '../format/timeScale.ts';
import { byteTicks } from './axes.ts';
import { lowerBound } from './decimate.ts';
import { heapEnvelope, type HeapEnvelope, type HeapSeries } from './heapSeries.ts';
import type { Drawing, TimeChartContent } from './timeChart.ts';
import type { Viewport } from './viewport.ts';

/** A limit up to this many times the largest heap in use is on the axis; a higher one would leave the heap flat. */
const MOST_ROOM = 3;
/** Space between a line and its label, in CSS pixels. */
const LABEL_GAP = 4;
const LABEL_HEIGHT = 12;

/**
 * Heap in use: the sawtooth of sizes before and after each collection, or its envelope where there are many, with the live set and the
 * limit of the heap as lines. Lines are broken where a part of the recording is missing.
 */
export class HeapContent implements TimeChartContent {
  readonly height = 190;
  private envelope: HeapEnvelope = { time: [], before: [], after: [], stretch: [], exact: true };
  /** The highest visible size, in bytes. */
  private top = 0;

  constructor(
    private readonly series: HeapSeries,
    /** Bytes; null where unknown. */
    private readonly limit: number | null,
    private readonly viewport: Viewport,
  ) {
    this.update(800);
  }

  update(columns: number): void {
    this.envelope = heapEnvelope(this.series, this.viewport, Math.max(1, columns));
    this.top = 0;
    for (const value of this.envelope.before) if (value > this.top) this.top = value;
    for (const value of this.envelope.after) if (value > this.top) this.top = value;
  }

  valueRange = (): { min: number; max: number } =>
    ({ min: 0, max: Math.max(1024, Math.max(this.top, this.showsLimit() ? this.limit! : 0) * 1.12) });

  ticks(_min: number, max: number, height: number): Ticks {
    return byteTicks(max, height);
  }

  draw(to: Drawing): void {
    for (const part of stretches(this.envelope)) {
      if (this.envelope.exact) drawSawTooth(to, part);
      else drawBand(to, part);
    }
    this.drawLive(to);
    this.drawLimit(to);
  }

  hover(): void {
    // The tooltip of the pauses above, with the same synchronised cursor, describes the collection.
  }

  private showsLimit(): boolean {
    return this.limit !== null && this.limit <= MOST_ROOM * this.top;
  }

  private drawLimit(to: Drawing): void {
    if (this.limit === null) return;
    const text = `heap limit ${bytes(this.limit)}`;
    if (!this.showsLimit()) {
      label(to, `${text} ↑`, to.top + (LABEL_HEIGHT + 2) * to.ratio);
      return;
    }
    const y = Math.round(to.y(this.limit));
    to.context.setLineDash([6 * to.ratio, 4 * to.ratio]);
    line(to, [[to.left, y], [to.left + to.width, y]], '--ink-2', 2);
    to.context.setLineDash([]);
    label(to, text, y - LABEL_GAP * to.ratio);
  }

  /** The live set stays until the next collection of the whole heap measures it again. */
  private drawLive(to: Drawing): void {
    const { live } = this.series;
    if (live === null) return;
    const first = Math.max(0, lowerBound(live.time, this.viewport.min) - 1);
    const end = lowerBound(live.time, this.viewport.max);
    let path: Point[] = [];
    let last = Number.NaN;
    for (let i = first; i < end; i++) {
      const [x, y] = [to.x(live.time[i]!), to.y(live.size[i]!)];
      if (i > first && live.stretch[i] !== live.stretch[i - 1]) {
        line(to, path, '--series-4', 1.5);
        path = [];
      } else if (path.length > 0) path.push([x, last]);
      path.push([x, y]);
      last = y;
    }
    if (path.length === 0) return;
    path.push([to.left + to.width, last]);
    line(to, path, '--series-4', 1.5);
    const below = last > to.top + to.height / 2 ? -LABEL_GAP : LABEL_HEIGHT;
    label(to, `live set ${bytes(live.size[end - 1])}`, last + below * to.ratio);
  }
}

/** The points of an envelope between two gaps. */
type Part = Pick<HeapEnvelope, 'time' | 'before' | 'after'>;
type Point = [x: number, y: number];

function stretches({ time, before, after, stretch }: HeapEnvelope): Part[] {
  const parts: Part[] = [];
  for (let from = 0; from < time.length;) {
    let until = from + 1;
    while (until < time.length && stretch[until] === stretch[from]) until++;
    parts.push({ time: time.slice(from, until), before: before.slice(from, until), after: after.slice(from, until) });
    from = until;
  }
  return parts;
}

function drawSawTooth(to: Drawing, { time, before, after }: Part): void {
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

function drawBand(to: Drawing, { time, before, after }: Part): void {
  const highs = time.map((t, i): Point => [to.x(t), to.y(before[i]!)]).filter(known);
  const lows = time.map((t, i): Point => [to.x(t), to.y(after[i]!)]).filter(known);
  to.context.fillStyle = to.colour('--heap-band');
  to.context.beginPath();
  trace(to.context, [...highs, ...lows.slice().reverse()]);
  to.context.fill();
  line(to, highs, '--heap', 1);
  line(to, lows, '--heap-after', 1);
}

/** A text at the right end of a line, in device pixels, with the chart's background around it. */
function label(to: Drawing, text: string, y: number): void {
  const { context } = to;
  context.font = `${LABEL_HEIGHT * to.ratio}px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif`;
  context.textAlign = 'right';
  context.textBaseline = 'alphabetic';
  const right = to.left + to.width - 6 * to.ratio;
  context.lineJoin = 'round';
  context.lineWidth = 4 * to.ratio;
  context.strokeStyle = to.colour('--surface');
  context.strokeText(text, right, y);
  context.fillStyle = to.colour('--ink-2');
  context.fillText(text, right, y);
}

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
