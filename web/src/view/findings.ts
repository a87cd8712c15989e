import type { Finding } from '../data/contract.ts';
import { bytes, bytesPerSecond } from '../format/bytes.ts';
import { durationFromMillis } from '../format/durations.ts';
import { percent } from '../format/numbers.ts';
import { copyable } from './copyButton.ts';
import { h, section } from './dom.ts';

const ORDER = ['high', 'medium', 'low', 'info'];

export function findings(list: Finding[]): HTMLElement {
  if (list.length === 0) {
    return section('Findings', h('p', { class: 'dim' }, 'No rule found a problem in this recording.'));
  }
  const sorted = [...list].sort((a, b) => rank(a) - rank(b));
  return section('Findings', h('div', { class: 'findings' }, ...sorted.map(card)));
}

function rank(finding: Finding): number {
  const at = ORDER.indexOf(finding.severity);
  return at < 0 ? ORDER.length : at;
}

function card(finding: Finding): HTMLElement {
  const severity = ORDER.includes(finding.severity) ? finding.severity : 'info';
  return h('article', { class: `finding ${severity}` },
    h('header', {}, h('span', { class: `chip ${severity}` }, finding.severity), h('h3', {}, finding.title)),
    evidence(finding),
    advice(finding),
    finding.expected_gain ? h('p', { class: 'gain' }, h('strong', {}, 'Expected gain: '), finding.expected_gain) : null,
    h('p', { class: 'finding-id' }, finding.id));
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
