import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { reportPages } from './browser.ts';

const reports = reportPages();
let page: Page;

const plain = (text: string | null): string => (text ?? '').replaceAll('\u00a0', ' ');
const top = (selector: string): Promise<number> => page.locator(selector).first().evaluate((element) => element.getBoundingClientRect().top);
const bottom = (selector: string): Promise<number> =>
  page.locator(selector).first().evaluate((element) => element.getBoundingClientRect().bottom);

describe('the tab', () => {
  it('has the service or file and the longest pause of the process that is shown', async () => {
    page = await reports.open(CATALOGUE['ten']!());
    expect(await page.title()).toMatch(/^checkout · [\d.]+ ms max · unpause$/);
    page = await reports.open(CATALOGUE['several']!());
    const file = CATALOGUE['several']!().report.processes[1]!.source.files[0]!.split('/').pop()!;
    await page.getByRole('button', { name: /worker 2/ }).click();
    expect(await page.title()).toBe(`${file} · ${plain(await page.locator('.card .value').first().textContent())} max · unpause`);
  });
});

describe('the fix', () => {
  it.each([['ten', 1440, 1000], ['ten', 390, 844], ['thousands', 390, 844], ['hostile', 1440, 1000]] as const)(
    'of %s is above the fold at %d × %d', async (name, width, height) => {
      page = await reports.open(CATALOGUE[name]!(), { width });
      expect(await bottom('.first-action')).toBeLessThan(height);
      expect(await top('.headline h1')).toBeLessThan(await top('.first-action'));
      expect(await bottom('.first-action')).toBeLessThan(await top('.numbers'));
    });

  it('names its cause where the verdict does not, its first sentence, and copies the command', async () => {
    page = await reports.open(CATALOGUE['ten']!());
    const action = page.locator('.first-action');
    expect(await action.locator('.first-cause').textContent()).toBe('Code induces full collections.');
    expect(await action.locator('p').last().textContent()).toMatch(/^First: Find who calls GC\.Collect: record the stack of the trigger\. /);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await action.getByRole('button', { name: /^Copy/ }).click();
    await page.waitForFunction(() => document.querySelector('.first-action .copy')!.textContent === 'Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('unpause record 4242 --for 60s --stacks');
  });

  it('does not repeat a cause that the verdict names', async () => {
    const fixture = CATALOGUE['ten']!();
    fixture.report.verdict += ` Cause of most of it: ${fixture.report.findings[0]!.title}.`;
    page = await reports.open(fixture);
    expect(await page.locator('.first-action').count()).toBe(1);
    expect(await page.locator('.first-cause').count()).toBe(0);
  });

  it('is absent where nothing was found', async () => {
    page = await reports.open(CATALOGUE['one']!());
    expect(await page.locator('.first-action').count()).toBe(0);
  });

  it('of a part of the recording is that of the finding that explains it', async () => {
    page = await reports.open(CATALOGUE['ten']!(), { fragment: '#zoom=0_1000000' });
    await page.waitForFunction(() => document.querySelector('.part-bar')!.textContent!.startsWith('Shown: '));
    expect(await page.locator('.first-action').count()).toBe(await page.locator('.finding .part-note', { hasText: 'Here it explains' }).count() > 0 ? 1 : 0);
  });
});

describe('advice', () => {
  it('is numbered over both kinds, the first one first, and what changes something apart from what investigates', async () => {
    const fixture = CATALOGUE['ten']!();
    fixture.report.findings[0]!.advice = [
      { text: 'Find who calls GC.Collect: record the stack of the trigger.', code: 'unpause record 4242 --for 60s --stacks' },
      { text: 'Or let the collector decide.', code: 'GC.Collect(2, GCCollectionMode.Optimized);' },
      { text: 'Look at the callers.' },
    ];
    page = await reports.open(fixture);
    const advice = page.locator('.finding').first().locator('.advice');
    expect(await advice.locator('h4').allTextContents()).toEqual(['Investigate', 'Try now']);
    expect(await advice.locator('ol').evaluateAll((lists) => lists.map((list) => (list as HTMLOListElement).start))).toEqual([1, 3]);
    expect(await advice.locator('li').evaluateAll((items) => items.map((item) => item.firstChild!.textContent))).toEqual([
      'Find who calls GC.Collect: record the stack of the trigger.', 'Look at the callers.', 'Let the collector decide.',
    ]);
    expect(await advice.locator('li.primary').evaluateAll((items) => items.map((item) => item.firstChild!.textContent))).toEqual([
      'Find who calls GC.Collect: record the stack of the trigger.',
    ]);
  });

  it('has three rows of evidence, and the rest is folded', async () => {
    const fixture = CATALOGUE['ten']!();
    const evidence = fixture.report.findings[0]!.evidence;
    fixture.report.findings[0]!.evidence = Array.from({ length: 6 }, (_, i) => ({ ...evidence[0]!, text: `row ${i}` }));
    page = await reports.open(fixture);
    const card = page.locator('.finding').first();
    expect(await card.locator('.evidence tr:visible').count()).toBe(3);
    await card.getByText('3 more rows of evidence').click();
    expect(await card.locator('.evidence tr:visible').count()).toBe(6);
  });
});

describe('what is only unknown', () => {
  it('has no row, no column and no fact', async () => {
    const fixture = CATALOGUE['ten']!();
    const process = fixture.report.processes[0]!;
    for (const row of process.collections.by_cause) row.pause_max_ms = null;
    process.collections.by_cause.push({ ...process.collections.by_cause[0]!, cause: null, runtime_cause: null, count: null as never, pause_total_ms: null as never });
    process.heap = null as never;
    page = await reports.open(fixture);
    const causes = page.getByRole('region', { name: 'By cause' });
    expect(await causes.locator('thead th').allTextContents()).toEqual(['Cause', 'Collections', 'Total, ms']);
    expect(await causes.locator('tbody tr').count()).toBe(process.collections.by_cause.length - 1);
    expect(await page.locator('.grid-facts').allTextContents().then((all) => all.join())).not.toContain('unknown');
  });
});

describe('on a phone', () => {
  const folds = (): Promise<string[]> => page.locator('details.fold:not([open]) > summary').allTextContents();

  it('everything below the findings is folded under its heading, and the page is short', async () => {
    page = await reports.open(CATALOGUE['ten']!(), { width: 390 });
    expect(await folds()).toEqual(expect.arrayContaining(['Where the time goes', 'More numbers', 'Collections']));
    expect(await page.locator('#timeline canvas').first().isVisible()).toBe(true);
    expect(await page.locator('.finding').first().isVisible()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4_500);
  });

  it('a heading opens its section, which the address remembers', async () => {
    page = await reports.open(CATALOGUE['ten']!(), { width: 390 });
    await page.locator('#collections summary').click();
    expect(await page.locator('#collections tbody tr:not(.spacer)').first().isVisible()).toBe(true);
    await page.waitForFunction(() => location.hash.includes('open=section-collections'));
    const link = await page.evaluate(() => location.hash);
    page = await reports.open(CATALOGUE['ten']!(), { width: 390, fragment: link });
    expect(await page.locator('#collections table').isVisible()).toBe(true);
  });

  it('a link to a section opens it', async () => {
    page = await reports.open(CATALOGUE['ten']!(), { width: 390, fragment: '#more-numbers' });
    expect(await page.locator('#more-numbers .grid-facts').isVisible()).toBe(true);
    await page.locator('.sections a', { hasText: 'Collections' }).click();
    expect(await page.locator('#collections table').isVisible()).toBe(true);
  });

  it('nothing is folded on a wide page, nor after the phone was turned', async () => {
    page = await reports.open(CATALOGUE['ten']!(), { width: 390 });
    expect(await page.locator('details.fold').count()).toBeGreaterThan(3);
    await page.setViewportSize({ width: 844, height: 390 });
    await page.waitForFunction(() => document.querySelectorAll('details.fold').length === 0);
    expect(await page.locator('#more-numbers > h2 + .grid-facts').count()).toBe(1);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.waitForFunction(() => document.querySelectorAll('details.fold').length > 3);
  });

  it('the first column of a table stays in sight, and no word of a table is broken', async () => {
    page = await reports.open(CATALOGUE['ten']!(), { width: 390 });
    await page.locator('#where-the-time-goes summary').click();
    const box = page.locator('#where-the-time-goes .scroll').first();
    const left = (): Promise<number> => box.locator('tbody th').first().evaluate((cell) => Math.round(cell.getBoundingClientRect().left));
    const before = await left();
    await box.evaluate((scroller) => (scroller.scrollLeft = scroller.scrollWidth));
    expect(await left()).toBe(before);
    const broken = await page.locator('#where-the-time-goes th, #where-the-time-goes td').evaluateAll((cells) => cells.flatMap((cell) => {
      const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const words: string[] = [];
      while (walk.nextNode()) {
        for (const { 0: word, index } of walk.currentNode.textContent!.matchAll(/\p{L}+/gu)) {
          const range = document.createRange();
          range.setStart(walk.currentNode, index);
          range.setEnd(walk.currentNode, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top: at }) => Math.round(at))).size > 1) words.push(word);
        }
      }
      return words;
    }));
    expect(broken).toEqual([]);
  });
});

describe('every width', () => {
  it.each(['ten', 'requests', 'hostile', 'several'].flatMap((name) => [1440, 1024, 768, 390].map((width) => [name, width] as const)))(
    '%s at %d pixels does not scroll sideways, in either theme, with every part open', async (name, width) => {
      for (const dark of [false, true]) {
        page = await reports.open(CATALOGUE[name]!(), { width, dark });
        await page.evaluate(() => document.querySelectorAll('details').forEach((part) => (part.open = true)));
        expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
        const small = await page.locator('svg text').evaluateAll((texts) => texts.filter((text) => {
          const { width: drawn } = (text as SVGTextElement).ownerSVGElement!.getBoundingClientRect();
          const scale = drawn / ((text as SVGTextElement).ownerSVGElement!.viewBox.baseVal.width || drawn);
          return drawn > 0 && Number.parseFloat(getComputedStyle(text).fontSize) * scale < 9.9;
        }).length);
        expect(small).toBe(0);
        await page.close();
      }
    });
});
