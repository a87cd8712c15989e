import type { Report } from '../data/contract.ts';
import type { Embedded } from '../data/embedded.ts';
import { Address, NO_FILTER, writeAddress } from './address.ts';
import { append, h } from './dom.ts';
import { followParts, rememberParts } from './parts.ts';
import { preparePrint } from './print.ts';
import { firstProcess, processSwitcher } from './processes.ts';
import { showProcess } from './processView.ts';
import { Headline } from './headline.ts';
import { requestsSection } from './requestsSection.ts';
import { SectionLinks } from './sectionLinks.ts';
import { bar, footer, heading, unbroken } from './shell.ts';
import { themeToggle } from './themeToggle.ts';
import { originOf } from '../work/origin.ts';
import { embeddedText, workBar } from '../work/workBar.ts';

/** The whole page of a report. */
export function showReport(page: HTMLElement, { report, timelines, traces }: Embedded): void {
  let redraw: () => void = () => undefined;
  const address = new Address();
  const links = new SectionLinks();
  const headline = new Headline(verdict(report));
  const place = { before: h('div', { class: 'process-view' }), after: h('div', { class: 'process-view' }) };
  const main = h('main', {});
  const tools = workBar({
    main,
    origin: () => originOf(report, asked(report, address)),
    markdown: embeddedText('unpause-markdown'),
    fragment: () => writeAddress(address.shown),
    went: (section) => address.set({ section }),
  });
  const show = (index: number): void => {
    headline.show(null);
    redraw = showProcess(place, report, { timeline: timelines[index], index, address, headline, search: tools.search });
    followParts(page, address);
    links.show(main);
  };
  const change = (index: number): void => {
    // The time range, the collection and the filter belong to the previous process.
    if (index !== address.shown.process) address.set({ process: index, zoom: null, collection: null, filter: NO_FILTER });
    show(index);
  };
  const switcher = processSwitcher(report, asked(report, address), change);
  append(main, headline.element,
    notRecorded(report.not_recorded ?? []),
    switcher?.element,
    place.before,
    report.requests ? requestsSection(report.requests, report, traces, address) : null,
    place.after);
  page.replaceChildren();
  append(page,
    bar(links.element, tools.element, themeToggle(() => redraw())),
    main,
    footer(report.tool_version));
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
  if (element?.matches('main section, main article.finding')) element.scrollIntoView({ block: 'start' });
}

/** The verdict, and the effect on requests where the verdict does not have it. */
function verdict(report: Report): (HTMLElement | null)[] {
  const text = report.verdict || 'This report has no verdict';
  const asked = report.requests?.verdict;
  return [
    ...heading(text),
    asked && !text.includes(asked)
      ? h('p', { class: 'verdict-more' }, h('a', { href: '#requests' }, 'Requests'), `: ${unbroken(asked)}`)
      : null,
  ];
}

function notRecorded(list: string[]): HTMLElement | null {
  if (list.length === 0) return null;
  return h('div', { class: 'not-recorded', role: 'note' }, h('h2', {}, list.length === 1 ? 'Note' : 'Notes'),
    h('ul', { class: 'plain' }, ...list.map((text) => h('li', {}, text))));
}
