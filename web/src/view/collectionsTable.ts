import type { Viewport } from '../chart/viewport.ts';
import type { Timeline } from '../data/timeline.ts';
import { integer } from '../format/numbers.ts';
import type { TimeScale } from '../format/timeScale.ts';
import { collectionColumns, type TableColumn } from './collectionColumns.ts';
import { append, h, section } from './dom.ts';
import { sortRows } from './sortRows.ts';
import { VirtualRows } from './virtualRows.ts';

const ROW_HEIGHT = 30;
const SETTLE_MS = 120;

/** The table of collections: those of the visible stretch of time, sorted by the chosen column. */
export class CollectionsTable {
  readonly element: HTMLElement;
  private readonly columns: TableColumn[];
  private readonly heads: HTMLElement[];
  private readonly caption = h('p', { class: 'dim', role: 'status' });
  private readonly table: HTMLTableElement;
  private readonly rows: VirtualRows;
  private shown: Int32Array = new Int32Array(0);
  private sortedBy: number;
  private descending = false;
  private marked = -1;

  constructor(private readonly timeline: Timeline, private readonly viewport: Viewport, private readonly scale: TimeScale) {
    this.columns = collectionColumns(timeline, scale);
    this.sortedBy = Math.max(0, this.columns.findIndex((column) => column.id === 'time'));
    this.heads = this.columns.map((column, i) => this.head(column, i));
    const body = h('tbody');
    this.table = h('table', { class: 'collections' }, h('thead', {}, h('tr', {}, ...this.heads)), body);
    const scroller = h('div', { class: 'scroll tall', tabindex: 0, role: 'region', 'aria-label': 'Table of collections' }, this.table);
    this.rows = new VirtualRows(scroller, body, ROW_HEIGHT, (i) => this.row(i));
    this.element = section('Collections', this.caption, scroller);
    this.follow();
    this.choose();
  }

  /** Marks a collection and brings it into view. */
  reveal(collection: number): void {
    this.marked = collection;
    const at = this.shown.indexOf(collection);
    if (at >= 0) this.rows.reveal(at);
  }

  private follow(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.viewport.onChange(() => {
      clearTimeout(timer);
      timer = setTimeout(() => this.choose(), SETTLE_MS);
    });
  }

  private choose(): void {
    const { collections } = this.timeline;
    const { min, max, zoomed } = this.viewport;
    this.shown = sortRows(collections, zoomed ? { min, max } : null, this.columns[this.sortedBy]!.key, this.descending);
    this.table.setAttribute('aria-rowcount', String(this.shown.length + 1));
    this.heads.forEach((head, i) => head.setAttribute('aria-sort', i !== this.sortedBy ? 'none' : this.descending ? 'descending' : 'ascending'));
    this.caption.textContent = zoomed
      ? `${integer(this.shown.length)} of ${integer(collections.count)}: those in the stretch shown above. Choose one to zoom to it.`
      : `${integer(collections.count)} in all. Choose one to zoom to it.`;
    this.rows.show(this.shown.length);
  }

  private head(column: TableColumn, index: number): HTMLElement {
    const button = h('button', { type: 'button', click: () => this.sort(index) }, column.title, h('span', { class: 'arrow', 'aria-hidden': 'true' }));
    return h('th', { scope: 'col', class: column.words ? `word ${column.id}` : column.id }, button);
  }

  private sort(index: number): void {
    const { id, words } = this.columns[index]!;
    // Figures are asked for with the largest first, except the ones that only number the rows.
    const firstDescending = !words && id !== 'number' && id !== 'time';
    this.descending = index === this.sortedBy ? !this.descending : firstDescending;
    this.sortedBy = index;
    this.choose();
  }

  private row(at: number): HTMLTableRowElement {
    const collection = this.shown[at]!;
    const row = h('tr', { 'aria-rowindex': at + 2, class: collection === this.marked ? 'selected' : '', click: () => this.zoomTo(collection) });
    this.columns.forEach((column, i) => append(row, this.cell(column, collection, i === 0)));
    return row;
  }

  private cell(column: TableColumn, collection: number, first: boolean): HTMLElement {
    const text = column.text(collection);
    if (!first) return h('td', { class: column.words ? 'word' : '', title: column.words ? text : null }, text);
    return h('td', {}, h('button', { type: 'button', class: 'row-button', 'aria-label': `Zoom to collection ${text}` }, text));
  }

  private zoomTo(collection: number): void {
    const { start, end } = this.timeline.collections;
    if (Number.isNaN(start[collection]!)) return;
    const margin = Math.max(this.scale.margin, (end[collection]! - start[collection]!) * 2);
    this.marked = collection;
    this.viewport.show(start[collection]! - margin, end[collection]! + margin);
  }
}
