import type { StopExplanation } from '../data/contract.ts';
import type { Explained } from '../data/explained.ts';
import { copyable } from './copyButton.ts';
import { h, section, type Child } from './dom.ts';

/** The longest pauses one by one: what each was, why it was long, what to do. The first one is open. */
export function longestPauses(stops: StopExplanation[] | null | undefined): HTMLElement | null {
  if (!stops || stops.length === 0) return null;
  return section('Longest pauses', h('div', { class: 'longest' }, ...stops.map((stop, i) =>
    h('details', { 'data-part': `longest-${i}`, open: i === 0 },
      h('summary', {}, stop.what),
      ...explanation({ ...stop, setting: stop.action_setting ?? '' })))));
}

/** Why a pause was long, and what to do. */
export function explanation({ why, action, setting }: Omit<Explained, 'what'>): Child[] {
  return [
    h('p', {}, h('strong', {}, 'Why: '), why),
    h('p', {}, h('strong', {}, 'Do: '), action),
    setting === '' ? null : copyable(setting),
  ];
}
