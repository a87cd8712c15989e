import type { Identity, ProcessReport } from '../data/contract.ts';
import { integer } from '../format/numbers.ts';
import { h } from './dom.ts';

/** The number of characters of a container ID that container tools print. */
export const CONTAINER_SHOWN = 12;

/** What a page is made of, in one line above its heading, as far as it is known; `title` is the whole of it. */
export function sourceLine(parts: (string | null | undefined)[], title = ''): HTMLElement | null {
  const known = parts.filter((part) => part);
  return known.length === 0 ? null : h('p', { class: 'source-line', title: title === '' ? null : title }, known.join(' · '));
}

/** Service, host, container, file and date of a process in a report. */
export function sourceOf({ source: { identity, files, started_at: start } }: ProcessReport): HTMLElement | null {
  return sourceLine([...(identity ? identityParts(identity) : []), filesText(files), dateText(start)], files.join(', '));
}

/** Who ran where. What was read, below, has resources, labels and the whole container ID. */
export function identityParts({ service, version, host, container }: Identity): string[] {
  return [
    service ? [service, version].filter(Boolean).join(' ') : version ? `version ${version}` : '',
    host ? `host ${host}` : '',
    container ? `container ${container.slice(0, CONTAINER_SHOWN)}` : '',
  ].filter((part) => part !== '');
}

/** The name of the only file without its folders, or of the first one and how many more. */
export function filesText(files: string[]): string {
  const first = baseName(files[0] ?? '');
  return files.length > 1 ? `${first} and ${integer(files.length - 1)} more` : first;
}

export function baseName(path: string): string {
  return path.split(/[/\\]/).pop() ?? path;
}

/** `2026-03-01 14:05 UTC` of an instant in UTC, else its own text. */
export function dateText(instant: string | null | undefined): string | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/.exec(instant ?? '') ?? [];
  return day === undefined ? (instant ?? null) : `${day} ${time} UTC`;
}
