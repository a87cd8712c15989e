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
import { canaryTitle, canaryView } from './canary.ts';
import { comparisonTitle, comparisonView } from './comparison.ts';
import { cyclesTitle, cyclesView } from './cycles.ts';
import { fleetTitle, fleetView } from './fleet.ts';
import { modelTitle, modelView } from './model.ts';
import { trendTitle, trendView } from './trend.ts';
import { tuneTitle, tuneView } from './tune.ts';

/** The documents that this page shows; their `schema` distinguishes them. */
export type AnyDocument = Model | Cycles | Comparison | Trend | Tune | Fleet | Canary;

const LONGEST_SOURCE = 120;

/** The whole page of a cost model, of reference cycles, of a comparison, of many reports, of trials of settings, or of a fleet. */
export function showDocument(page: HTMLElement, shown: AnyDocument): void {
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
interface View {
  parts: Child[];
  title: (string | null)[];
}

function view(shown: AnyDocument): View {
  switch (shown.schema) {
    case 'unpause.model/1': return { parts: modelView(shown), title: modelTitle(shown) };
    case 'unpause.cycles/1': return { parts: cyclesView(shown), title: cyclesTitle(shown) };
    case 'unpause.comparison/1': return { parts: comparisonView(shown), title: comparisonTitle(shown) };
    case 'unpause.trend/1': return { parts: trendView(shown), title: trendTitle(shown) };
    case 'unpause.fleet/1': return { parts: fleetView(shown), title: fleetTitle(shown) };
    case 'unpause.canary/1': return { parts: canaryView(shown), title: canaryTitle(shown) };
    case 'unpause.tune/1': return { parts: tuneView(shown), title: tuneTitle(shown) };
    default: throw new Error(`this page has no view of ${String((shown as { schema?: unknown }).schema)}`);
  }
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
