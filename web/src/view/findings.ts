import type { Finding } from '../data/contract.ts';
import { bytes, bytesPerSecond } from '../format/bytes.ts';
import { durationFromMillis } from '../format/durations.ts';
import { counted, percent } from '../format/numbers.ts';
import { copyable } from './copyButton.ts';
import { h, section, type Child } from './dom.ts';

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

function card({ root, followers }: FindingGroup, open: boolean): HTMLElement {
  const severity = severityOf(root);
  return h('article', { class: `finding ${severity}` },
    h('details', { 'data-part': root.id, open },
      h('summary', {}, chip(root), h('h3', {}, root.title), h('span', { class: 'finding-id' }, root.id)),
      h('div', { class: 'finding-body' }, ...body(root), followers.length > 0 ? consequences(followers) : null)));
}

function body(finding: Finding): Child[] {
  return [
    evidence(finding),
    advice(finding),
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
  return h('table', { class: 'evidence', 'aria-label': 'Evidence' }, h('tbody', {}, ...rows));
}

function advice(finding: Finding): HTMLElement | null {
  if (finding.advice.length === 0) return null;
  const items = finding.advice.map((item) =>
    h('li', {}, item.text, ...[item.setting, item.code].map((text) => (text ? copyable(text) : null))));
  return h('div', { class: 'advice' }, h('h4', {}, 'What to change'), h('ul', {}, ...items));
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
