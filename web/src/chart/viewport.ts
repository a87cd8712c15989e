export interface Range {
  min: number;
  max: number;
}

const SMALLEST_SPAN = 20;

/** The time range that all charts and the table share, in microseconds. */
export class Viewport {
  private listeners: (() => void)[] = [];
  private range: Range;

  constructor(readonly full: Range) {
    this.range = { ...full };
  }

  get min(): number {
    return this.range.min;
  }

  get max(): number {
    return this.range.max;
  }

  get span(): number {
    return this.range.max - this.range.min;
  }

  get zoomed(): boolean {
    return this.range.min > this.full.min || this.range.max < this.full.max;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Shows this range, moved and shortened to stay inside the recording. */
  show(min: number, max: number): void {
    const whole = this.full.max - this.full.min;
    const span = Math.min(whole, Math.max(max - min, Math.min(SMALLEST_SPAN, whole)));
    const middle = (min + max) / 2;
    const start = Math.min(Math.max(middle - span / 2, this.full.min), this.full.max - span);
    // Exactly the whole range, without rounding errors.
    const next = span >= whole ? { ...this.full } : { min: start, max: start + span };
    if (next.min === this.range.min && next.max === this.range.max) return;
    this.range = next;
    for (const listener of this.listeners) listener();
  }

  reset(): void {
    this.show(this.full.min, this.full.max);
  }

  /** `factor` below 1 zooms in; the point `at` stays where it is on the screen. */
  zoom(factor: number, at = (this.min + this.max) / 2): void {
    const span = Math.min(Math.max(this.span * factor, SMALLEST_SPAN), this.full.max - this.full.min);
    const start = at - ((at - this.min) / this.span) * span;
    this.show(start, start + span);
  }

  /** Moves by this share of the visible range. */
  pan(share: number): void {
    const by = this.span * share;
    this.show(this.min + by, this.max + by);
  }
}
