import type { Finding } from '../data/contract.ts';
import type { PartNumbers } from '../data/part.ts';
import { bytes, bytesPerSecond } from '../format/bytes.ts';
import { durationFromMillis } from '../format/durations.ts';
import { counted, integer, percent } from '../format/numbers.ts';
import { adviceList } from './advice.ts';
import { h, section, type Child } from './dom.ts';

/** Rows of evidence that are not folded. */
const ROWS_SHOWN = 3;
const SEVERITIES = ['high', 'medium', 'low', 'info'];

/** A root cause with all its symptoms. */
export interface FindingGroup {
  root: Finding;
  followers: Finding[];
}

/** The findings of a report, grouped by root cause, in the report's order. */
export function findingGroups(list: Finding[]): FindingGroup[] {
  const groupOf: FindingGroup[] = [];
  const groups: FindingGroup[] = [];
  for (const finding of list) {
    // A cause precedes its symptoms.
    const cause = finding.symptom_of === null || finding.symptom_of === undefined ? undefined : groupOf[finding.symptom_of];
    const group = cause ?? { root: finding, followers: [] };
    if (cause) cause.followers.push(finding);
    else groups.push(group);
    groupOf.push(group);
  }
  return groups;
}

/** Each root cause as a card with its title; the first one is open. */
export function findings(groups: FindingGroup[]): HTMLElement {
  if (groups.length === 0) {
    return section('Findings', h('p', { class: 'dim' }, 'No rule found a problem in this recording.'));
  }
  return section('Findings', h('div', { class: 'findings' }, ...groups.map((group, i) => card(group, i === 0))));
}

type IndexOf = (finding: Finding) => number;

/** The findings that explain pauses of a part of the recording, those that explain most of it first. */
export function explainingPart(groups: FindingGroup[], indexOf: IndexOf, { byFinding }: PartNumbers): FindingGroup[] {
  const total = ({ root }: FindingGroup): number => byFinding?.get(indexOf(root))?.total ?? 0;
  return groups.filter(({ root }) => byFinding?.has(indexOf(root))).sort((a, b) => total(b) - total(a));
}

/** The findings as they concern a part of the recording: those that explain its pauses first, those that explain none of them last. */
export function findingsOfPart(groups: FindingGroup[], indexOf: IndexOf, part: PartNumbers): HTMLElement {
  const { byFinding } = part;
  const shareOf = ({ root }: FindingGroup): { count: number; total: number } | null => byFinding?.get(indexOf(root)) ?? null;
  const explainsStops = ({ root }: FindingGroup): boolean => (root.explains?.count ?? 0) > 0;
  const here = explainingPart(groups, indexOf, part);
  const elsewhere = byFinding === null ? [] : groups.filter((group) => shareOf(group) === null && explainsStops(group));
  const general = groups.filter((group) => !here.includes(group) && !elsewhere.includes(group));
  const note = (group: FindingGroup): string => {
    const share = shareOf(group)!;
    return `Here it explains ${counted(share.count, 'pause')}, ${percent((100 * share.total) / part.total)} of the paused time. `;
  };
  const whole = 'Its numbers are of the whole recording.';
  return section('Findings',
    here.length === 0 && h('p', { class: 'dim' }, part.count === 0
      ? 'No pause is in this part of the recording.'
      : 'No finding explains a pause of this part of the recording.'),
    h('div', { class: 'findings' },
      ...here.map((group, i) => card(group, i === 0, note(group) + whole)), ...general.map((group) => card(group, false, whole))),
    elsewhere.length > 0 && h('details', { class: 'elsewhere' },
      h('summary', {}, `${counted(elsewhere.length, 'finding')} that explain${elsewhere.length === 1 ? 's' : ''} no pause here`),
      h('div', { class: 'findings' }, ...elsewhere.map((group) => card(group, false, whole)))));
}

function card({ root, followers }: FindingGroup, open: boolean, note: string | null = null): HTMLElement {
  const severity = severityOf(root);
  return h('article', { class: `finding ${severity}`, id: `finding-${root.id}` },
    h('details', { 'data-part': root.id, open },
      h('summary', {}, chip(root), h('h3', {}, root.title), h('span', { class: 'finding-id' }, root.id)),
      h('div', { class: 'finding-body' }, note === null ? null : h('p', { class: 'part-note' }, note), ...body(root),
        followers.length > 0 ? consequences(followers) : null)));
}

function body(finding: Finding): Child[] {
  return [
    evidence(finding),
    adviceList(finding.advice),
    explains(finding),
    finding.expected_gain ? h('p', { class: 'gain' }, h('strong', {}, 'Expected improvement: '), finding.expected_gain) : null,
    finding.confidence
      ? h('p', { class: 'confidence' }, `Confidence: ${[finding.confidence, finding.confidence_reason].filter(Boolean).join(': ')}`)
      : null,
  ];
}

/** How much of the paused time it explains. */
function explains({ explains: stops }: Finding): HTMLElement | null {
  if (!stops || stops.count === 0) return null;
  return h('p', { class: 'gain' }, h('strong', {}, 'Explains: '),
    `${counted(stops.count, 'pause')}, ${percent(stops.share_percent)} of the paused time`);
}

/** Symptoms disappear with their cause, so their numbers and advice are closed by default. */
function consequences(followers: Finding[]): HTMLElement {
  return h('div', { class: 'consequences' }, h('h4', {}, 'Symptoms of it'), ...followers.map((finding) =>
    h('details', { 'data-part': finding.id },
      h('summary', {}, chip(finding), h('span', { class: 'consequence' }, finding.title), h('span', { class: 'finding-id' }, finding.id)),
      h('div', { class: 'finding-body' }, ...body(finding)))));
}

function chip(finding: Finding): HTMLElement {
  return h('span', { class: `chip ${severityOf(finding)}` }, finding.severity);
}

function severityOf({ severity }: Finding): string {
  return SEVERITIES.includes(severity) ? severity : 'info';
}

function evidence(finding: Finding): HTMLElement | null {
  if (finding.evidence.length === 0) return null;
  const rows = finding.evidence.map((item) => {
    const figure = quantity(item.value, item.unit);
    return h('tr', {}, h('td', { colspan: figure === '' ? 2 : null }, item.text), figure !== '' && h('td', { class: 'figure' }, figure));
  });
  const [first, rest] = [rows.slice(0, ROWS_SHOWN), rows.slice(ROWS_SHOWN)];
  const table = (label: string, list: HTMLElement[]): HTMLElement =>
    h('table', { class: 'evidence', 'aria-label': label }, h('tbody', {}, ...list));
  // One row more is not worth a click.
  if (rest.length < 2) return table('Evidence', rows);
  return h('div', {}, table('Evidence', first), h('details', { class: 'more-evidence', 'data-part': `evidence-${finding.id}` },
    h('summary', {}, `${integer(rest.length)} more rows of evidence`), table('More evidence', rest)));
}

/** A value of the contract with its unit. */
export function quantity(value: number | string | null, unit: string | null): string {
  // Evidence without a number is a sentence.
  if (value === null) return '';
  if (typeof value === 'string') return unit ? `${value} ${unit}` : value;
  switch (unit) {
    case 'ms': return durationFromMillis(value);
    case 'bytes': return bytes(value);
    case 'bytes/s': case 'bytes_per_s': case 'bytes per second': return bytesPerSecond(value);
    case 'percent': case '%': return percent(value);
    default: return `${value.toLocaleString('en-US', { maximumFractionDigits: 2 })}${unit && unit !== 'count' ? `\u00a0${unit}` : ''}`;
  }
}
