import { h } from './dom.ts';

/** Long headings under a shorter name, so that all links stand beside each other. */
const SHORT: Record<string, string> = {
  'Where the time goes': 'Time', 'Collections that code asked for': 'Asked for', 'Who holds old objects': 'Old objects',
  'Who holds the heap': 'Heap', 'What survives': 'Survival', 'More numbers': 'Numbers',
};

/** Links to the page's sections, in its bar. */
export class SectionLinks {
  readonly element = h('nav', { class: 'sections', 'aria-label': 'Sections' });

  /** Makes the links anew, because another process may have other sections. */
  show(main: HTMLElement): void {
    const links = [...main.querySelectorAll<HTMLElement>('section[id]')].map((section) => {
      const title = section.querySelector('h2')?.textContent ?? '';
      return h('a', { href: `#${section.id}`, title }, SHORT[title] ?? title);
    });
    this.element.replaceChildren(...links);
  }
}
