import { h } from '../view/dom.ts';

/** Something on the page that a search finds. */
export interface Hit {
  /** What it is: finding, section, row and so on. */
  kind: string;
  text: string;
  go: () => void;
}

/** Finds what is not an element of the page, for example a collection in a table that shows only a part of its rows. */
export type Finder = (typed: string) => Hit[];

const MOST_HITS = 12;
const MOST_OF_A_KIND = 5;
const LONGEST_TEXT = 160;
const FOUND_FOR_MS = 2500;

/** The elements that are searched, best first, with where their words are. */
const PLACES: [kind: string, elements: string, words?: string][] = [
  ['section', 'main section > h2'],
  ['finding', 'main article.finding > details > summary, main .consequences summary', 'h3, .consequence'],
  ['pause', 'main .longest summary'],
  ['process', 'main button.process'],
  ['trace', 'main .trace-key'],
  ['row', 'main table.summary tbody th[scope=row]'],
  ['span', 'main .wf-name'],
  ['frame', 'main .frame-name'],
  ['counter', 'main .counter-name'],
  ['advice', 'main .advice li'],
];

/** The search box of the page's bar: a list of what has the typed words, to go to. */
export class Search {
  readonly element: HTMLElement;
  private finders: Finder[] = [];
  private hits: Hit[] = [];
  private marked = 0;
  private readonly list = h('ul', { id: 'search-hits', role: 'listbox', 'aria-label': 'Found on the page', hidden: true });
  private readonly said = h('p', { class: 'search-said', role: 'status' });
  private readonly field = h('input', {
    type: 'search', role: 'combobox', placeholder: 'Search (/)', 'aria-label': 'Search the page', 'aria-expanded': 'false',
    'aria-controls': 'search-hits', 'aria-autocomplete': 'list', autocomplete: 'off', maxlength: LONGEST_TEXT,
  });

  /** `went` gets the id of the place that the reader went to, for the page's address. */
  constructor(private readonly went: (id: string) => void = () => undefined) {
    this.element = h('div', { class: 'search' }, this.field, this.list, this.said);
    this.field.addEventListener('input', () => this.show());
    this.field.addEventListener('focus', () => this.show());
    this.field.addEventListener('keydown', (event) => this.press(event));
    this.field.addEventListener('blur', () => this.close());
  }

  /** Replaces the finders: those of another process no longer fit. */
  use(...finders: Finder[]): void {
    this.finders = finders;
  }

  focus(): void {
    this.field.focus();
    this.field.select();
  }

  private show(): void {
    const typed = this.field.value.trim().toLowerCase();
    if (typed === '') {
      this.close();
      return;
    }

    this.hits = [...this.finders.flatMap((finder) => finder(typed)), ...this.onPage(typed)].slice(0, MOST_HITS);
    this.marked = 0;
    this.list.replaceChildren(...this.hits.map((hit, i) => h('li', {
      // The field keeps the focus, so that the list stays until the click is over.
      id: `search-hit-${i}`, role: 'option', mousedown: (event) => event.preventDefault(), click: () => this.go(i),
    }, h('span', { class: 'kind' }, hit.kind), ' ', hit.text)));
    this.list.hidden = this.hits.length === 0;
    this.said.textContent = this.hits.length === 0 ? 'Nothing on the page has these words.' : '';
    this.field.setAttribute('aria-expanded', String(this.hits.length > 0));
    this.mark(0);
  }

  private onPage(typed: string): Hit[] {
    const words = typed.split(/\s+/);
    const seen = new Set<string>();
    return PLACES.flatMap(([kind, elements, inner]) => {
      const own: Hit[] = [];
      for (const element of document.querySelectorAll<HTMLElement>(elements)) {
        if (own.length === MOST_OF_A_KIND) break;
        const text = wordsOf((inner && element.querySelector(inner)) || element);
        const all = wordsOf(element).toLowerCase();
        if (!words.every((word) => all.includes(word)) || seen.has(`${kind} ${text}`)) continue;
        seen.add(`${kind} ${text}`);
        own.push({ kind, text: text.slice(0, LONGEST_TEXT), go: () => this.went(reveal(element)) });
      }
      return own;
    });
  }

  private press(event: KeyboardEvent): void {
    const count = this.hits.length;
    if (event.key === 'Escape') {
      if (this.list.hidden) this.field.blur();
      this.close();
    } else if (event.key === 'Enter') this.go(this.marked);
    else if (event.key === 'ArrowDown' && count > 0) this.mark((this.marked + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) this.mark((this.marked + count - 1) % count);
    else return;
    event.preventDefault();
  }

  private mark(at: number): void {
    this.marked = at;
    [...this.list.children].forEach((item, i) => item.setAttribute('aria-selected', String(i === at)));
    this.list.children[at]?.scrollIntoView({ block: 'nearest' });
    if (this.hits.length === 0) this.field.removeAttribute('aria-activedescendant');
    else this.field.setAttribute('aria-activedescendant', `search-hit-${at}`);
  }

  private go(at: number): void {
    const hit = this.hits[at];
    if (!hit) return;
    this.field.blur();
    hit.go();
  }

  private close(): void {
    this.list.hidden = true;
    this.said.textContent = '';
    this.field.setAttribute('aria-expanded', 'false');
    this.field.removeAttribute('aria-activedescendant');
  }
}

/**
 * Opens what an element is in, scrolls to it, marks it for a moment and gives it the focus.
 * @returns The id of its finding or section.
 */
export function reveal(element: HTMLElement): string {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
    if (at.hidden) at.closest('.breakdown')?.querySelector<HTMLElement>('button.more')?.click();
    at.hidden = false;
  }
  const shown = element.closest<HTMLElement>('tr, summary, li') ?? element;
  shown.scrollIntoView({ block: 'center' });
  shown.classList.add('found');
  setTimeout(() => shown.classList.remove('found'), FOUND_FOR_MS);
  const target = element.matches('button, summary') ? element : shown;
  if (!target.matches('button, summary, [tabindex]')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return element.closest('article.finding[id], section[id]')?.id ?? '';
}

function wordsOf(element: Element): string {
  return (element.textContent ?? '').replaceAll(/[\s\u00a0]+/g, ' ').trim();
}
