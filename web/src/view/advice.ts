import type { Finding } from '../data/contract.ts';
import { copyable } from './copyButton.ts';
import { h } from './dom.ts';

type Advice = Finding['advice'][number];

/** Commands that only look at a process or a machine; other settings and code change how the application runs. */
const LOOKS = /^(?:unpause|jcmd|jmap|jstack|jstat|jfr|vmstat|cat|perf|top|pidstat|kubectl|docker|curl|go tool|dotnet-[a-z]+)(?= |$)/;
/** The verb of a search: what to change is known only after it. */
const SEARCHES = /^(?:First,? )?(?:check|compare|find|look|measure|record|see|take|to find|to see|the recording does not show)\b/i;

/** Whether an advice asks to find something out before anything can be changed. */
export function isInvestigation({ text, setting, code }: Advice): boolean {
  const exact = setting ?? code;
  return (exact !== undefined && exact !== null && LOOKS.test(exact)) || SEARCHES.test(text);
}

/**
 * The advice of a finding, numbered: what can be tried now apart from what is to be investigated first. The report's first advice stays
 * number 1, so its kind is first.
 */
export function adviceList(advice: Advice[]): HTMLElement | null {
  if (advice.length === 0) return null;
  const searches = advice.filter(isInvestigation);
  const changes = advice.filter((item) => !isInvestigation(item));
  const groups = [{ title: 'Try now', items: changes }, { title: 'Investigate', items: searches }].filter(({ items }) => items.length > 0);
  if (groups[0]!.items[0] !== advice[0]) groups.reverse();
  let before = 0;
  return h('div', { class: 'advice' }, ...groups.flatMap(({ title, items }) => {
    const start = before + 1;
    before += items.length;
    return [h('h4', {}, title), h('ol', { start }, ...items.map((item, i) => line(item, i === 0, start + i === 1)))];
  }));
}

/** An alternative ("Or …") whose first choice is in the other list starts its own. */
function line({ text, setting, code }: Advice, startsList: boolean, primary: boolean): HTMLElement {
  const own = startsList ? text.replace(/^Or (\p{L})/u, (_, letter: string) => letter.toUpperCase()) : text;
  return h('li', { class: primary ? 'primary' : '' }, own, ...[setting, code].map((exact) => (exact ? copyable(exact) : null)));
}
