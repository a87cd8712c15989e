import type { Comparison } from '../data/comparisonContract.ts';
import type { Cycles } from '../data/cyclesContract.ts';
import type { Model } from '../data/modelContract.ts';
import { append, h, type Child } from '../view/dom.ts';
import { preparePrint } from '../view/print.ts';
import { SectionLinks } from '../view/sectionLinks.ts';
import { bar, footer } from '../view/shell.ts';
import { themeToggle } from '../view/themeToggle.ts';
import { comparisonView } from './comparison.ts';
import { embeddedText, workBar } from '../work/workBar.ts';
import { cyclesView } from './cycles.ts';
import { modelView } from './model.ts';

/** The documents that this page shows; their `schema` distinguishes them. */
export type AnyDocument = Model | Cycles | Comparison;

const LONGEST_SOURCE = 120;

/** The whole page of a cost model, of reference cycles, or of a comparison. */
export function showDocument(page: HTMLElement, shown: AnyDocument): void {
  const main = h('main', {});
  append(main, ...view(shown));
  const links = new SectionLinks();
  links.show(main);
  const tools = workBar({
    main, origin: () => ({ name: shown.schema.split(/[./]/)[1] ?? 'unpause', source: sourceOf(shown) }), markdown: markdown(page),
    fragment: () => location.hash.slice(1),
    went: (id) => history.replaceState(null, '', `#${id}`),
  });
  // Styles draw in the colours of the theme, so no change of it needs another drawing.
  page.replaceChildren(bar(links.element, tools.element, themeToggle(() => undefined)), main, footer(shown.tool_version));
  preparePrint(page, () => undefined);
}

function view(shown: AnyDocument): Child[] {
  switch (shown.schema) {
    case 'unpause.model/1': return modelView(shown);
    case 'unpause.cycles/1': return cyclesView(shown);
    case 'unpause.comparison/1': return comparisonView(shown);
    default: throw new Error(`this page has no view of ${String((shown as { schema?: unknown }).schema)}`);
  }
}

/** The line below images. */
function sourceOf({ tool_version: version }: AnyDocument): string {
  return [document.title.replace(/^unpause: /, '').slice(0, LONGEST_SOURCE), `unpause ${version ?? ''}`.trim()].filter(Boolean).join(' · ');
}

/** The document as Markdown; where it has none, the text for terminals that is in the page for readers without scripts. */
function markdown(page: HTMLElement): string {
  const own = embeddedText('unpause-markdown');
  const plain = page.querySelector('pre')?.textContent?.trimEnd() ?? '';
  // Four backticks: the text may contain three.
  return own !== '' || plain === '' ? own : `\`\`\`\`text\n${plain}\n\`\`\`\`\n`;
}
