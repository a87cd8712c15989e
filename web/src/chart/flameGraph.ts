import type { FlameTree, FrameKind } from '../data/flame.ts';

const ROW = 22;
const THINNEST = 0.5;
const LEAST_TEXT = 36;
const PADDING = 5;

const FILL: Record<FrameKind, string> = {
  all: '--sunken', own: '--flame-own', platform: '--flame-platform', type: '--flame-type', large: '--flame-large',
  collector: '--flame-large',
};
const KEYS = 'Arrow keys move between frames, Enter zooms, Escape shows all. '
  + 'The tree below has the same data.';

/** A flame graph on a canvas, with the root at the top (an icicle graph). */
export class FlameGraph {
  readonly canvas = document.createElement('canvas');
  private tree: FlameTree;
  private zoomed = 0;
  private marked = 0;
  /** The frames drawn last, for finding the frame at the pointer. */
  private drawn: number[] = [];

  /** `pointedAt` is called with the frame at the pointer or the marked one, `zoomedTo` with the frame that fills the width. */
  constructor(
    private readonly host: HTMLElement,
    tree: FlameTree,
    what: string,
    private readonly pointedAt: (frame: number) => void,
    private readonly zoomedTo: (frame: number) => void,
  ) {
    this.tree = tree;
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'application');
    this.canvas.setAttribute('aria-label', `Flame graph of ${what}. ${KEYS}`);
    host.append(this.canvas);
    this.canvas.addEventListener('pointermove', (event) => this.pointedAt(this.frameAt(event) ?? this.zoomed));
    this.canvas.addEventListener('pointerleave', () => this.pointedAt(this.zoomed));
    this.canvas.addEventListener('click', (event) => this.zoom(this.frameAt(event) ?? this.zoomed));
    this.canvas.addEventListener('keydown', (event) => this.press(event));
    this.canvas.addEventListener('focus', () => this.draw());
    this.canvas.addEventListener('blur', () => this.draw());
    new ResizeObserver(() => this.draw()).observe(host);
  }

  show(tree: FlameTree): void {
    this.tree = tree;
    this.zoom(0);
  }

  zoom(frame: number): void {
    this.zoomed = this.marked = frame;
    this.draw();
    this.zoomedTo(frame);
  }

  draw(): void {
    const width = Math.floor(this.host.clientWidth);
    if (width <= 0) return;
    const ratio = window.devicePixelRatio || 1;
    const visible = (this.drawn = this.visible(width));
    const height = ROW * (1 + visible.reduce((deepest, frame) => Math.max(deepest, this.tree.depth[frame]!), 0));
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    [this.canvas.width, this.canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const context = this.canvas.getContext('2d')!;
    context.scale(ratio, ratio);
    this.paint(context, visible, width);
  }

  private paint(context: CanvasRenderingContext2D, visible: number[], width: number): void {
    const style = getComputedStyle(this.canvas);
    const colour = (property: string): string => style.getPropertyValue(property).trim();
    const ink = colour('--ink');
    const fills = Object.fromEntries(Object.entries(FILL).map(([kind, property]) => [kind, colour(property)])) as Record<FrameKind, string>;
    context.font = `12px ${style.fontFamily}`;
    context.textBaseline = 'middle';
    for (const frame of visible) {
      const { left, wide } = this.place(frame, width);
      const top = this.tree.depth[frame]! * ROW;
      context.globalAlpha = this.isAncestor(frame) ? 0.6 : 1;
      context.fillStyle = fills[this.tree.kind(frame)];
      context.fillRect(left, top, Math.max(THINNEST, wide - 1), ROW - 1);
      context.globalAlpha = 1;
      if (wide < LEAST_TEXT) continue;
      context.fillStyle = ink;
      context.fillText(fitted(context, this.tree.name(frame), wide - 2 * PADDING), left + PADDING, top + ROW / 2);
    }
    if (document.activeElement !== this.canvas || !visible.includes(this.marked)) return;
    const { left, wide } = this.place(this.marked, width);
    context.strokeStyle = colour('--focus');
    context.lineWidth = 2;
    context.strokeRect(left + 1, this.tree.depth[this.marked]! * ROW + 1, Math.max(2, wide - 3), ROW - 3);
  }

  /**
   * The frames wide enough to be visible: the zoomed one, its ancestors and its descendants. Siblings are sorted, so the first thin one
   * ends a row.
   */
  private visible(width: number): number[] {
    const { parent, first, next } = this.tree;
    const frames: number[] = [];
    for (let around = this.zoomed; around >= 0; around = parent[around]!) frames.push(around);
    const open = [this.zoomed];
    for (let frame = open.pop(); frame !== undefined; frame = open.pop()) {
      for (let child = first[frame]!; child >= 0 && this.place(child, width).wide >= THINNEST; child = next[child]!) {
        frames.push(child);
        open.push(child);
      }
    }
    return frames;
  }

  private place(frame: number, width: number): { left: number; wide: number } {
    if (frame === this.zoomed || this.isAncestor(frame)) return { left: 0, wide: width };
    const { start, bytes } = this.tree;
    const scale = bytes[this.zoomed]! > 0 ? width / bytes[this.zoomed]! : 0;
    return { left: (start[frame]! - start[this.zoomed]!) * scale, wide: bytes[frame]! * scale };
  }

  private isAncestor(frame: number): boolean {
    const { depth, start, bytes } = this.tree;
    const [own, zoomed] = [start[frame]!, start[this.zoomed]!];
    return depth[frame]! < depth[this.zoomed]! && own <= zoomed && own + bytes[frame]! >= zoomed + bytes[this.zoomed]!;
  }

  private frameAt(event: PointerEvent | MouseEvent): number | null {
    const width = this.host.clientWidth;
    const row = Math.floor(event.offsetY / ROW);
    for (const frame of this.drawn) {
      if (this.tree.depth[frame] !== row) continue;
      const { left, wide } = this.place(frame, width);
      if (event.offsetX >= left && event.offsetX < left + wide) return frame;
    }
    return null;
  }

  private press(event: KeyboardEvent): void {
    const { parent, first, next } = this.tree;
    const sibling = (): number => {
      let before = first[parent[this.marked]!] ?? -1;
      while (before >= 0 && next[before] !== this.marked) before = next[before]!;
      return before;
    };
    const to: Record<string, () => number> = {
      ArrowUp: () => parent[this.marked]!, ArrowDown: () => first[this.marked]!,
      ArrowRight: () => next[this.marked]!, ArrowLeft: () => (this.marked > 0 ? sibling() : -1),
    };
    if (event.key === 'Enter') this.zoom(this.marked);
    else if (event.key === 'Escape') this.zoom(0);
    else if (to[event.key]) this.mark(to[event.key]!());
    else return;
    event.preventDefault();
  }

  private mark(frame: number): void {
    if (frame < 0) return;
    this.marked = frame;
    this.pointedAt(frame);
    this.draw();
  }
}

/** The text, truncated with an ellipsis where it does not fit. */
function fitted(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text;
  let [low, high] = [0, Math.min(text.length, 400)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= room) low = middle;
    else high = middle - 1;
  }
  return low < 2 ? '' : `${text.slice(0, low)}…`;
}
