import type { Viewport } from '../chart/viewport.ts';
import { longestMark, type Marks } from '../data/marks.ts';
import type { Timeline } from '../data/timeline.ts';
import { counted, integer } from '../format/numbers.ts';
import type { Steps } from '../format/steps.ts';
import type { TimeScale } from '../format/timeScale.ts';
import { collectionColumns, type TableColumn } from './collectionColumns.ts';
import type { Filter } from './address.ts';
import { CollectionFilter } from './collectionFilter.ts';
import { append, h, section } from './dom.ts';
import { scrollBox } from './scrollBox.ts';
import type { Selection } from './selection.ts';
import { sortRows } from './sortRows.ts';
import { VirtualRows } from './virtualRows.ts';
import { collectionSheet } from '../work/collectionSheet.ts';
import { exact } from '../work/exact.ts';

const ROW_HEIGHT = 30;
const SETTLE_MS = 120;
/** Rows that fit in the height that work.css gives the table on paper. */
const PRINTED = 60;
/** Padding of a cell and the sort arrow, in pixels, and the width of a digit at the table's font size. */
const CELL_PADDING = 36;
const CHARACTER_WIDTH = 7.8;

/** The state that the table shares with the timeline above it. */
export interface TableView {
  timeline: Timeline;
  marks: Marks;
  viewport: Viewport;
  scale: TimeScale;
  selection: Selection;
  steps: Steps;
  /** The initial filter, and the listener for its changes. */
  filter: Filter;
  filtered: (filter: Filter) => void;
}

/** The table of collections in the visible time range that match the filter, sorted by the chosen column. */
export class CollectionsTable {
  readonly element: HTMLElement;
  private columns: TableColumn[] = [];
  private heads: HTMLElement[] = [];
  private readonly filter: CollectionFilter;
  private readonly caption = h('p', { class: 'dim', role: 'status' });
  private readonly widths = h('colgroup');
  private readonly headRow = h('tr');
  private readonly table: HTMLTableElement;
  private readonly rows: VirtualRows;
  private shown: Int32Array = new Int32Array(0);
  private sortedBy = 'time';
  private descending = false;
  private marked = -1;

  constructor(private readonly view: TableView) {
    this.filter = new CollectionFilter(view.timeline, view.filter, () => {
      view.filtered(this.filter.chosen);
      this.choose();
    });
    const body = h('tbody');
    this.table = h('table', { class: 'collections' }, this.widths, h('thead', {}, this.headRow), body);
    exact(this.table, () => collectionSheet(view.timeline, this.shown));
    const box = scrollBox('Table of collections', this.table, 'tall');
    this.rows = new VirtualRows(box.scroller, body, ROW_HEIGHT, (i) => this.row(i));
    this.element = section('Collections', this.caption, this.filter.element, box.element,
      view.timeline.collections.count > PRINTED
        && h('div', { class: 'dim print-note' }, 'Only the first rows are printed. The CSV file of the table has all.'));
    this.follow();
    this.refresh();
    view.selection.onChange((collection) => this.reveal(collection));
  }

  /** Rebuilds the columns, because the clock of the axis may have changed. */
  refresh(): void {
    this.columns = collectionColumns(this.view.timeline, this.view.scale, this.view.steps);
    if (!this.columns.some(({ id }) => id === this.sortedBy)) this.sortedBy = this.columns[0]?.id ?? '';
    this.heads = this.columns.map((column) => this.head(column));
    this.headRow.replaceChildren(...this.heads);
    let whole = 0;
    this.widths.replaceChildren(...this.columns.map(({ characters }) => {
      const width = Math.ceil(characters * CHARACTER_WIDTH) + CELL_PADDING;
      whole += width;
      const col = h('col');
      col.style.width = `${width}px`;
      return col;
    }));
    this.table.style.minWidth = `${whole}px`;
    this.choose();
  }

  /** Marks a collection and scrolls to it. */
  private reveal(collection: number): void {
    this.marked = collection;
    const at = this.shown.indexOf(collection);
    if (at >= 0) this.rows.reveal(at);
    else this.rows.draw();
  }

  private follow(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    this.view.viewport.onChange(() => {
      clearTimeout(timer);
      timer = setTimeout(() => this.choose(), SETTLE_MS);
    });
  }

  private choose(): void {
    const { timeline: { collections }, viewport: { min, max, zoomed } } = this.view;
    const test = this.filter.test();
    const column = this.columns.find(({ id }) => id === this.sortedBy);
    this.shown = sortRows(collections, zoomed ? { min, max } : null, column?.key ?? ((i) => i), this.descending, test);
    this.table.setAttribute('aria-rowcount', String(this.shown.length + 1));
    const order = this.descending ? 'descending' : 'ascending';
    this.heads.forEach((head, i) => head.setAttribute('aria-sort', this.columns[i]!.id === this.sortedBy ? order : 'none'));
    this.showCount(zoomed, test !== null, collections.count);
    this.rows.show(this.shown.length);
    const at = this.shown.indexOf(this.marked);
    if (at >= 0) this.rows.reveal(at);
  }

  private showCount(zoomed: boolean, filtered: boolean, all: number): void {
    const conditions = [zoomed ? 'in the time range above' : '', filtered ? 'matching the filter' : ''];
    const which = conditions.filter(Boolean).join(', ');
    const text = which === ''
      ? `${counted(all, 'collection')}. Select one to see it in the timeline.`
      : `${integer(this.shown.length)} of ${integer(all)}: ${which}. `;
    this.caption.replaceChildren(text);
    if (which === '') return;
    this.caption.append(h('button', { type: 'button', class: 'inline', click: () => {
      this.filter.clear();
      this.view.filtered(this.filter.chosen);
      this.view.viewport.reset();
      this.choose();
    } }, 'List all'), ' ', h('a', { href: '#timeline' }, 'To the timeline'));
  }

  private head(column: TableColumn): HTMLElement {
    const arrow = h('span', { class: 'arrow', 'aria-hidden': 'true' });
    const button = h('button', { type: 'button', click: () => this.sort(column) }, column.title, arrow);
    return h('th', { scope: 'col', class: column.words ? `word ${column.id}` : column.id }, button);
  }

  private sort({ id, words }: TableColumn): void {
    // Numbers sort with the largest first, except row numbers and times.
    const firstDescending = !words && id !== 'number' && id !== 'time';
    this.descending = id === this.sortedBy ? !this.descending : firstDescending;
    this.sortedBy = id;
    this.choose();
  }

  private row(at: number): HTMLTableRowElement {
    const collection = this.shown[at]!;
    const marked = collection === this.marked ? 'selected' : '';
    const row = h('tr', { 'aria-rowindex': at + 2, class: marked, click: () => this.zoomTo(collection) });
    this.columns.forEach((column, i) => append(row, this.cell(column, collection, i === 0)));
    return row;
  }

  private cell(column: TableColumn, collection: number, first: boolean): HTMLElement {
    const text = column.text(collection);
    if (!first) return h('td', { class: column.words ? 'word' : '', title: column.words ? text : null }, text);
    return h('td', {}, h('button', { type: 'button', class: 'row-button', 'aria-label': `Zoom to collection ${text}` }, text));
  }

  private zoomTo(collection: number): void {
    const { timeline, viewport, scale, selection, marks } = this.view;
    const { start, end } = timeline.collections;
    if (!Number.isNaN(start[collection]!)) {
      const margin = Math.max(scale.margin, (end[collection]! - start[collection]!) * 2);
      viewport.show(start[collection]! - margin, end[collection]! + margin);
    }
    selection.choose(collection, longestMark(marks, collection));
  }
}
