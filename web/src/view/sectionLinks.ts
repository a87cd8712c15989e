import { h } from './dom.ts';

/** Short names of long headings, so that all links fit on one line. */
const SHORT: Record<string, string> = {
  'Where the time goes': 'Time', 'Induced collections': 'Induced', 'What retains old objects': 'Old objects',
  'What retains the heap': 'Heap', 'Waits other than GC': 'Other waits', 'More numbers': 'Numbers',
};

/** Links to the page's sections, in its bar. */
export class SectionLinks {
  readonly element = h('nav', { class: 'sections', 'aria-label': 'Sections' });

  /** Rebuilds the links, because another process may have other sections. */
  show(main: HTMLElement): void {
    const links = [...main.querySelectorAll<HTMLElement>('section[id]')].map((section) => {
      const title = section.querySelector('h2')?.textContent ?? '';
      return h('a', { href: `#${section.id}`, title }, section.dataset['short'] ?? SHORT[title] ?? title);
    });
    this.element.replaceChildren(...links);
  }
}
