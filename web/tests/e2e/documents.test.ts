import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS, documentNamed, fillDocument, terminalText } from '../../fixtures/documents.ts';
import { HOSTILE } from '../../fixtures/make.ts';
import type { Comparison } from '../../src/data/comparisonContract.ts';
import type { Cycles } from '../../src/data/cyclesContract.ts';
import type { Model } from '../../src/data/modelContract.ts';
import { DOCUMENT_TEMPLATE, reportPages } from './browser.ts';

const pages = reportPages();

const open = (shown: unknown, options: { width?: number; dark?: boolean } = {}): Promise<Page> =>
  pages.openHtml(fillDocument(DOCUMENT_TEMPLATE, shown), options);

/** All text of a page, with single blanks. */
async function words(page: Page): Promise<string> {
  const texts = await page.evaluate(() => {
    const all: string[] = [];
    const walk = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) all.push(walk.currentNode.nodeValue ?? '');
    return all;
  });
  return flat(texts.join(' '));
}

function flat(text: string): string {
  return text.replaceAll(/[\s\u00a0]+/g, ' ').trim();
}

/** What a terminal shows in a line, without its marks: bars, the prefix of a line, and the id behind a finding's title. */
function linesOf(name: string): string[] {
  return terminalText(name).split('\n')
    .filter((line) => !/^(before|after) |^ *(before|interval)\b|^─|^ +allocated |^not comparable /.test(line))
    .map((line) => flat(line.replaceAll(/█+/g, '').replace(/^ *→/, '').replace(/^(note|changed|differs|trend|left out) +/, '')))
    .map((line) => line.replace(/^(?:gone|new|persists|intermittent) (.*) [a-z-]+$/, '$1'))
    .filter((line) => line !== '');
}

describe('every document', () => {
  it.each(DOCUMENTS.flatMap((name) => [[name, 1280], [name, 390]] as const))(
    '%s at %d pixels shows itself without errors, requests or policy violations, and without scrolling sideways', async (name, width) => {
      const page = await open(documentNamed(name), { width, dark: width === 390 });
      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.locator('#page > pre').count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    });

  it.each(DOCUMENTS)('%s has the sentences and the rows of the terminal', async (name) => {
    const page = await open(documentNamed(name));
    const shown = await words(page);
    expect(linesOf(name).length).toBeGreaterThan(8);
    expect(linesOf(name).filter((line) => !shown.includes(line))).toEqual([]);
  });

  it.each([['law', false], ['models', true], ['cycles', false], ['cycles', true], ['allocations', false], ['single', true]] as const)(
    '%s, dark %s, has no fault that axe finds', async (name, dark) => {
      const page = await open(documentNamed(name), { dark });
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)).toEqual([]);
    });
});

describe('drawings', () => {
  it.each([390, 1280])('of models mark the current limit, at %d pixels', async (width) => {
    const page = await open(documentNamed('models'), { width });
    expect(await page.locator('svg').count()).toBe(3);
    expect(await page.locator('svg circle.mark').count()).toBe(3);
    expect(await page.locator('svg polyline').first().getAttribute('points')).toMatch(/^[\d., ]+$/);
    expect(await sizeOfText(page)).toBeCloseTo(13, 0);
  });

  it.each([390, 1280])('of cycles have a box for each object and an arrow for each reference, at %d pixels', async (width) => {
    const { groups } = documentNamed<Cycles>('cycles');
    const page = await open(documentNamed('cycles'), { width });
    for (const [i, { path }] of groups.entries()) {
      const drawing = page.locator('svg').nth(i);
      expect(await drawing.locator('rect').count()).toBe(path.length);
      expect(await drawing.locator('path.arrow').count()).toBe(path.length);
    }
    expect(await page.locator('svg').first().locator('text').allTextContents()).toEqual(
      expect.arrayContaining(['Tree', 'list', '.children', '[0]', '.parent']));
    expect(await outside(page)).toEqual([]);
  });

  it.each([390, 1280])('of a comparison are the durations of both sides and the shift of each percentile, at %d pixels', async (width) => {
    const [{ shifts }] = documentNamed<Comparison>('single').distributions as [Comparison['distributions'][number]];
    const page = await open(documentNamed('single'), { width });
    expect(await page.locator('svg').first().locator('path').count()).toBe(2);
    expect(await page.locator('svg circle.dot').count()).toBe(shifts.length);
    expect(await page.locator('svg polyline.percentiles').count()).toBe(2);
    expect(await outside(page)).toEqual([]);
  });

  it('follow the theme, and print in light colours', async () => {
    const page = await open(documentNamed('cycles'), { dark: true });
    const fill = (): Promise<string> => page.locator('rect.object').first().evaluate((box) => getComputedStyle(box).fill);
    expect(await fill()).toBe('rgb(28, 47, 77)');
    await page.getByRole('button', { name: 'Theme' }).click();
    expect(await fill()).toBe('rgb(230, 239, 252)');
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    // Paper has another width, for which drawings are drawn again.
    await expect.poll(fill).toBe('rgb(230, 239, 252)');
  });
});

describe('values', () => {
  it('a limit that leaves no room has no point and no row', async () => {
    const page = await open(documentNamed('models'));
    expect(await page.locator('table').first().locator('tbody tr').count()).toBe(10);
    expect(await words(page)).toContain('100 MiB is too small: 201 MiB are live');
  });

  it('a heap goal has its GOGC', async () => {
    const shown = documentNamed<Model>('models');
    shown.processes = shown.processes.filter(({ runtime }) => runtime === 'go');
    shown.processes[0]!.model!.curve[0]!.gogc = 99.7;
    const page = await open(shown);
    expect(await page.locator('thead th').allTextContents()).toEqual(['heap goal', 'GOGC', 'CPU for GC', 'range', 'full GC every']);
    expect(await page.locator('tbody tr').first().locator('td').first().textContent()).toBe('100');
    expect(await page.locator('h1').textContent()).toContain('go-gogc100.gctrace');
  });

  it('a range of the shares is a band only where the document has one', async () => {
    const shown = documentNamed<Model>('models');
    for (const point of shown.processes[0]!.model!.curve) Object.assign(point, { low_percent: null, high_percent: null });
    const page = await open(shown);
    expect(await page.locator('tbody tr').first().locator('td').nth(1).textContent()).toBe('');
  });

  it('groups and processes beyond the limits are counted', async () => {
    const shown = documentNamed<Cycles>('cycles');
    shown.groups_omitted = 1;
    shown.processes = Array.from({ length: 10 }, (_, i) => ({ ...shown.processes[0]!, pid: i + 1 }));
    const text = await words(await open(shown));
    expect(text).toContain('1 more group of cycles.');
    expect(text).toContain('2 more processes were recorded.');
    expect(text).not.toContain('Process 9,');
  });

  it('cycles without a path have no drawing, and unknown values no words', async () => {
    const shown = documentNamed<Cycles>('cycles');
    shown.share_of_allocated_percent = null;
    shown.groups = shown.groups.slice(0, 1).map((group) => ({ ...group, path: [], path_text: null, allocated_at: 'app.py:12' }));
    const page = await open(shown);
    expect(await page.locator('svg').count()).toBe(0);
    const text = await words(page);
    expect(text).toContain('The memory freed by reference counting is not recorded.');
    expect(text).toContain('created at app.py:12');
  });

  it('verdicts of a comparison are coloured, and the reason of each is there', async () => {
    const page = await open(documentNamed('allocations'));
    expect(await page.locator('tr.not_comparable').count()).toBe(2);
    expect(await words(page)).toContain('pauses per minute: not comparable: lower allocation rate.');
    const judged = await open(documentNamed('single'));
    const colour = (kind: string): Promise<string> =>
      judged.locator(`tr.${kind} td:last-child`).first().evaluate((cell) => getComputedStyle(cell).color);
    expect(await colour('better')).not.toBe(await colour('too_few'));
  });

  it('a setting that one side lacks is not set', async () => {
    const shown = documentNamed<Comparison>('single');
    shown.conditions = [{ kind: 'changed', name: '-Xmx', before: null, after: '1g' }];
    expect(await words(await open(shown))).toContain('-Xmx not set → 1g');
  });
});

describe('hostile text', () => {
  it.each(DOCUMENTS)('in %s stays text', async (name) => {
    const poison = (value: unknown, key = ''): unknown => {
      const isWord = /^(schema|verdict|outcome|state|kind|basis|unit|reference_kind|percent_of|unknown_reason)$/.test(key);
      if (typeof value === 'string') return isWord && value.length < 40 ? value : `${value} ${HOSTILE} ${'x'.repeat(120)}`;
      if (Array.isArray(value)) return value.map((item) => poison(item));
      if (value && typeof value === 'object') {
        return Object.fromEntries(Object.entries(value).map(([own, item]) => [own, poison(item, own)]));
      }
      return value;
    };
    for (const width of [390, 1280]) {
      const page = await open(poison(documentNamed(name)), { width });
      expect(await page.locator('img').count()).toBe(0);
      expect(await page.locator('script').count()).toBe(3);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    }
  });
});

describe('a file that is no whole document', () => {
  it('says so when the template is empty', async () => {
    const page = await pages.openHtml(DOCUMENT_TEMPLATE);
    expect(await page.locator('h1').textContent()).toBe('There is no document in this file');
  });

  it('says so, and keeps the text, when it was cut off inside its data', async () => {
    const whole = fillDocument(DOCUMENT_TEMPLATE, documentNamed('single'), 'Better in these two runs');
    const page = await pages.openHtml(whole.slice(0, whole.indexOf('"metrics"')));
    expect(await page.locator('h1').textContent()).toBe('This document cannot be shown');
    expect(await page.locator('.written pre').textContent()).toBe('Better in these two runs');
  });

  it('says so when it has another schema', async () => {
    const page = await open({ schema: 'unpause.heap/1' });
    expect(await page.locator('main p').textContent()).toContain('this page has no view of unpause.heap/1');
  });

  it('has the text of the terminal without its script', async () => {
    const html = fillDocument(DOCUMENT_TEMPLATE, documentNamed('single'), terminalText('single'));
    const page = await pages.openHtml(html, { script: false, ready: 'pre' });
    expect(await page.locator('pre').textContent()).toBe(terminalText('single'));
    expect(await page.locator('body').textContent()).toContain('This is the text version of this page.');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  });
});

/** The height of a drawing's text on the page, in pixels. */
function sizeOfText(page: Page): Promise<number> {
  return page.locator('svg').first().evaluate((image: SVGSVGElement) =>
    (13 * image.getBoundingClientRect().width) / image.viewBox.baseVal.width);
}

/** Texts that a drawing cuts off. */
function outside(page: Page): Promise<string[]> {
  return page.locator('svg text').evaluateAll((all) => all.filter((text) => {
    const [own, frame] = [text.getBoundingClientRect(), text.closest('svg')!.getBoundingClientRect()];
    return own.left < frame.left - 1 || own.right > frame.right + 1 || own.top < frame.top - 1 || own.bottom > frame.bottom + 1;
  }).map((text) => text.textContent ?? ''));
}
