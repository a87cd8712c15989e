import type { Sheet } from './exact.ts';

/** Rows as CSV (RFC 4180): lines end with CR LF, and cells with a comma, a quote or a line end are quoted. */
export function csv({ columns, rows }: Sheet): string {
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number | boolean | null): string {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return '';
  if (typeof value !== 'string') return String(value);
  const text = harmless(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A spreadsheet takes a text that starts like this for a formula (OWASP, CSV injection). An apostrophe prevents it. */
function harmless(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
}
