import type { Report } from '../data/contract.ts';
import type { Embedded } from '../data/embedded.ts';
import { Address, NO_FILTER } from './address.ts';
import { append, h } from './dom.ts';
import { followParts, rememberParts } from './parts.ts';
import { preparePrint } from './print.ts';
import { firstProcess, processSwitcher } from './processes.ts';
import { showProcess } from './processView.ts';
import { requestsSection } from './requestsSection.ts';
import { SectionLinks } from './sectionLinks.ts';
import { themeToggle } from './themeToggle.ts';

/** A longer heading is set smaller, so that the timeline stays on the first screen. */
const LONG_HEADING = 110;

/** The whole page of a report. */
export function showReport(page: HTMLElement, { report, timelines, traces }: Embedded): void {
  let redraw: () => void = () => undefined;
  const address = new Address();
  const links = new SectionLinks();
  const place = { before: h('div', { class: 'process-view' }), after: h('div', { class: 'process-view' }) };
  const show = (index: number): void => {
    redraw = showProcess(place, report, timelines[index], index, address);
    followParts(page, address);
    links.show(main);
  };
  const change = (index: number): void => {
    // The time range, the collection and the filter belong to the previous process.
    if (index !== address.shown.process) address.set({ process: index, zoom: null, collection: null, filter: NO_FILTER });
    show(index);
  };
  const switcher = processSwitcher(report, asked(report, address), change);
  const main = h('main', {});
  append(main, ...verdict(report),
    notRecorded(report.not_recorded ?? []),
    switcher?.element,
    place.before,
    report.requests ? requestsSection(report.requests, report, traces) : null,
    place.after);
  page.replaceChildren();
  append(page,
    bar(links.element, themeToggle(() => redraw())),
    main,
    h('footer', {}, `Made by unpause ${report.tool_version ?? ''}`.trim(),
      '. This file is self-contained and loads nothing from the network.'));
  rememberParts(page, address);
  preparePrint(page, () => redraw());
  address.onNavigate((all) => {
    if (all && report.processes.length > 0) (switcher?.choose ?? show)(asked(report, address));
    scrollTo(address.shown.section);
  });
  if (report.processes.length > 0) show(asked(report, address));
  else {
    place.before.append(h('p', { class: 'dim' }, 'This report has no process.'));
    links.show(main);
  }
  scrollTo(address.shown.section);
}

/** The process in the address, else the default one. */
function asked(report: Report, { shown: { process } }: Address): number {
  return process !== null && process < report.processes.length ? process : firstProcess(report);
}

function scrollTo(section: string | null): void {
  if (section === null) return;
  const element = document.getElementById(section);
  if (element?.matches('main section')) element.scrollIntoView({ block: 'start' });
}

/** The first sentence of the verdict is the heading; the others, and the effect on requests, are below it. */
function verdict(report: Report): (HTMLElement | null)[] {
  const text = report.verdict || 'This report has no verdict';
  const sentences = unbroken(text).split(/(?<=\.) (?=[A-Z])/);
  document.title = `unpause: ${text}`;
  const asked = report.requests?.verdict;
  return [
    h('h1', { class: (sentences[0]?.length ?? 0) > LONG_HEADING ? 'long' : '' }, ...sentences.slice(0, 1)),
    sentences.length > 1 ? h('p', { class: 'verdict-more' }, sentences.slice(1).join(' ')) : null,
    asked && !text.includes(asked)
      ? h('p', { class: 'verdict-more' }, h('a', { href: '#requests' }, 'Requests'), `: ${unbroken(asked)}`)
      : null,
  ];
}

/** Keeps a number on the line of its unit. */
function unbroken(text: string): string {
  return text.replaceAll(/(\d) (?=(?:ns|µs|ms|s|min|h|%|B|[KMGT]iB)(?![a-z]))/g, '$1\u00a0');
}

function notRecorded(list: string[]): HTMLElement | null {
  if (list.length === 0) return null;
  return h('div', { class: 'not-recorded', role: 'note' }, h('h2', {}, 'Not recorded'),
    h('ul', { class: 'plain' }, ...list.map((text) => h('li', {}, text))));
}

/** A page with one message, for a template without data or with unreadable data. The plain HTML stays below it. */
export function showMessage(page: HTMLElement, title: string, text: string): void {
  const written = [...page.childNodes];
  page.replaceChildren(bar(themeToggle(() => undefined)), h('main', {}, h('h1', {}, title), h('p', {}, text)));
  if (written.length > 0) page.append(h('div', { class: 'written' }, ...written));
}

function bar(...parts: HTMLElement[]): HTMLElement {
  const mark = h('span', { class: 'mark' }, h('span', { class: 'logo', 'aria-hidden': 'true' }), 'unpause');
  return h('header', { class: 'bar' }, h('div', { class: 'bar-inner' }, mark, ...parts));
}
