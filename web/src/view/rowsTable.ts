import { h } from './dom.ts';
import { scrollBox } from './scrollBox.ts';

/** A table of text: the first column names the row. `kinds` are classes of the rows. */
export function rowsTable(label: string, heads: string[], rows: string[][], kinds: string[] = []): HTMLElement {
  return scrollBox(label, h('table', { class: 'summary' },
    h('thead', {}, h('tr', {}, ...heads.map((head) => h('th', { scope: 'col' }, head)))),
    h('tbody', {}, ...rows.map(([name = '', ...cells], i) => h('tr', { class: kinds[i] ?? null },
      h('th', { scope: 'row' }, name), ...cells.map((cell) => h('td', {}, cell))))))).element;
}
