export type Child = Node | string | null | undefined | false;

interface Attributes {
  class?: string;
  [name: string]: string | number | boolean | null | undefined | ((event: Event) => void);
}

/**
 * Makes an element. Strings become text nodes, so text from a recording can never become markup. There is
 * deliberately no way to pass HTML. A function is a listener, `true` an empty attribute, null and false no attribute.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  append(element, ...children);
  return element;
}

/** Makes an SVG element; the same as {@link h} in safety. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: Record<string, string | number> = {}, ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === 'number' ? String(Number(value.toFixed(1))) : value);
  }
  append(element, ...children);
  return element;
}

export function append(parent: Node, ...children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(typeof child === 'string' ? document.createTextNode(child) : child);
  }
}

/** A section with a heading, which also labels it for screen readers, and a link to itself. */
export function section(title: string, ...children: Child[]): HTMLElement {
  const id = sectionId(title);
  const heading = `${id}-heading`;
  return h('section', { id, 'aria-labelledby': heading },
    h('a', { class: 'anchor', href: `#${id}`, 'aria-label': `Link to this section: ${title}` }, '#'),
    h('h2', { id: heading }, title), ...children);
}

/** Gives a section without a short title an address and a short name, which the links in the page's bar have. */
export function addressed<E extends HTMLElement>(element: E, id: string, short: string): E {
  element.id = id;
  element.dataset['short'] = short;
  return element;
}

/** `where-the-time-goes`: the title without a leading number, which changes with the report. */
function sectionId(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '');
}
