/** The rows behind a table: column names with their units, and values in full precision. */
export interface Sheet {
  columns: string[];
  rows: (string | number | boolean | null)[][];
}

const SHEETS = new WeakMap<Element, () => Sheet>();

/** Remembers the rows that a table shows, for its CSV file. The keys of the rows have the units. Returns the element. */
export function exact<E extends Element | null>(element: E, rows: readonly object[] | (() => Sheet)): E {
  if (element) SHEETS.set(element, typeof rows === 'function' ? rows : () => sheetOf(rows));
  return element;
}

/** The rows of a table: those that were remembered of it or of what contains it, else its own text. */
export function sheetOfTable(table: HTMLTableElement): Sheet {
  for (let at: Element | null = table; at !== null && at.localName !== 'section'; at = at.parentElement) {
    const sheet = SHEETS.get(at);
    if (sheet) return sheet();
  }
  const cells = (row: HTMLTableRowElement): string[] =>
    [...row.cells].map((cell) => (cell.textContent ?? '').replaceAll('\u00a0', ' ').trim());
  const [head, ...rows] = [...table.rows].map(cells);
  return { columns: head ?? [], rows };
}

/** Objects as rows: numbers and texts as they are, nested objects by joined names, lists as text. */
export function sheetOf(rows: readonly object[]): Sheet {
  const columns: string[] = [];
  const flat = rows.map((row) => {
    const cells = new Map<string, Sheet['rows'][number][number]>();
    flatten(row, '', cells);
    for (const name of cells.keys()) if (!columns.includes(name)) columns.push(name);
    return cells;
  });
  return { columns, rows: flat.map((cells) => columns.map((name) => cells.get(name) ?? null)) };
}

function flatten(value: object, before: string, into: Map<string, Sheet['rows'][number][number]>): void {
  for (const [key, own] of Object.entries(value) as [string, unknown][]) {
    const name = before + key;
    if (own === null || own === undefined) into.set(name, null);
    else if (typeof own === 'number' || typeof own === 'string' || typeof own === 'boolean') into.set(name, own);
    else if (Array.isArray(own)) into.set(name, own.every((item) => typeof item !== 'object') ? own.join('; ') : JSON.stringify(own));
    else flatten(own, `${name}.`, into);
  }
}
