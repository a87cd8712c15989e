import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { inkedPixels, reportPages } from './browser.ts';

const reports = reportPages();
let page: Page;

const LINES = [['.chart.processor', '--series-1'], ['.chart.processor', '--ink-2'], ['.chart.rate', '--series-2'], ['.chart.memory', '--series-1'], ['.chart.memory', '--series-4'], ['.chart.memory', '--heap-after']] as const;
const plain = (texts: string[]): string[] => texts.map((text) => text.replaceAll('\u00a0', ' '));
const values = async (): Promise<string[]> => plain(await page.locator('.counter-value').allTextContents());
const facts = async (title: string): Promise<string[]> => plain(await page.locator(`section:has(h2:text-is("${title}")) .grid-facts > div`).allTextContents());
const cells = async (table: string): Promise<string[][]> => {
  const rows = await page.locator(`[aria-label="${table}"] tbody tr`).all();
  return Promise.all(rows.map(async (row) => plain(await row.locator('th, td').allTextContents())));
};

async function pointAt(share: number): Promise<void> {
  const over = page.locator('.chart.memory .u-over');
  await over.scrollIntoViewIfNeeded();
  const box = (await over.boundingBox())!;
  await page.mouse.move(box.x + box.width * share, box.y + 30);
}

describe('counters', () => {
  it('are drawn in their colours, in light and dark, with many values and with few', async () => {
    for (const name of ['counters', 'many', 'ten']) {
      page = await reports.open(CATALOGUE[name]!(), { dark: name === 'many' });
      await page.waitForSelector('.chart.memory .u-over');
      for (const [chart, colour] of LINES) expect(await inkedPixels(page, chart, colour), `${name} ${chart} ${colour}`).toBeGreaterThan(20);
      const heights = await page.locator('.chart.counters').evaluateAll((charts) => charts.map((chart) => Math.round(chart.getBoundingClientRect().height)));
      expect(heights).toEqual([130, 130, 130]);
      if (name !== 'ten') await page.close();
    }
  });

  it('show their values at the pointer, none in a gap, and the greatest when it leaves', async () => {
    const fixture = CATALOGUE['counters']!();
    page = await reports.open(fixture);
    const greatest = await values();
    expect(greatest).toHaveLength(6);
    expect(greatest.every((text) => text.startsWith('max '))).toBe(true);
    await pointAt(0.3);
    await page.waitForFunction(() => !document.querySelector('.counter-value')!.textContent!.startsWith('max'));
    const [cpu, paused, rate, ...memory] = await values();
    expect([cpu, paused]).toEqual([expect.stringMatching(/ %$/), expect.stringMatching(/ %$/)]);
    expect(rate).toMatch(/ MiB\/s$/);
    expect(memory.every((text) => / MiB$/.test(text))).toBe(true);
    await pointAt(0.66);
    await page.waitForFunction(() => document.querySelector('.counter-value')!.textContent === 'no value');
    expect(new Set(await values())).toEqual(new Set(['no value']));
    await page.mouse.move(5, 5);
    await page.waitForFunction(() => document.querySelector('.counter-value')!.textContent!.startsWith('max'));
    expect(await values()).toEqual(greatest);
  });

  it('zoom with the timeline', async () => {
    page = await reports.open(CATALOGUE['counters']!());
    const before = await inkedPixels(page, '.chart.rate', '--series-2');
    await page.getByRole('button', { name: 'Zoom to collection 5', exact: true }).click();
    // 40 ms around a collection: at most one value, and the lines to its neighbours.
    expect(await inkedPixels(page, '.chart.rate', '--series-2')).not.toBe(before);
    expect(await page.locator('.shown').textContent()).toMatch(/^Showing \d+(\.\d+)?\sms/);
  });

  it('stand in a table too, those of other units only there', async () => {
    page = await reports.open(CATALOGUE['counters']!());
    const rows = await cells('Runtime counters');
    expect(rows.map(([name]) => name)).toEqual(['CPU', 'working set', 'heap in use', 'heap committed', 'allocation rate', 'time in pauses', 'pool threads']);
    expect(rows[1]!.slice(1, 4).every((text) => text.endsWith(' MiB'))).toBe(true);
    expect(rows[6]).toEqual(['pool threads', expect.stringMatching(/^\d+(\.\d)?$/), '10', expect.stringMatching(/^(8|9|10)$/), rows[0]![4]!]);
  });

  it('leave no trace where the runtime has none', async () => {
    page = await reports.open(CATALOGUE['go']!());
    expect(await page.locator('.chart.counters').count()).toBe(0);
    expect(await page.locator('[aria-label="Runtime counters"]').count()).toBe(0);
  });
});

describe('what survives', () => {
  it('is shown by generation and part of the heap for .NET', async () => {
    page = await reports.open(CATALOGUE['ten']!());
    expect((await cells('Survival by generation'))[3]).toEqual(['gen2', 'background', '9', '0', '287 MiB', '86.9 %']);
    expect((await cells('By heap space')).slice(2)).toEqual([
      ['large objects', '42.0 MiB', '200 MiB', '67.7 MiB', '40 %', '11.4 MiB'], ['pinned objects', '62.5 KiB', '62.5 KiB', '0 B', '–', '–'],
    ]);
  });

  it('is shown by age for a JVM, with what copying costs', async () => {
    page = await reports.open(CATALOGUE['thousands']!(), { width: 400, dark: true });
    expect(await facts('Survival')).toEqual([
      'Survival of young collections7.3 %', 'Mean survivors of a collection18.0 MiB', 'Promoted share of allocated bytes2.1 %', 'Share of promoted bytes that died in the old generation88.4 %',
      'Mean object lifetime4.125 s', 'Copying time per GiB of survivors812.5 ms', 'Survivor space overflowedin 12 of 320 collections',
    ]);
    expect((await cells('Survivors by age')).slice(0, 2)).toEqual([['1', '13.5 MiB'], ['2', '2.96 MiB']]);
  });

  it('has no section where no runtime reports it', async () => {
    page = await reports.open(CATALOGUE['go']!());
    expect(await page.locator('h2:text("Survival")').count()).toBe(0);
  });
});

describe('more numbers', () => {
  it('have Go\'s mark assists', async () => {
    page = await reports.open(CATALOGUE['go']!());
    expect((await facts('More numbers')).slice(-3)).toEqual(['Mark assists (goroutine time, not a pause)214.5 ms', expect.stringMatching(/^Collections with mark assists31 of \d+$/), 'Most mark assist time in one collection21.25 ms']);
  });

  it('have the balance of heaps', async () => {
    page = await reports.open(CATALOGUE['ten']!());
    expect(await facts('More numbers')).toEqual(expect.arrayContaining([
      'Heaps2 to 8', 'Survivors of the fullest heap1.42 × the mean (median), 3.90 × at worst', 'Mark time of the slowest heap1.18 × the mean', 'Heap balance measured in85 collections',
    ]));
  });
});
