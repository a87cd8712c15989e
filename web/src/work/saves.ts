import { h } from '../view/dom.ts';
import { pngOfCanvas, pngOfSvg, svgFile, type Caption } from './chartImage.ts';
import { csv } from './csv.ts';
import { sheetOfTable } from './exact.ts';
import { fileName, saveFile } from './saveFile.ts';

const CHARTS = '.chart:has(canvas), .drawing:has(svg), .flame:has(canvas)';
const TABLES = 'table.summary, table.collections';

/** What the files say of their origin. */
export interface Origin {
  /** For names of files. */
  name: string;
  /** A line below each image. */
  source: string;
}

/**
 * Gives each chart and each table of the page its buttons, also those that come later. The page's parts need not know:
 * a chart is found by what it is drawn with.
 */
export function addSaves(main: HTMLElement, origin: () => Origin): void {
  let asked = false;
  const add = (): void => {
    asked = false;
    for (const chart of main.querySelectorAll<HTMLElement>(CHARTS)) if (!hasSaves(chart)) place(chart, chartButtons(chart, origin));
    for (const table of main.querySelectorAll<HTMLTableElement>(TABLES)) {
      const frame = table.closest<HTMLElement>('.scroll-frame') ?? table;
      if (!hasSaves(frame)) place(frame, [tableButton(table, frame, origin)]);
    }
  };
  add();
  new MutationObserver(() => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(add);
  }).observe(main, { childList: true, subtree: true });
}

function hasSaves(element: HTMLElement): boolean {
  return element.previousElementSibling?.classList.contains('saves') ?? false;
}

/** In the line of the heading where there is one, else in a line of their own. */
function place(element: HTMLElement, buttons: HTMLElement[]): void {
  const heading = element.previousElementSibling;
  const beside = heading?.matches('h2, h3') ?? false;
  if (beside) heading!.classList.add('has-saves');
  element.before(h('div', { class: beside ? 'saves beside' : 'saves' }, h('div', {}, ...buttons)));
}

function chartButtons(chart: HTMLElement, origin: () => Origin): HTMLElement[] {
  const name = titleOf(chart);
  const canvas = (): HTMLCanvasElement | null => chart.querySelector('canvas');
  const image = (): SVGSVGElement | null => chart.querySelector('svg');
  const named = (ending: string): string => fileName([origin().name, name], ending);
  const caption = (): Caption => ({ title: name, keys: keysOf(chart), source: origin().source });
  const png = button('PNG', `Save the chart ${name} as PNG`, async () => {
    const [drawn, vector] = [canvas(), image()];
    const blob = drawn ? await pngOfCanvas(drawn, caption()) : vector ? await pngOfSvg(vector, caption()) : null;
    if (blob) saveFile(named('png'), blob);
  });
  if (canvas()) return [png];
  return [button('SVG', `Save the chart ${name} as SVG`, () => {
    saveFile(named('svg'), new Blob([svgFile(image()!, caption())], { type: 'image/svg+xml' }));
  }), png];
}

function tableButton(table: HTMLTableElement, frame: HTMLElement, origin: () => Origin): HTMLElement {
  const name = frame.querySelector('[aria-label]')?.getAttribute('aria-label')?.replace(/^Table of /, '') ?? titleOf(frame);
  return button('CSV', `Save the table ${name} as CSV`, () => {
    // The mark at the start tells spreadsheets that it is UTF-8.
    saveFile(fileName([origin().name, name], 'csv'), new Blob(['\ufeff', csv(sheetOfTable(table))], { type: 'text/csv' }));
  });
}

function button(label: string, name: string, click: () => void | Promise<void>): HTMLElement {
  return h('button', { type: 'button', class: 'save', 'aria-label': name, title: name, click: () => void click() },
    h('span', { 'aria-hidden': 'true' }, '↓ '), label);
}

/** The label of a drawing, else the words of the nearest heading before the element, without its legend. */
function titleOf(element: HTMLElement): string {
  const label = element.querySelector('svg[aria-label]')?.getAttribute('aria-label');
  if (label) return label;
  for (let at: Element | null = element; at && at.localName !== 'main'; at = at.parentElement) {
    for (let before = at.previousElementSibling; before; before = before.previousElementSibling) {
      if (!before.matches('h2, h3, h4')) continue;
      const words = [...before.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '');
      return (words?.textContent ?? before.textContent ?? '').trim();
    }
  }
  return 'chart';
}

/** The swatches of the chart's heading and legend, with the words behind each. */
function keysOf(chart: HTMLElement): Caption['keys'] {
  const heading = chart.previousElementSibling?.classList.contains('saves')
    ? chart.previousElementSibling.previousElementSibling
    : chart.previousElementSibling;
  const section = chart.closest('section');
  const hosts = [
    heading, chart.matches('.pauses') && section?.querySelector('.toolbar > .legend'),
    chart.matches('.requests') && heading?.previousElementSibling,
    chart.matches('.flame') && section?.querySelector('.flame-legend'),
  ].filter((host) => host instanceof Element);
  const hidden = '[aria-pressed="false"]';
  return hosts.flatMap((host) => [...host.querySelectorAll('.swatch')].filter((swatch) => !swatch.closest(hidden)).map((swatch) => ({
    colour: getComputedStyle(swatch).backgroundColor,
    text: wordsAfter(swatch),
  }))).filter(({ text }) => text !== '');
}

function wordsAfter(swatch: Element): string {
  let words = '';
  for (let next = swatch.nextSibling; next; next = next.nextSibling) {
    if (next instanceof Element && (next.matches('.swatch, .dashes') || next.getAttribute('aria-hidden') === 'true')) break;
    words += ` ${next.textContent ?? ''}`;
  }
  return words.replaceAll(/\s+/g, ' ').trim();
}
