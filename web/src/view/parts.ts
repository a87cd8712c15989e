import type { Address } from './address.ts';

/** Opens and closes the parts in the address, and records those that the reader opens or closes. */
export function followParts(root: HTMLElement, address: Address): void {
  for (const part of partsOf(root)) {
    part.dataset['first'] ??= part.open ? 'open' : 'closed';
    const name = part.dataset['part']!;
    if (address.shown.opened.includes(name)) part.open = true;
    if (address.shown.closed.includes(name)) part.open = false;
  }
}

/** Listens once for the whole page: `toggle` does not bubble, but the capture phase sees it. */
export function rememberParts(page: HTMLElement, address: Address): void {
  page.addEventListener('toggle', (event) => {
    const part = event.target;
    if (!(part instanceof HTMLDetailsElement) || part.dataset['part'] === undefined) return;
    const name = part.dataset['part'];
    const asAtFirst = part.open === (part.dataset['first'] === 'open');
    const without = (names: string[]): string[] => names.filter((other) => other !== name);
    const { opened, closed } = { opened: without(address.shown.opened), closed: without(address.shown.closed) };
    if (!asAtFirst) (part.open ? opened : closed).push(name);
    if (String(opened) === String(address.shown.opened) && String(closed) === String(address.shown.closed)) return;
    address.set({ opened, closed });
  }, true);
}

export function partsOf(root: ParentNode): HTMLDetailsElement[] {
  return [...root.querySelectorAll<HTMLDetailsElement>('details[data-part]')];
}
