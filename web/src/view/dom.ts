export type Child = Node | string | null | undefined | false;

interface Attributes {
  class?: string;
  [name: string]: string | number | boolean | null | undefined | ((event: Event) => void);
}

/**
 * Makes an element. Strings become text nodes, so that text from a recording can never become markup; there is
 * deliberately no way to pass HTML. A function is a listener, `true` an empty attribute, null and false none.
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

export function append(parent: Node, ...children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(typeof child === 'string' ? document.createTextNode(child) : child);
  }
}

let sections = 0;

/** A section with a heading that names it for screen readers. */
export function section(title: string, ...children: Child[]): HTMLElement {
  const id = `section-${++sections}`;
  return h('section', { 'aria-labelledby': id }, h('h2', { id }, title), ...children);
}
