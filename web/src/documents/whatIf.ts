import type { Model } from '../data/modelContract.ts';
import { integer } from '../format/numbers.ts';
import { lasting } from '../format/quantities.ts';
import { h, type Child } from '../view/dom.ts';
import { rowsTable } from '../view/rowsTable.ts';
import { exact } from '../work/exact.ts';

type WhatIf = NonNullable<Model['processes'][number]['what_if']>;
type Setting = WhatIf['settings'][number];
type Latency = NonNullable<Setting['latency']>;
type Instances = NonNullable<Model['rotation']>;

/** p99 of the recorded requests with other settings. */
export function whatIfView(name: string, whatIf: WhatIf): Child[] {
  return [
    h('p', {}, whatIf.verdict),
    ...(whatIf.settings.length === 0 ? [] : [exact(rowsTable(`Latency of the requests of ${name} by setting`,
      ['setting', 'p99', 'range', 'slow', 'young', 'other pauses'],
      whatIf.settings.map((setting) => [`${setting.setting}${setting.current ? ' ← now' : ''}`,
        ...(setting.latency ? latencyCells(setting.latency) : ['–', '', '–']), ...factors(setting)])), whatIf.settings)]),
    ...whatIf.settings.flatMap(({ setting, refused_reason: reason }) => reason === null ? [] : [h('p', {}, `${setting}: ${reason}.`)]),
    ...(whatIf.method === null ? [] : [h('p', { class: 'dim' }, whatIf.method)]),
  ];
}

/** Several instances with coordinated collections. */
export function rotationView(shown: Instances): Child[] {
  const rows: [string, Latency][] = [
    ['as recorded', shown.as_recorded],
    ['staggered: no two pause together', shown.staggered],
    [`out of rotation during pauses over ${lasting(shown.least_pause_ms)}`, shown.out_of_rotation],
    ['both', shown.both],
  ];
  return [exact(rowsTable(`Latency of ${integer(shown.instances)} instances together`, ['collections', 'p99', 'range', 'slow requests'],
    rows.map(([name, latency]) => [name, ...latencyCells(latency)])),
  rows.map(([collections, latency]) => ({ collections, ...latency })))];
}

function factors({ young_pauses_factor: young, other_pauses_factor: other, added_pauses_per_s: added }: Setting): string[] {
  return [young === null ? '–' : `× ${times(young)}`,
    other === null ? '–' : `× ${times(other)}${added !== null && added > 0 ? ` + ${times(added)}/s` : ''}`];
}

function times(factor: number): string {
  return factor.toFixed(factor >= 10 ? 0 : factor >= 1 ? 1 : 2);
}

function latencyCells({ p99_ms: p99, p99_low_ms: low, p99_high_ms: high, slow, slow_low: fewest, slow_high: most }: Latency): string[] {
  const [from, to] = [lasting(low), lasting(high)];
  return [lasting(p99), from === to ? '' : `${from} to ${to}`,
    fewest === most ? integer(slow) : `${integer(fewest)} to ${integer(most)}`];
}
