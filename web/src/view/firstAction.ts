import type { Finding } from '../data/contract.ts';
import { copyable } from './copyButton.ts';
import { h } from './dom.ts';
import type { FindingGroup } from './findings.ts';
import { unbroken } from './shell.ts';

/** A first sentence that is longer is cut in the headline; its finding has it in full. Characters. */
const LONGEST = 220;
/** More lines of code are only in the finding. */
const MOST_LINES = 4;

/**
 * The first thing to do about the first finding, above the fold: its cause where the verdict does not name it, the first sentence of its
 * first advice, and the command or setting with a button that copies it. Null without a finding that advises something.
 */
export function firstAction(groups: FindingGroup[], verdict: string): HTMLElement | null {
  const cause = groups.find(({ root }) => root.advice.length > 0)?.root;
  const first = cause?.advice[0];
  if (!cause || !first) return null;
  const exact = first.setting ?? first.code ?? '';
  const fits = exact !== '' && exact.split('\n').length <= MOST_LINES;
  return h('div', { class: 'first-action', role: 'note', 'aria-label': 'First action' },
    verdict.includes(shortTitle(cause)) ? null : h('p', { class: 'first-cause' }, unbroken(shortTitle(cause)), '.'),
    h('p', {}, h('strong', {}, 'First: '), unbroken(firstSentence(first.text)), ' ',
      h('a', { href: '#findings' }, 'evidence and more advice')),
    fits ? copyable(exact) : null);
}

/** The title up to its details, as the verdict has it. */
function shortTitle({ title }: Finding): string {
  const end = title.indexOf(': ');
  return end < 0 ? title : title.slice(0, end);
}

/** Up to the first full stop before a new sentence. */
export function firstSentence(text: string): string {
  const end = /\.(?= \p{Lu})/u.exec(text)?.index;
  const sentence = end === undefined ? text : text.slice(0, end + 1);
  if (sentence.length <= LONGEST) return sentence;
  const cut = sentence.lastIndexOf(' ', LONGEST);
  return `${sentence.slice(0, cut < LONGEST / 2 ? LONGEST : cut)} …`;
}
