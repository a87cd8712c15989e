import type { Canary } from '../data/canaryContract.ts';
import type { Comparison } from '../data/comparisonContract.ts';
import type { Cycles } from '../data/cyclesContract.ts';
import type { Fleet } from '../data/fleetContract.ts';
import type { Model } from '../data/modelContract.ts';
import type { Trend } from '../data/trendContract.ts';
import type { Tune } from '../data/tuneContract.ts';
import { Address, writeAddress } from '../view/address.ts';
import { append, h, type Child } from '../view/dom.ts';
import { followParts, rememberParts } from '../view/parts.ts';
import { followLinksIntoFolds, goToSection, PhoneFolds } from '../view/phoneFolds.ts';
import { preparePrint } from '../view/print.ts';
import { SectionLinks } from '../view/sectionLinks.ts';
import { bar, footer } from '../view/shell.ts';
import { titleTab } from '../view/tabTitle.ts';
import { themeToggle } from '../view/themeToggle.ts';
import { embeddedText, workBar } from '../work/workBar.ts';

/** The documents that pages show; their `schema` distinguishes them. */
export type AnyDocument = Model | Cycles | Comparison | Trend | Tune | Fleet | Canary;

const LONGEST_SOURCE = 120;

/** The whole page of a document. */
export function showDocument(page: HTMLElement, shown: AnyDocument, view: (shown: AnyDocument) => View): void {
  const { parts, title } = view(shown);
  const main = h('main', {});
  append(main, ...parts);
  titleTab(...title);
  const address = new Address();
  const links = new SectionLinks();
  // The first section has the answer's numbers.
  const folds = new PhoneFolds(main, [main.querySelector('section[id]')?.id ?? ''], () => followParts(page, address));
  const tools = workBar({
    main,
    origin: () => ({ name: shown.schema?.split(/[./]/)[1] ?? 'unpause', source: sourceOf(shown) }),
    markdown: markdown(page),
    fragment: () => writeAddress(address.shown),
    went: (section) => address.set({ section }),
  });
  // Styles draw in the colours of the theme, so no change of it needs another drawing.
  page.replaceChildren(bar(links.element, tools.element, themeToggle(() => undefined)), main, footer(shown.tool_version));
  folds.apply();
  links.show(main);
  rememberParts(page, address);
  followLinksIntoFolds(page);
  preparePrint(page, () => undefined);
  address.onNavigate(() => goToSection(address.shown.section));
  goToSection(address.shown.section);
}

/** The content of a page, and what its tab is called. */
export interface View {
  parts: Child[];
  title: (string | null)[];
}

/** The line below images. */
function sourceOf({ tool_version: version }: AnyDocument): string {
  const title = document.title.replace(/ · unpause$/, '').slice(0, LONGEST_SOURCE);
  return [title, `unpause ${version ?? ''}`.trim()].filter(Boolean).join(' · ');
}

/** The document as Markdown; where it has none, the text for terminals that is in the page for readers without scripts. */
function markdown(page: HTMLElement): string {
  const own = embeddedText('unpause-markdown');
  const plain = page.querySelector('pre')?.textContent?.trimEnd() ?? '';
  // Four backticks: the text may contain three.
  return own !== '' || plain === '' ? own : `\`\`\`\`text\n${plain}\n\`\`\`\`\n`;
}
