import { h } from './dom.ts';

/** Browsers limit elements to about 17 to 33 million pixels in height; above this, scrolling is scaled. */
const TALLEST = 12_000_000;
const MARGIN_ROWS = 8;

/** Creates only the visible rows of a long table; all rows have the same height. */
export class VirtualRows {
  private count = 0;
  private readonly above = spacer();
  private readonly below = spacer();

  constructor(
    private readonly scroller: HTMLElement,
    private readonly body: HTMLTableSectionElement,
    private readonly rowHeight: number,
    private readonly row: (index: number) => HTMLTableRowElement,
  ) {
    let asked = false;
    scroller.addEventListener('scroll', () => {
      if (asked) return;
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        this.draw();
      });
    });
    new ResizeObserver(() => this.draw()).observe(scroller);
  }

  show(count: number): void {
    this.count = count;
    this.scroller.scrollTop = 0;
    this.draw();
  }

  /** Scrolls this row to the middle. */
  reveal(index: number): void {
    const room = this.height - this.scroller.clientHeight;
    const rows = this.count - this.scroller.clientHeight / this.rowHeight;
    const at = index - this.scroller.clientHeight / this.rowHeight / 2;
    this.scroller.scrollTop = room <= 0 || rows <= 0 ? 0 : (at / rows) * room;
    this.draw();
  }

  draw(): void {
    const seen = Math.ceil(this.scroller.clientHeight / this.rowHeight);
    const first = this.firstRow(seen);
    const from = Math.max(0, first - MARGIN_ROWS);
    const to = Math.min(this.count, first + seen + MARGIN_ROWS);
    const rows = [];
    for (let i = from; i < to; i++) rows.push(this.row(i));
    const aboveHeight = this.scaled ? Math.max(0, this.scroller.scrollTop - (first - from) * this.rowHeight) : from * this.rowHeight;
    setHeight(this.above, aboveHeight);
    setHeight(this.below, Math.max(0, this.height - aboveHeight - (to - from) * this.rowHeight));
    this.body.replaceChildren(this.above, ...rows, this.below);
  }

  private get height(): number {
    return Math.min(TALLEST, this.count * this.rowHeight);
  }

  private get scaled(): boolean {
    return this.count * this.rowHeight > TALLEST;
  }

  private firstRow(seen: number): number {
    if (!this.scaled) return Math.floor(this.scroller.scrollTop / this.rowHeight);
    const room = this.height - this.scroller.clientHeight;
    return Math.round((this.scroller.scrollTop / room) * Math.max(0, this.count - seen));
  }
}

function spacer(): HTMLTableRowElement {
  return h('tr', { class: 'spacer', 'aria-hidden': 'true' });
}

function setHeight(row: HTMLTableRowElement, height: number): void {
  row.style.height = `${height}px`;
  row.hidden = height === 0;
}
