import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { documentNamed, fillDocument, terminalText } from '../../fixtures/documents.ts';
import { HOSTILE } from '../../fixtures/make.ts';
import type { Canary } from '../../src/data/canaryContract.ts';
import type { Fleet } from '../../src/data/fleetContract.ts';
import { FLEET_TEMPLATE, reportPages } from './browser.ts';

const pages = reportPages();
const FLEETS = ['fleet', 'fleet-empty', 'canary-worse', 'canary-not-worse', 'canary-undecided'] as const;

const open = (shown: unknown, options: { width?: number; dark?: boolean } = {}): Promise<Page> =>
  pages.openHtml(fillDocument(FLEET_TEMPLATE, shown), options);

const fleet = (): Fleet => documentNamed<Fleet>('fleet');

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Texts that a drawing cuts off. */
function outside(page: Page): Promise<string[]> {
  return page.locator('svg text').evaluateAll((all) => all.filter((text) => {
    const [own, frame] = [text.getBoundingClientRect(), text.closest('svg')!.getBoundingClientRect()];
    return own.left < frame.left - 1 || own.right > frame.right + 1 || own.top < frame.top - 1 || own.bottom > frame.bottom + 1;
  }).map((text) => text.textContent ?? ''));
}

describe('the page of a fleet', () => {
  it.each(FLEETS.flatMap((name) => [[name, 1280], [name, 390]] as const))('%s at %d pixels does not scroll sideways',
    async (name, width) => {
    const page = await open(documentNamed(name), { width, dark: width === 390 });
    expect(await page.locator('h1').count()).toBe(1);
    expect(await sideways(page)).toBe(0);
    expect(await outside(page)).toEqual([]);
  });

  it('has a section for each question, and none without an answer', async () => {
    const titles = await (await open(fleet())).locator('main section > h2').allTextContents();
    expect(titles).toEqual(['To do', 'Deploys', 'Hosts that differ', 'Pauses that coincide', 'Pauses along one trace', 'Fan-out',
      'Memory', 'Runtimes and settings', 'Open alerts', 'Not answered', 'Left out']);
    expect(await (await open(documentNamed('fleet-empty'))).locator('main section').count()).toBe(0);
  });

  it('has the intervals and numbers of the terminal', async () => {
    const page = await open(fleet());
    const text = (await page.locator('main').textContent())!.replaceAll('\u00a0', ' ');
    const numbers = [...terminalText('fleet').matchAll(/[+−][\d.,]+ % \([^)]+\)|\d[\d.,]* (?:ms|[KMGT]iB|%)/g)].map(([number]) => number);
    expect(numbers.length).toBeGreaterThan(30);
    expect(numbers.filter((number) => !text.includes(number))).toEqual([]);
  });

  it('a row links to the report behind it', async () => {
    const page = await open(fleet());
    const links = page.locator('#to-do tbody th a');
    expect(await links.count()).toBe(6);
    expect(await links.first().getAttribute('href')).toBe('./2026-11-24/13-orders-web-07.json');
    expect(await page.locator('#deploys tbody th').first().locator('a').allTextContents()).toEqual(['report before', 'after']);
  });

  it.each([
    ['javascript:alert(1)', './javascript%3Aalert(1)'], ['data:text/html,x', './data%3Atext/html%2Cx'],
    ['//evil.example/x', null], ['/etc/passwd', null], ['\\\\host\\x', null], ['ftp://host/x', null], ['https://user:pass@host/x', null],
    ['https://host/a b.json', 'https://host/a%20b.json'], ['a b/"c>.json?x#y', './a%20b/%22c%3E.json%3Fx%23y'], ['\ud800', null],
  ])('the path %j has the address %j', async (path, href) => {
    const shown = fleet();
    shown.to_do = [{ ...shown.to_do[0]!, report: { path, process: 0 } }];
    const page = await open(shown);
    const link = page.locator('#to-do tbody th a');
    expect(await link.count()).toBe(href === null ? 0 : 1);
    if (href !== null) expect(await link.getAttribute('href')).toBe(href);
  });

  it('a deploy has a point, its interval and its verdict in words', async () => {
    const page = await open(fleet());
    expect(await page.locator('svg circle.dot').count()).toBe(5);
    expect(await page.locator('svg circle.better').count()).toBe(2);
    expect(await page.locator('svg line.zero').count()).toBe(1);
    const [zero, better, worse] = await page.locator('svg').evaluate((image) => ['line.zero', 'circle.better', 'circle.worse'].map((name) =>
      Number(image.querySelector(name)!.getAttribute(name.startsWith('line') ? 'x1' : 'cx'))));
    expect(better!).toBeLessThan(zero!);
    expect(worse!).toBeGreaterThan(zero!);
    expect(await page.locator('.deploy-verdict').allTextContents()).toEqual(
      ['better', 'worse', 'better', 'no effect', 'not enough evidence', 'not enough evidence']);
  });

  it('an annotation has its text and its time, and its version stays the same', async () => {
    const page = await open(fleet());
    const row = (i: number) => page.locator('#deploys tbody tr').nth(i);
    expect(await row(1).locator('td').nth(5).textContent()).toBe('2026-11-20 14:07');
    expect(await row(1).locator('td').nth(0).textContent()).toBe('search 119: new ranking');
    expect(await row(2).locator('th').textContent()).toContain('search 118');
    expect(await row(2).locator('th').textContent()).not.toContain('→');
    expect(await row(2).locator('img').count()).toBe(0);
    const none = fleet();
    for (const deploy of none.deploys) deploy.annotation = null;
    const without = await open(none);
    expect(await without.locator('#deploys thead th', { hasText: 'annotation' }).count()).toBe(0);
  });

  it.each([390, 1280])('an interval that is much wider than the others is cut, at %d pixels', async (width) => {
    const shown = fleet();
    shown.deploys[3]!.change_percent = { value: -2, low: -95, high: 4e9 };
    const page = await open(shown, { width });
    expect(await outside(page)).toEqual([]);
    expect(await page.locator('svg text', { hasText: '›' }).count()).toBe(1);
  });

  it('thousands of rows are shown soon, and the rest is counted', async () => {
    const shown = fleet();
    shown.conditions = Array.from({ length: 3000 }, (_, i) => ({ ...shown.conditions[0]!, value: String(i) }));
    const page = await open(shown);
    expect(await page.locator('#runtimes-and-settings tbody tr').count()).toBe(500);
    expect(await page.locator('#runtimes-and-settings > p').first().textContent()).toContain('2,500 more rows');
  });

  it.each(FLEETS)('hostile text in %s stays text', async (name) => {
    const poison = (value: unknown, key = ''): unknown => {
      const isWord = /^(schema|verdict|kind|per|action)$/.test(key);
      if (typeof value === 'string') return isWord && value.length < 40 ? value : `${value}${HOSTILE}${'x'.repeat(120)}`;
      if (Array.isArray(value)) return value.map((item) => poison(item));
      if (value && typeof value === 'object')
        return Object.fromEntries(Object.entries(value).map(([own, item]) => [own, poison(item, own)]));
      return value;
    };
    for (const width of [390, 1280]) {
      const page = await open(poison(documentNamed(name)), { width });
      expect(await page.locator('img').count()).toBe(0);
      expect(await page.locator('script').count()).toBe(3);
      expect(await sideways(page)).toBe(0);
      expect(await outside(page)).toEqual([]);
    }
  });

  it.each(FLEETS.flatMap((name) => [[name, false], [name, true]] as const))('%s, dark %s, has no fault that axe finds',
    async (name, dark) => {
    const page = await open(documentNamed(name), { dark });
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)).toEqual([]);
  });

  it('the tab has the size of the fleet and the first cause', async () => {
    expect(await (await open(fleet())).title()).toBe('fleet of 2,004 processes · orders: Explicit GC · unpause');
    expect(await (await open(documentNamed('canary-worse'))).title()).toBe('canary · worse · unpause');
  });
});

describe('the page of a canary', () => {
  it.each([['canary-worse', 'worse'], ['canary-not-worse', 'not worse'], ['canary-undecided', 'undecided']] as const)(
    '%s has its verdict, its interval and the least change that matters', async (name, verdict) => {
      const page = await open(documentNamed<Canary>(name));
      expect(await page.locator('dl.facts dd').first().textContent()).toBe(verdict);
      expect(await page.locator('svg circle.dot').count()).toBe(1);
      expect(await page.locator('svg line.change-mark').count()).toBe(1);
    });

  it('without an interval has no drawing', async () => {
    const shown = documentNamed<Canary>('canary-undecided');
    shown.change_percent = null;
    expect(await (await open(shown)).locator('svg').count()).toBe(0);
  });
});
