import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { reportPages } from './browser.ts';

const reports = reportPages();
let page: Page;

const headings = (): Promise<string[]> => page.locator('main > section h2, main > .process-view > section h2').allTextContents();
const bottom = (selector: string): Promise<number> =>
  page.locator(selector).first().evaluate((element) => element.getBoundingClientRect().bottom);

/** How many of these elements have more text than fits. */
function cutOff(selector: string): Promise<number> {
  return page.locator(selector).evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
}

/** The right end of the last card of each row, which is the grid's own where no hole is left. */
function rowEnds(grid: string): Promise<{ end: number; last: number[] }> {
  return page.locator(grid).evaluate((element) => {
    const rows = new Map<number, number>();
    for (const card of element.querySelectorAll(':scope > .card')) {
      const box = card.getBoundingClientRect();
      rows.set(Math.round(box.top), Math.max(rows.get(Math.round(box.top)) ?? 0, Math.round(box.right)));
    }
    return { end: Math.round(element.getBoundingClientRect().right), last: [...rows.values()] };
  });
}

describe('the first screen', () => {
  it.each(['ten', 'thousands', 'counters', 'several'])('of %s shows verdict, numbers and the timeline, at 1440 × 900', async (name) => {
    page = await reports.open(CATALOGUE[name]!(), { width: 1440 });
    await page.waitForSelector('.chart.pauses canvas');
    expect(await bottom('.numbers')).toBeLessThan(900);
    expect(await bottom(name === 'several' ? '.toolbar' : '.chart.pauses')).toBeLessThan(900);
  });
});

describe('the order', () => {
  it('is numbers, timeline, findings, requests, tables', async () => {
    page = await reports.open(CATALOGUE['requests']!());
    const shown = await headings();
    const wanted = ['Timeline', 'Findings', 'Requests', 'Where the time goes', 'More numbers', 'Collections'];
    const at = wanted.map((title) => shown.indexOf(title));
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at[0]).toBe(0);
    expect(await page.locator('.sections a').evaluateAll((links) => links.map((link) => link.getAttribute('title')))).toEqual(shown);
  });

  it('names what the requests suffered below the verdict', async () => {
    const fixture = CATALOGUE['requests']!();
    page = await reports.open(fixture);
    const shown = (await page.locator('h1 ~ .verdict-more').last().textContent())!.replaceAll('\u00a0', ' ');
    expect(shown).toBe(`Requests: ${fixture.report.requests!.verdict}`);
  });
});

describe('every width', () => {
  it.each([390, 768, 1024, 1440])('of %d pixels has no hole between numbers, no cut command and no cut words', async (width) => {
    page = await reports.open(CATALOGUE['requests']!(), { width });
    for (const grid of ['.numbers', '.request-numbers']) {
      const { end, last } = await rowEnds(grid);
      for (const right of last) expect(Math.abs(right - end), `${grid} ${width}`).toBeLessThan(2);
    }
    await page.close();
    page = await reports.open(CATALOGUE['ten']!(), { width });
    for (const summary of await page.locator('.finding > details:not([open]) > summary').all()) await summary.click();
    expect(await cutOff('.copyable pre')).toBe(0);
    expect(await cutOff('table.collections td.word')).toBe(0);
  });

  it('says on a phone that a table goes on to the right, until it is there', async () => {
    page = await reports.open(CATALOGUE['thousands']!(), { width: 390 });
    await page.locator('#collections summary').click();
    const frame = page.locator('.scroll-frame', { has: page.locator('table.collections') });
    const goesOn = (wanted: boolean): Promise<unknown> => page.waitForFunction((more) =>
      document.querySelector('table.collections')!.closest('.scroll-frame')!.classList.contains('more-right') === more, wanted);
    await goesOn(true);
    await frame.locator('.scroll').evaluate((scroller) => (scroller.scrollLeft = scroller.scrollWidth));
    await goesOn(false);
    expect(await frame.getAttribute('class')).toContain('more-left');
  });

  it('keeps the shortest span of a trace visible', async () => {
    const fixture = CATALOGUE['requests']!();
    const { spans, duration } = fixture.timeline.traces[0]!;
    // A span of a microsecond at the very end.
    [spans.start[5], spans.duration[5]] = [duration - 1, 1];
    page = await reports.open(fixture, { width: 390 });
    const narrow = await page.locator('.wf-bar').evaluateAll((bars) => Math.min(...bars.map((bar) => {
      const [own, track] = [bar.getBoundingClientRect(), bar.parentElement!.getBoundingClientRect()];
      return Math.min(own.right, track.right) - Math.max(own.left, track.left);
    })));
    expect(narrow).toBeGreaterThanOrEqual(3.9);
  });
});

describe('findings', () => {
  it('hold what follows from them, closed, with its evidence and advice', async () => {
    const fixture = CATALOGUE['ten']!();
    fixture.report.findings[1]!.symptom_of = 0;
    page = await reports.open(fixture);
    expect(await page.locator('.finding').count()).toBe(1);
    const follower = page.locator('.consequences details');
    expect(await follower.evaluate((details) => (details as HTMLDetailsElement).open)).toBe(false);
    await follower.locator('summary').click();
    expect(await follower.locator('.figure').first().isVisible()).toBe(true);
    expect(await follower.locator('.copyable').count()).toBe(2);
  });
});

describe('several processes', () => {
  it('are distinguished by service and file', async () => {
    const fixture = CATALOGUE['several']!();
    fixture.report.processes.forEach(({ source }, i) => {
      source.files = [`/var/log/worker-${i}.upgc`];
      source.identity = { service: 'shop', version: null, host: null, container: null } as never;
    });
    page = await reports.open(fixture);
    expect(await page.locator('.processes th .note').allTextContents()).toEqual([0, 1, 2, 3].map((i) => `shop · worker-${i}.upgc`));
  });
});

describe('on paper', () => {
  it('the page is light and everything is open, and afterwards it is as it was', async () => {
    page = await reports.open(CATALOGUE['ten']!(), { dark: true });
    const state = (): Promise<(string | number)[]> => page.evaluate(() => [
      getComputedStyle(document.body).backgroundColor, document.querySelectorAll('details:not([open])').length,
    ]);
    const before = await state();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await state()).toEqual(['rgb(248, 248, 250)', 0]);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
    expect(await state()).toEqual(before);
  });
});
