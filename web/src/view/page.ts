import type { Report } from '../data/contract.ts';
import type { Embedded } from '../data/embedded.ts';
import { Address, NO_FILTER, writeAddress } from './address.ts';
import { append, h } from './dom.ts';
import { notesBox } from './notes.ts';
import { followParts, rememberParts } from './parts.ts';
import { followLinksIntoFolds, goToSection, PhoneFolds } from './phoneFolds.ts';
import { preparePrint } from './print.ts';
import { firstProcess, processSwitcher } from './processes.ts';
import { showProcess } from './processView.ts';
import { Headline } from './headline.ts';
import { requestsSection } from './requestsSection.ts';
import { SectionLinks } from './sectionLinks.ts';
import { bar, footer, heading, unbroken } from './shell.ts';
import { sourceOf } from './sourceLine.ts';
import { titleProcess, titleTab } from './tabTitle.ts';
import { themeToggle } from './themeToggle.ts';
import { originOf } from '../work/origin.ts';
import { embeddedText, workBar } from '../work/workBar.ts';

/** What a reader on a phone came for stays open. Headline and tiles have no heading. */
const OPEN = ['processes', 'timeline', 'findings'];

/** The whole page of a report. */
export function showReport(page: HTMLElement, { report, timelines, traces }: Embedded): void {
  let redraw: () => void = () => undefined;
  const address = new Address();
  const links = new SectionLinks();
  const headline = new Headline(heading(report.verdict || 'This report has no verdict'), requestsVerdict(report));
  const place = { before: h('div', { class: 'process-view' }), after: h('div', { class: 'process-view' }) };
  const source = h('div', {});
  const main = h('main', {});
  const tools = workBar({
    main,
    origin: () => originOf(report, asked(report, address)),
    markdown: embeddedText('unpause-markdown'),
    fragment: () => writeAddress(address.shown),
    went: (section) => address.set({ section }),
  });
  const show = (index: number): void => {
    const process = report.processes[index]!;
    source.replaceChildren(sourceOf(process) ?? '');
    titleProcess(process, index);
    headline.show(null);
    redraw = showProcess(place, report, { timeline: timelines[index], index, address, headline, search: tools.search });
    folds.apply();
    links.show(main);
  };
  const change = (index: number): void => {
    // The time range, the collection and the filter belong to the previous process.
    if (index !== address.shown.process) address.set({ process: index, zoom: null, collection: null, filter: NO_FILTER });
    show(index);
  };
  const switcher = processSwitcher(report, asked(report, address), change);
  const folds = new PhoneFolds(main, OPEN, () => followParts(page, address));
  append(main, source, headline.element,
    notesBox(report.not_recorded ?? []),
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
  followLinksIntoFolds(page);
  preparePrint(page, () => redraw());
  address.onNavigate((all) => {
    if (all && report.processes.length > 0) (switcher?.choose ?? show)(asked(report, address));
    goToSection(address.shown.section);
  });
  if (report.processes.length > 0) show(asked(report, address));
  else {
    titleTab('report');
    place.before.append(h('p', { class: 'dim' }, 'This report has no process.'));
    links.show(main);
  }
  goToSection(address.shown.section);
}

/** The process in the address, else the default one. */
function asked(report: Report, { shown: { process } }: Address): number {
  return process !== null && process < report.processes.length ? process : firstProcess(report);
}

/** The effect on requests where the verdict does not have it. */
function requestsVerdict({ requests, verdict }: Report): HTMLElement | null {
  const asked = requests?.verdict;
  return asked && !verdict?.includes(asked)
    ? h('p', { class: 'verdict-more' }, h('a', { href: '#requests' }, 'Requests'), `: ${unbroken(asked)}`)
    : null;
}
