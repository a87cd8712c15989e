import type { Comparison } from '../data/comparisonContract.ts';
import type { Cycles } from '../data/cyclesContract.ts';
import type { Model } from '../data/modelContract.ts';
import { append, h, type Child } from '../view/dom.ts';
import { preparePrint } from '../view/print.ts';
import { SectionLinks } from '../view/sectionLinks.ts';
import { bar, footer } from '../view/shell.ts';
import { themeToggle } from '../view/themeToggle.ts';
import { comparisonView } from './comparison.ts';
import { cyclesView } from './cycles.ts';
import { modelView } from './model.ts';

/** The documents that this page shows; their `schema` distinguishes them. */
export type AnyDocument = Model | Cycles | Comparison;

/** The whole page of a cost model, of reference cycles, or of a comparison. */
export function showDocument(page: HTMLElement, shown: AnyDocument): void {
  const main = h('main', {});
  append(main, ...view(shown));
  const links = new SectionLinks();
  links.show(main);
  // Styles draw in the colours of the theme, so no change of it needs another drawing.
  page.replaceChildren(bar(links.element, themeToggle(() => undefined)), main, footer(shown.tool_version));
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
