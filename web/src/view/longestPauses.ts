import type { StopExplanation, StopVictim } from '../data/contract.ts';
import type { Explained } from '../data/explained.ts';
import type { Marks } from '../data/marks.ts';
import { marksFrom, type PartNumbers } from '../data/part.ts';
import type { Timeline } from '../data/timeline.ts';
import { copyable } from './copyButton.ts';
import { delayedRequests } from './delayedRequests.ts';
import { h, section, type Child } from './dom.ts';

const LISTED = 10;

/** The longest pauses one by one: what each was, why it was long, what to do. The first one is open. */
export function longestPauses(stops: StopExplanation[] | null | undefined): HTMLElement | null {
  return list((stops ?? []).map((stop) => ({
    ...stop, setting: stop.action_setting ?? '', who: stop.culprit?.text ?? '', cost: stop.victims?.text ?? '',
    delayed: stop.victims?.most ?? [],
  })));
}

/** The same of a part of the recording, as far as they are among the explained ones of the whole. */
export function longestOfPart({ explained }: Timeline, marks: Marks, { from, until }: PartNumbers): HTMLElement | null {
  const { start, duration } = marks;
  const [first, end] = marksFrom(marks, from, until);
  let longest: number[] = [];
  let least = Number.NEGATIVE_INFINITY;
  for (let i = first; i < end; i++) {
    if (duration[i]! <= least) continue;
    longest = [...longest, i].sort((a, b) => duration[b]! - duration[a]! || a - b).slice(0, LISTED);
    if (longest.length === LISTED) least = duration[longest[LISTED - 1]!]!;
  }
  return list(longest.flatMap((i) => explained.of(start[i]!, duration[i]!) ?? []));
}

function list(stops: (Explained & { delayed?: StopVictim[] })[]): HTMLElement | null {
  if (stops.length === 0) return null;
  return section('Longest pauses', h('div', { class: 'longest' }, ...stops.map((stop, i) =>
    h('details', { 'data-part': `longest-${i}`, open: i === 0 }, h('summary', {}, stop.what),
      ...explanation(stop), delayedRequests(stop.delayed ?? [])))));
}

/** Why a pause was long, what triggered it, which requests it delayed, and what to do. */
export function explanation({ why, who, cost, action, setting }: Omit<Explained, 'what'>): Child[] {
  return [
    h('p', {}, h('strong', {}, 'Why: '), why),
    who === '' ? null : h('p', {}, h('strong', {}, 'Triggered by: '), who),
    cost === '' ? null : h('p', {}, h('strong', {}, 'Requests: '), cost, ' ', h('a', { href: '#requests' }, 'show the requests')),
    h('p', {}, h('strong', {}, 'Do: '), action),
    setting === '' ? null : copyable(setting),
  ];
}
