import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { documentNamed, fillDocument } from '../../fixtures/documents.ts';
import { HOSTILE } from '../../fixtures/make.ts';
import type { Trend } from '../../src/data/trendContract.ts';
import { DOCUMENT_TEMPLATE, reportPages } from './browser.ts';

const pages = reportPages();

const open = (shown: unknown, options: { width?: number; dark?: boolean } = {}): Promise<Page> =>
  pages.openHtml(fillDocument(DOCUMENT_TEMPLATE, shown), options);

const nights = (): Trend => documentNamed<Trend>('trend');

/** Nights with requests, of which some are slow. */
function withRequests(): Trend {
  const shown = nights();
  shown.runs.forEach((run, i) => Object.assign(run, { requests: 5_000, slow: 40 + i, slow_because_of_gc: i === 11 ? 33 : 2 }));
  return shown;
}

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('charts of a trend', () => {
  it.each([390, 1280])('have a line for each number and a dot for each report, at %d pixels', async (width) => {
    const page = await open(withRequests(), { width });
    expect(await page.locator('.drawing svg').count()).toBe(4);
    for (const [look, lines] of [['longest', 1], ['p99', 1], ['p90', 1], ['p50', 1], ['paused', 1], ['peak', 1], ['live', 1],
      ['slow', 1], ['because', 1]] as const) {
      expect(await page.locator(`polyline.${look}`).count(), look).toBe(lines);
      expect(await page.locator(`circle.${look}`).count(), look).toBe(14);
    }
    expect(await outside(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
  });

  it('without requests have none of requests', async () => {
    const page = await open(nights());
    expect(await page.locator('.drawing svg').count()).toBe(3);
    expect(await page.locator('main').textContent()).not.toContain('Slow requests');
  });

  it('mark the worst night and each change, at the same places in all', async () => {
    const page = await open(nights());
    expect(await page.locator('line.worst-run').count()).toBe(3);
    expect(await page.locator('line.change-mark').count()).toBe(3);
    expect(await page.locator('.change-label').first().textContent()).toMatch(/^1 /);
    const places = await page.locator('line.worst-run').evaluateAll((all) => all.map((line) => line.getAttribute('x1')));
    expect(new Set(places).size).toBe(1);
    const [worst, last] = await page.locator('svg').first().evaluate((image) => ['line.worst-run', '.run-target:last-child']
      .map((name) => Number(image.querySelector(name)!.getAttribute(name.startsWith('line') ? 'x1' : 'x'))));
    // The twelfth of fourteen.
    expect(worst!).toBeLessThan(last!);
    expect(await page.locator('svg .worst-label').first().textContent()).toBe('worst');
  });

  it('draw pauses on a logarithmic axis: ten times as long is as far everywhere', async () => {
    const shown = nights();
    shown.runs.forEach((run) => Object.assign(run, { p50_ms: 1, p90_ms: 10, p99_ms: 100, max_ms: 1000 }));
    const page = await open(shown);
    const [longest, p99, p90, p50] = await Promise.all(['longest', 'p99', 'p90', 'p50'].map(async (look) =>
      Number(await page.locator(`circle.${look}`).first().getAttribute('cy'))));
    expect(p99! - longest!).toBeCloseTo(p90! - p99!, 0);
    expect(p90! - p99!).toBeCloseTo(p50! - p90!, 0);
    expect(p99! - longest!).toBeGreaterThan(20);
  });

  it('break the line where a number is unknown', async () => {
    const shown = nights();
    shown.runs[5]!.paused_percent = null;
    const page = await open(shown);
    expect(await page.locator('polyline.paused').count()).toBe(2);
    expect(await page.locator('circle.paused').count()).toBe(13);
    expect(await page.locator('tbody tr').nth(5).locator('td').first().textContent()).toBe('–');
  });

  it('have the numbers of a report in a tooltip', async () => {
    const page = await open(nights());
    const tip = await page.locator('svg').first().locator('.run-target title').nth(11).textContent();
    expect(tip).toContain('2026-11-21 UTC');
    expect(tip).toContain('paused');
  });
});

describe('the table of a trend', () => {
  it('has a row per report, the worst marked, unusual numbers named, and the medians', async () => {
    const shown = nights();
    const page = await open(shown);
    expect(await page.locator('.trend-runs tbody tr').count()).toBe(14);
    const worst = page.locator('.trend-runs tr.chosen-row');
    expect(await worst.locator('th').textContent()).toBe('2026-11-21');
    expect(await worst.locator('td').nth(5).textContent()).toBe('worst');
    expect(await worst.locator('td').nth(6).textContent()).toContain('paused');
    expect(await worst.locator('td.unusual').count()).toBeGreaterThan(0);
    expect(await page.locator('.trend-runs tfoot th').textContent()).toBe('median');
    const [heads, cells, foot] = await page.locator('.trend-runs').evaluate((table) =>
      ['thead th', 'tbody tr:first-child > *', 'tfoot tr > *'].map((name) => table.querySelectorAll(name).length));
    expect([cells, foot]).toEqual([heads, heads]);
  });

  it('has a column for requests where a report has some', async () => {
    const page = await open(withRequests());
    expect(await page.locator('.trend-runs thead th').allTextContents()).toContain('slow by GC');
    const [heads, cells, foot] = await page.locator('.trend-runs').evaluate((table) =>
      ['thead th', 'tbody tr:first-child > *', 'tfoot tr > *'].map((name) => table.querySelectorAll(name).length));
    expect([cells, foot]).toEqual([heads, heads]);
  });

  it('reports of the same day have the time, those of the same minute the second', async () => {
    const shown = nights();
    shown.runs[1]!.started_at = '2026-11-10T14:30:00Z';
    shown.runs[2]!.started_at = '2026-11-12T02:00:00Z';
    shown.runs[3]!.started_at = '2026-11-12T02:00:31Z';
    const page = await open(shown);
    expect((await page.locator('.trend-runs tbody th').allTextContents()).slice(0, 5)).toEqual(
      ['2026-11-10 02:00', '2026-11-10 14:30', '2026-11-12 02:00:00', '2026-11-12 02:00:31', '2026-11-14']);
  });
});

describe('what else a trend has', () => {
  it('changes with many parts fold what is not shown', async () => {
    const shown = nights();
    shown.runs[3]!.changes = Array.from({ length: 7 }, (_, i) => ({ kind: 'changed', name: `-XX:${i}`, before: 'a', after: 'b' }));
    const page = await open(shown);
    expect(await page.locator('#what-changed summary').textContent()).toContain('and 3 more');
    expect(await page.locator('#what-changed details li').count()).toBe(7);
  });

  it('inputs that are left out are listed with the reason', async () => {
    const shown = nights();
    shown.unread = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name: `${name}.json`, reason: 'is damaged in line 3' }));
    const page = await open(shown);
    expect(await page.locator('#left-out li').allTextContents()).toEqual(['a.json, b.json, c.json and 2 more: is damaged in line 3']);
  });

  it('one report has no chart and no worst', async () => {
    const shown = nights();
    const refusal = 'Too few reports for a trend: 1 of at least 8.';
    Object.assign(shown, { runs: shown.runs.slice(0, 1), worst: null, trends: [], trend_refusal: refusal });
    const page = await open(shown);
    expect(await page.locator('.drawing').count()).toBe(0);
    expect(await page.locator('#trend').textContent()).toContain(refusal);
  });

  it('2,000 reports are on the page soon', async () => {
    const shown = nights();
    const first = Date.parse('2021-01-01T00:00:00Z');
    shown.runs = Array.from({ length: 2000 }, (_, i) => ({
      ...shown.runs[i % 14]!, started_at: new Date(first + i * 86_400_000).toISOString().replace('.000', ''),
    }));
    const page = await open(shown);
    expect(await page.locator('.trend-runs tbody tr').count()).toBe(2000);
    expect(await outside(page)).toEqual([]);
  });

  it.each([390, 1280])('hostile names stay text, at %d pixels', async (width) => {
    const shown = nights();
    for (const run of shown.runs) Object.assign(run, { name: `${HOSTILE}${'x'.repeat(200)}`, finding_title: HOSTILE, service: HOSTILE });
    shown.unread = [{ name: HOSTILE, reason: HOSTILE }];
    const page = await open(shown, { width, dark: true });
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(3);
    expect(await sideways(page)).toBe(0);
  });

  it.each([false, true])('no fault that axe finds, dark %s', async (dark) => {
    const page = await open(withRequests(), { dark });
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)).toEqual([]);
  });

  it('the tab has the service or the kind, and the worst night', async () => {
    expect(await (await open(nights())).title()).toBe('trend · worst 2026-11-21 · unpause');
  });
});

/** Texts that a drawing cuts off. */
function outside(page: Page): Promise<string[]> {
  return page.locator('svg text').evaluateAll((all) => all.filter((text) => {
    const [own, frame] = [text.getBoundingClientRect(), text.closest('svg')!.getBoundingClientRect()];
    return own.left < frame.left - 1 || own.right > frame.right + 1 || own.top < frame.top - 1 || own.bottom > frame.bottom + 1;
  }).map((text) => text.textContent ?? ''));
}
