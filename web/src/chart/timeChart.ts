import uPlot from 'uplot';
import type { Gap } from '../data/timeline.ts';
import type { Ticks, TimeScale } from '../format/timeScale.ts';
import type { Viewport } from './viewport.ts';

/** The content of a chart on the shared time axis. */
export interface TimeChartContent {
  height: number;
  /** Bottom and top of the value axis for the visible range. */
  valueRange(): { min: number; max: number };
  ticks(min: number, max: number, height: number): Ticks;
  draw(canvas: Drawing): void;
  /**
   * Called with the time under the pointer, or null when it left; the value under it is null while the pointer is over
   * another chart of the same axis. `perPixel` is the time and the value of a CSS pixel.
   */
  hover(micros: number | null, left: number, value: number | null, perPixel: { x: number; y: number }): void;
}

/** A canvas in device pixels, with the scales of the chart. */
export interface Drawing {
  context: CanvasRenderingContext2D;
  ratio: number;
  left: number;
  top: number;
  width: number;
  height: number;
  x(micros: number): number;
  y(value: number): number;
  colour(property: string): string;
}

/** The axis that charts share. */
export interface TimeAxis {
  viewport: Viewport;
  scale: TimeScale;
  /** Charts with the same key have a common cursor. */
  syncKey: string;
  /** What is missing of the recording: hatched in every chart. */
  gaps: Gap[];
}

/** The distance of the lines of a hatch, in CSS pixels. */
const HATCH = 7;
const GUTTER = 72;
const NARROW_GUTTER = 60;

/** A chart with axes, cursor and zoom by uPlot, and marks drawn by its content. */
export class TimeChart {
  private readonly plot: uPlot;

  constructor(
    private readonly host: HTMLElement,
    private readonly content: TimeChartContent,
    axis: TimeAxis,
  ) {
    const { viewport } = axis;
    this.plot = new uPlot(options(host, content, axis), data(viewport), host);
    viewport.onChange(() => this.refresh(viewport));
    new ResizeObserver(() => this.resize()).observe(host);
  }

  /** Redraws after the content, the range or the theme changed. */
  refresh(viewport: Viewport): void {
    this.plot.setData(data(viewport));
  }

  get over(): HTMLElement {
    return this.plot.over;
  }

  private resize(): void {
    const width = Math.floor(this.host.clientWidth);
    if (width > 0 && width !== this.plot.width) this.plot.setSize({ width, height: this.content.height });
  }
}

// uPlot needs two points for a scale; the content draws its own columns.
function data(viewport: Viewport): uPlot.AlignedData {
  return [[viewport.min, viewport.max], [null, null]];
}

function options(host: HTMLElement, content: TimeChartContent, { viewport, scale, syncKey, gaps }: TimeAxis): uPlot.Options {
  const colour = (property: string): string => getComputedStyle(host).getPropertyValue(property).trim();
  const narrow = host.clientWidth < 480;
  const range = content.valueRange;
  return {
    width: Math.max(200, Math.floor(host.clientWidth)),
    height: content.height,
    padding: [10, 26, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: false, range: () => [viewport.min, viewport.max] },
      y: { range: () => [range().min, range().max] },
    },
    series: [{}, { show: true, points: { show: false }, paths: () => null }],
    axes: [timeAxis(scale, colour), valueAxis(content, colour, narrow)],
    cursor: cursor(viewport, syncKey),
    hooks: {
      draw: [(u) => draw(u, content, gaps, colour)],
      setSelect: [(u) => select(u, viewport)],
      setCursor: [(u) => hover(u, content)],
    },
  };
}

function cursor(viewport: Viewport, syncKey: string): uPlot.Cursor {
  return {
    drag: { x: true, y: false, setScale: false, dist: 4 },
    sync: { key: syncKey, setSeries: false },
    points: { show: false },
    y: false,
    bind: { dblclick: () => () => { viewport.reset(); return null; } },
  };
}

function select(u: uPlot, viewport: Viewport): void {
  const { left, width } = u.select;
  if (width < 4) return;
  u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  viewport.show(u.posToVal(left, 'x'), u.posToVal(left + width, 'x'));
}

function hover(u: uPlot, content: TimeChartContent): void {
  const left = u.cursor.left ?? -1;
  const perPixel = { x: spanOf(u.scales.x!) / u.over.clientWidth, y: spanOf(u.scales.y!) / u.over.clientHeight };
  if (left < 0) content.hover(null, 0, null, perPixel);
  else content.hover(u.posToVal(left, 'x'), left, u.over.matches(':hover') ? u.posToVal(u.cursor.top ?? 0, 'y') : null, perPixel);
}

function spanOf({ min, max }: uPlot.Scale): number {
  return (max ?? 0) - (min ?? 0);
}

type Colour = (property: string) => string;
const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

function timeAxis(scale: TimeScale, colour: Colour): uPlot.Axis {
  return {
    stroke: () => colour('--ink-3'),
    font: FONT,
    size: 30,
    gap: 6,
    grid: { show: false },
    ticks: { stroke: () => colour('--line'), width: 1, size: 5 },
    border: { show: true, stroke: () => colour('--line-strong'), width: 1 },
    splits: (u, _axis, min, max) => scale.ticks(min, max, u.bbox.width / devicePixelRatio).at,
    values: (u) => scale.ticks(u.scales.x!.min!, u.scales.x!.max!, u.bbox.width / devicePixelRatio).label,
  };
}

function valueAxis(content: TimeChartContent, colour: Colour, narrow: boolean): uPlot.Axis {
  const ticks = (u: uPlot): Ticks =>
    content.ticks(u.scales.y!.min!, u.scales.y!.max!, u.bbox.height / devicePixelRatio);
  return {
    stroke: () => colour('--ink-3'),
    font: FONT,
    size: narrow ? NARROW_GUTTER : GUTTER,
    gap: 6,
    grid: { stroke: () => colour('--line'), width: 1 },
    ticks: { show: false },
    splits: (u) => ticks(u).at,
    filter: (_u, splits) => splits,
    values: (u) => ticks(u).label,
  };
}

function draw(u: uPlot, content: TimeChartContent, gaps: Gap[], colour: Colour): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  const to: Drawing = {
    context: ctx,
    ratio: devicePixelRatio,
    left: bbox.left,
    top: bbox.top,
    width: bbox.width,
    height: bbox.height,
    x: (micros) => u.valToPos(micros, 'x', true),
    y: (value) => u.valToPos(value, 'y', true),
    colour,
  };
  drawGaps(to, gaps);
  content.draw(to);
  ctx.restore();
}

/** A dashed line across a chart at a value of its axis. */
export function markValue(to: Drawing, value: number): void {
  const y = Math.round(to.y(value)) + 0.5;
  to.context.strokeStyle = to.colour('--ink-3');
  to.context.lineWidth = to.ratio;
  to.context.setLineDash([4 * to.ratio, 4 * to.ratio]);
  to.context.beginPath();
  to.context.moveTo(to.left, y);
  to.context.lineTo(to.left + to.width, y);
  to.context.stroke();
  to.context.setLineDash([]);
}

/** Hatches what is missing, so that it does not look like a time without events. */
function drawGaps(to: Drawing, gaps: Gap[]): void {
  const { context, ratio } = to;
  for (const { start, duration } of gaps) {
    const [left, right] = [Math.max(to.left, to.x(start)), Math.min(to.left + to.width, to.x(start + duration))];
    if (right <= left) continue;
    const width = Math.max(ratio, right - left);
    context.save();
    context.beginPath();
    context.rect(left, to.top, width, to.height);
    context.clip();
    context.fillStyle = context.strokeStyle = to.colour('--missing');
    context.fillRect(left, to.top, width, to.height);
    context.lineWidth = ratio * 1.5;
    context.beginPath();
    for (let x = left - to.height; x < left + width; x += HATCH * ratio) {
      context.moveTo(x, to.top + to.height);
      context.lineTo(x + to.height, to.top);
    }
    context.stroke();
    context.restore();
  }
}
