import { h } from './dom.ts';

/** Up to this width in CSS pixels, long parts of a page are folded. */
export const PHONE = '(max-width: 520px)';

/**
 * On a phone, folds sections under their headings, so that a page of ten screens becomes one of four. The heading opens the section.
 * Wider pages are not changed.
 */
export class PhoneFolds {
  private readonly narrow = matchMedia(PHONE);

  /** `open` names the sections that a reader came for: they are never folded. */
  constructor(private readonly main: HTMLElement, private readonly open: string[], private readonly changed: () => void) {
    this.narrow.addEventListener('change', () => this.apply());
  }

  /** Folds what is to be folded at this width; call it again when sections were added. */
  apply(): void {
    const sections = [...this.main.querySelectorAll<HTMLElement>('section[id]')].filter(({ id }) => !this.open.includes(id));
    for (const section of sections) (this.narrow.matches ? fold : unfold)(section);
    if (sections.length > 0) this.changed();
  }
}

/** Scrolls to a section or a finding of the page and opens it; ignores other names. */
export function goToSection(id: string | null): void {
  const element = id === null ? null : document.getElementById(id);
  if (!element?.matches('main section, main article.finding')) return;
  openFolds(element);
  element.scrollIntoView({ block: 'start' });
}

/** Opens the fold in which an element is, and that of a section or a finding itself. */
function openFolds(element: Element): void {
  const inside = element.querySelector<HTMLDetailsElement>(':scope > details.fold, :scope.finding > details');
  for (let fold = inside ?? element.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null) fold.open = true;
}

function fold(section: HTMLElement): void {
  const heading = section.querySelector<HTMLElement>(':scope > h2');
  if (!heading) return;
  const rest = [...section.childNodes].slice([...section.childNodes].indexOf(heading) + 1);
  if (rest.length === 0) return;
  const details = h('details', { class: 'fold', 'data-part': `section-${section.id}` },
    h('summary', {}), h('div', { class: 'folded' }, ...rest));
  heading.replaceWith(details);
  details.querySelector('summary')!.append(heading);
}

function unfold(section: HTMLElement): void {
  const details = section.querySelector<HTMLDetailsElement>(':scope > details.fold');
  const heading = details?.querySelector('h2');
  if (!details || !heading) return;
  details.replaceWith(heading, ...details.querySelector(':scope > .folded')!.childNodes);
}

/** Prepares links to places in folds: the browser scrolls to them only when they are open. */
export function followLinksIntoFolds(page: HTMLElement): void {
  page.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a[href^="#"]');
    const id = /^#([a-z0-9-]+)/.exec(link?.getAttribute('href') ?? '')?.[1];
    const target = id === undefined ? null : document.getElementById(id);
    if (target && page.contains(target)) openFolds(target);
  }, true);
}

