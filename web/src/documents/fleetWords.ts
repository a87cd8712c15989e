import type { Fleet, FleetInterval, FleetReportLink, FleetSource } from '../data/fleetContract.ts';
import { counted, integer, percent } from '../format/numbers.ts';
import { lasting, rounded, shortSigned, sized } from '../format/quantities.ts';
import { h, type Child } from '../view/dom.ts';

export const NOTHING = '–';
/** Letters of a moment up to its day and its minute. */
const [DAY, MINUTE] = [10, 16];

/** Numbers and words as `FleetText` in C# writes them. */
export function amount(value: number | null): string {
  if (value === null) return NOTHING;
  if (value > 0 && value < 0.005) return '<\u00a00.01';
  return rounded(value, value < 10 ? 2 : value < 100 ? 1 : 0);
}

export function share(value: number | null): string {
  return value === null ? NOTHING : percent(value);
}

export function duration(millis: number | null): string {
  return millis === null ? NOTHING : lasting(millis);
}

/** `−34 % (−41 to −26)`. */
export function change(value: FleetInterval | null): string {
  return value === null ? NOTHING : `${signedPercent(value.value)}\u00a0% (${signedPercent(value.low)} to ${signedPercent(value.high)})`;
}

export function sizes({ value, low, high }: FleetInterval): string {
  return `${sized(value)} (${sized(low)} to ${sized(high)})`;
}

export function probability(p: number): string {
  return p < 0.001 ? '<\u00a00.001' : rounded(p, 3);
}

export function word(text: string): string {
  return text.replaceAll('_', ' ');
}

export function per(what: string): string {
  return what === 'requests' ? 'per request' : what === 'allocated_bytes' ? 'per allocated byte' : 'per second';
}

export function moment(instant: string | null): string {
  return instant === null ? NOTHING : instant.slice(0, MINUTE).replace('T', ' ');
}

/** The parts of the line above the heading. */
export function sourceParts(source: FleetSource): (string | null)[] {
  const [from, to] = [moment(source.from), moment(source.to)];
  const days = from.slice(0, DAY) !== to.slice(0, DAY);
  return [
    source.kind === 'documents' ? source.place : `${source.kind === 'prometheus' ? 'Prometheus' : 'ClickHouse'} ${source.place}`,
    source.reports === null ? null : counted(source.reports, 'report'), counted(source.processes, 'process', 'processes'),
    counted(source.hosts, 'host'), counted(source.services, 'service'),
    source.from === null ? null : `${days ? `${from.slice(0, DAY)} to ${to.slice(0, DAY)}` : `${from} to ${to}`} UTC`,
    source.from === null ? null : `${amount(source.covered_hours)} process-hours recorded`,
  ];
}

/** Inputs that are not in the numbers, in lines. */
export function leftOut({ unread, overlapping }: FleetSource): string[] {
  return [
    ...unread.map(({ reason, count, example }) => `${integer(count)}: ${reason} (e.g. ${example})`),
    ...(overlapping > 0 ? [`${integer(overlapping)}: another report of the same process has the same time`] : []),
  ];
}

/** That there are some, for the top of the page. */
export function unread({ unread: all }: FleetSource): string[] {
  const count = all.reduce((sum, one) => sum + one.count, 0);
  return count === 0 ? [] : [`${counted(count, 'input')} could not be read: see Left out.`];
}

export function difference({ name, here, others }: Fleet['hosts'][number]['differences'][number]): string {
  return `${name} ${here ?? 'not set'}, others ${others ?? 'not set'}`;
}

export function isFixed(fixed: boolean | null): string {
  return fixed === null ? 'no change yet' : fixed ? 'fixed' : 'not fixed';
}

/** A link to the report behind a number; its path where a browser cannot open it; null without one. */
export function reportLink(link: FleetReportLink | null | undefined, text = 'report'): Child {
  if (!link) return null;
  const href = hrefOf(link.path);
  return href === null ? h('span', { class: 'report-path' }, link.path) : h('a', { href, title: link.path }, text);
}

/** Links to two reports. */
export function reportLinks(one: FleetReportLink | null, other: FleetReportLink | null, names: [string, string]): Child {
  return one && other ? h('span', {}, reportLink(one, names[0]), ', ', reportLink(other, names[1])) : reportLink(other ?? one, 'report');
}

/**
 * The address of a report: http and https as they are, and paths relative to the page. Each part of a path is escaped, so that none can be
 * a scheme, a query or markup. Null for everything else.
 */
export function hrefOf(path: string): string | null {
  try {
    if (/^https?:\/\//i.test(path)) {
      const { href, username, password } = new URL(path);
      return username === '' && password === '' ? href : null;
    }
    if (path === '' || /^[/\\]|:\/\//.test(path) || path.includes('\\')) return null;
    return `./${path.split('/').map(encodeURIComponent).join('/')}`;
  } catch {
    // Half of a surrogate pair has no escape, and an address may be damaged.
    return null;
  }
}

function signedPercent(value: number): string {
  return shortSigned(value, Math.abs(value) < 9.95 ? 1 : 0);
}
