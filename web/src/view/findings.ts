import type { Finding } from '../data/contract.ts';
import { bytes, bytesPerSecond } from '../format/bytes.ts';
import { durationFromMillis } from '../format/durations.ts';
import { percent } from '../format/numbers.ts';
import { copyable } from './copyButton.ts';
import { h, section } from './dom.ts';

const SEVERITIES = ['high', 'medium', 'low', 'info'];

/** A root cause with all findings that follow from it. */
export interface FindingGroup {
  root: Finding;
  followers: Finding[];
}

/** The findings of a report by root cause, in the report's order. */
export function findingGroups(list: Finding[]): FindingGroup[] {
  const groupOf: FindingGroup[] = [];
  const groups: FindingGroup[] = [];
  for (const finding of list) {
    // A cause stands before what follows from it.
    const cause = finding.follows_from === null || finding.follows_from === undefined ? undefined : groupOf[finding.follows_from];
    const group = cause ?? { root: finding, followers: [] };
    if (cause) cause.followers.push(finding);
    else groups.push(group);
    groupOf.push(group);
  }
  return groups;
}

export function findings(groups: FindingGroup[]): HTMLElement {
  if (groups.length === 0) {
    return section('Findings', h('p', { class: 'dim' }, 'No rule found a problem in this recording.'));
  }
  return section('Findings', h('div', { class: 'findings' }, ...groups.map(card)));
}

function card({ root, followers }: FindingGroup): HTMLElement {
  const severity = SEVERITIES.includes(root.severity) ? root.severity : 'info';
  return h('article', { class: `finding ${severity}` },
    h('header', {}, h('span', { class: `chip ${severity}` }, root.severity), h('h3', {}, root.title)),
    evidence(root),
    advice(root),
    root.expected_gain ? h('p', { class: 'gain' }, h('strong', {}, 'Expected gain: '), root.expected_gain) : null,
    followers.length > 0 ? alsoSeen(followers) : null,
    h('p', { class: 'finding-id' },
      root.id,
      root.confidence ? ` · ${[root.confidence, root.confidence_reason].filter(Boolean).join(': ')}` : ''));
}

function alsoSeen(followers: Finding[]): HTMLElement {
  return h('div', { class: 'gain' }, h('strong', {}, 'So also:'),
    h('ul', {}, ...followers.map((finding) => h('li', {}, finding.title, ' ', h('code', {}, finding.id)))));
}

function evidence(finding: Finding): HTMLElement | null {
  if (finding.evidence.length === 0) return null;
  const rows = finding.evidence.map((item) =>
    h('tr', {}, h('td', {}, item.text), h('td', { class: 'figure' }, quantity(item.value, item.unit))));
  return h('table', { class: 'evidence', 'aria-label': 'Evidence' }, h('tbody', {}, ...rows));
}

function advice(finding: Finding): HTMLElement | null {
  if (finding.advice.length === 0) return null;
  const items = finding.advice.map((item) =>
    h('li', {}, item.text, ...[item.setting, item.code].map((text) => (text ? copyable(text) : null))));
  return h('div', { class: 'advice' }, h('h4', {}, 'What to change'), h('ul', {}, ...items));
}

/** A value of the contract in its unit's own form. */
export function quantity(value: number | string | null, unit: string | null): string {
  // Evidence without a number is a sentence of its own.
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
