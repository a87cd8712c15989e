import type { Embedded } from '../data/embedded.ts';
import { append, h } from './dom.ts';
import { firstProcess, processSwitcher } from './processes.ts';
import { showProcess } from './processView.ts';
import { requestsSection } from './requestsSection.ts';
import { themeToggle } from './themeToggle.ts';

/** The whole page of a report. */
export function showReport(page: HTMLElement, { report, timelines, traces }: Embedded): void {
  let redraw: () => void = () => undefined;
  const body = h('div', { class: 'process-view' });
  const show = (index: number): void => {
    redraw = showProcess(body, report, timelines[index], index);
  };
  const first = firstProcess(report);
  const verdict = report.verdict || 'This report has no verdict';
  // How long the program stood still is the heading; what that time went to stands below it.
  const sentences = verdict.split(/(?<=\.) (?=[A-Z])/);
  document.title = `unpause: ${verdict}`;
  page.replaceChildren();
  append(page,
    bar(themeToggle(() => redraw())),
    h('main', {},
      h('h1', {}, ...sentences.slice(0, 1)),
      sentences.length > 1 && h('p', { class: 'verdict-more' }, sentences.slice(1).join(' ')),
      notRecorded(report.not_recorded ?? []),
      report.requests ? requestsSection(report.requests, report, traces) : null,
      processSwitcher(report, first, show),
      body),
    h('footer', {}, `Made by unpause ${report.tool_version ?? ''}`.trim(), '. Everything shown is in this file; it loads nothing from a network.'));
  if (report.processes.length > 0) show(first);
  else body.append(h('p', { class: 'dim' }, 'This report holds no process.'));
}

function notRecorded(list: string[]): HTMLElement | null {
  if (list.length === 0) return null;
  return h('div', { class: 'not-recorded', role: 'note' }, h('h2', {}, 'Not recorded'),
    h('ul', { class: 'plain' }, ...list.map((text) => h('li', {}, text))));
}

/** A page with one message, for a template without data or data that cannot be read. */
export function showMessage(page: HTMLElement, title: string, text: string): void {
  page.replaceChildren(bar(themeToggle(() => undefined)), h('main', {}, h('h1', {}, title), h('p', {}, text)));
}

function bar(...buttons: HTMLElement[]): HTMLElement {
  return h('header', { class: 'bar' }, h('span', { class: 'mark' }, h('span', { class: 'logo', 'aria-hidden': 'true' }), 'unpause'), ...buttons);
}
