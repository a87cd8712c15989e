import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { inkedPixels, reportPages } from './browser.ts';

/** Slow machines under load included; the page needs about a second for 300,000 pauses. */
const LOAD_BOUND_MS = 15_000;
const FRAME_BOUND_MS = 500;

const reports = reportPages();
let page: Page;

const shown = (): Promise<string | null> => page.locator('.shown').textContent();
const rows = (column: number): Promise<string[]> => page.locator(`table.collections tbody tr:not(.spacer) td:nth-child(${column})`).allTextContents();
const caption = (): Promise<string | null> => page.locator('section:has(table.collections) > p').textContent();

async function drag(from: number, to: number): Promise<void> {
  const over = page.locator('.chart.pauses .u-over');
  await over.scrollIntoViewIfNeeded();
  const box = (await over.boundingBox())!;
  await page.mouse.move(box.x + box.width * from, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, box.y + 80, { steps: 4 });
  await page.mouse.up();
}

const inked = (chart: string, property: string): Promise<number> => inkedPixels(page, chart, property);

describe('the timeline', () => {
  it('draws pauses and heap in their colours, in light and dark', async () => {
    page = await reports.open(CATALOGUE['ten']!());
    const light = await inked('.chart.pauses', '--pause-young');
    expect(light).toBeGreaterThan(500);
    expect(await inked('.chart.heap', '--heap-after')).toBeGreaterThan(30);
    await page.getByRole('button', { name: 'Theme: auto' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(16, 18, 22)');
    expect(await inked('.chart.pauses', '--pause-young')).toBeGreaterThan(500);
  });

  it('zooms by dragging, together with the table, and shows everything on a double click', async () => {
    page = await reports.open(CATALOGUE['thousands']!());
    const whole = await shown();
    await drag(0.25, 0.5);
    expect(await shown()).toMatch(/^Showing 4\smin 1\d\s/);
    await page.waitForFunction(() => document.querySelector('section:has(table.collections) > p')!.textContent!.includes(' of 4,981'));
    expect(Number((await caption())!.split(' ')[0]!.replace(',', ''))).toBeLessThan(1_500);
    await page.locator('.chart.pauses .u-over').dblclick({ position: { x: 300, y: 100 } });
    expect(await shown()).toBe(whole);
  });

  it('zooms with keys and with the wheel once it has the focus', async () => {
    page = await reports.open(CATALOGUE['thousands']!());
    const whole = await shown();
    await page.locator('.charts').focus();
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowRight');
    const zoomed = await shown();
    expect(zoomed).not.toBe(whole);
    await page.locator('.chart.pauses .u-over').hover();
    await page.mouse.wheel(0, -200);
    await page.waitForFunction((before) => document.querySelector('.shown')!.textContent !== before, zoomed);
    await page.locator('.charts').focus();
    await page.keyboard.press('0');
    expect(await shown()).toBe(whole);
  });

  it('leaves the wheel to the page when the chart has no focus', async () => {
    page = await reports.open(CATALOGUE['thousands']!());
    const whole = await shown();
    await page.locator('.chart.pauses .u-over').hover();
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 200);
    await page.waitForFunction((y) => scrollY > y, before);
    expect(await shown()).toBe(whole);
  });

  it('hides and shows a kind of pauses', async () => {
    page = await reports.open(CATALOGUE['ten']!());
    const young = page.getByRole('button', { name: /^young: gen0/ });
    await young.click();
    expect(await young.getAttribute('aria-pressed')).toBe('false');
    expect(await inked('.chart.pauses', '--pause-young')).toBe(0);
    await young.click();
    expect(await inked('.chart.pauses', '--pause-young')).toBeGreaterThan(500);
  });

  it('describes the pause under the pointer', async () => {
    const fixture = CATALOGUE['ten']!();
    page = await reports.open(fixture);
    const { pauses, duration } = fixture.timeline.processes[0]!;
    const over = page.locator('.chart.pauses .u-over');
    await over.scrollIntoViewIfNeeded();
    const box = (await over.boundingBox())!;
    await page.mouse.move(box.x + box.width * (0.01 + pauses.start[0]! / duration!) / 1.02, box.y + 50);
    expect(await page.locator('.tip').textContent()).toMatch(/^2\.298\sms/);
    expect(await page.locator('.tip').textContent()).toContain('collection 1 · gen0 · AllocSmall');
  });
});

describe('the table of collections', () => {
  it('sorts by a column from the keyboard and back', async () => {
    page = await reports.open(CATALOGUE['thousands']!());
    const head = page.getByRole('button', { name: 'Paused, ms' });
    await head.focus();
    await page.keyboard.press('Enter');
    const longest = page.locator('th.pause');
    expect(await longest.getAttribute('aria-sort')).toBe('descending');
    const figures = (await rows(3)).map(Number);
    expect(figures[0]).toBeGreaterThan(300);
    expect(figures).toEqual([...figures].sort((a, b) => b - a));
    await page.keyboard.press('Enter');
    expect(await longest.getAttribute('aria-sort')).toBe('ascending');
    expect((await rows(3)).map(Number)[0]).toBeLessThan(4);
  });

  it('zooms the timeline to a chosen collection', async () => {
    page = await reports.open(CATALOGUE['thousands']!());
    await page.getByRole('button', { name: 'Zoom to collection 5', exact: true }).click();
    expect(await shown()).toMatch(/^Showing \d+(\.\d+)?\sms/);
    await page.waitForSelector('table.collections tr.selected');
  });
});

describe('several processes', () => {
  it('starts with the process of the gravest finding and switches', async () => {
    page = await reports.open(CATALOGUE['several']!());
    expect(await page.locator('.coverage summary').textContent()).toContain('JVM 17.0.15, G1');
    expect(await page.locator('.finding').count()).toBe(2);
    await page.getByRole('button', { name: 'python3 -m gunicorn app:app (worker 2)' }).click();
    expect(await page.locator('.coverage summary').textContent()).toContain('CPython 3.11.7');
    expect(await page.locator('.card .under').last().textContent()).toContain('1,100 pauses');
    expect(await page.locator('.finding').count()).toBe(0);
    await page.getByRole('button', { name: './sidecar' }).click();
    expect(await page.locator('.card .value').first().textContent()).toBe('none');
  });
});

describe('findings', () => {
  it('stand as the report ranks them, with evidence and something to copy', async () => {
    page = await reports.open(CATALOGUE['ten']!());
    expect(await page.locator('.finding > details > summary .chip').allTextContents()).toEqual(['medium', 'high']);
    expect(await page.locator('.finding').last().locator('.figure').allTextContents()).toEqual(['312.4\u00a0ms', '18', '700\u00a0MiB']);
    const open = await page.locator('.finding > details').evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open));
    expect(open).toEqual([true, false]);
    await page.locator('.finding').last().locator('summary').first().click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.finding').last().getByRole('button', { name: /^Copy/ }).first().click();
    await page.waitForFunction(() => [...document.querySelectorAll('.copy')].some((button) => button.textContent === 'Copied'));
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('System.GC.LOHThreshold');
  });
});

describe('300,000 pauses', () => {
  it('load, zoom, pan and scroll within bounds', async () => {
    const fixture = CATALOGUE['many']!();
    const began = performance.now();
    page = await reports.open(fixture);
    await page.waitForSelector('.chart.heap .u-over');
    expect(performance.now() - began).toBeLessThan(LOAD_BOUND_MS);
    await drag(0.4, 0.6);
    expect(await shown()).toMatch(/^Showing 1\sh 4\d\smin/);
    await page.locator('.charts').focus();
    expect(await panFrame()).toBeLessThan(FRAME_BOUND_MS);
    await page.locator('.scroll.tall').evaluate((scroller) => (scroller.scrollTop = scroller.scrollHeight));
    await page.waitForFunction(() => document.querySelectorAll('table.collections tbody tr:not(.spacer)').length > 5);
    expect(await page.locator('table.collections tbody tr').count()).toBeLessThan(60);
  });

  it('reaches the last row at the end of the scroll bar', async () => {
    page = await reports.open(CATALOGUE['many']!());
    await page.locator('.scroll.tall').evaluate((scroller) => (scroller.scrollTop = scroller.scrollHeight));
    await page.waitForFunction(() => [...document.querySelectorAll('.row-button')].some((button) => button.textContent === '299,110'));
  });
});

function panFrame(): Promise<number> {
  return page.evaluate(async () => {
    const region = document.querySelector('.charts')!;
    const began = performance.now();
    for (let i = 0; i < 10; i++) {
      region.dispatchEvent(new KeyboardEvent('keydown', { key: i % 2 ? 'ArrowLeft' : 'ArrowRight', bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
    return (performance.now() - began) / 10;
  });
}

describe('a part of the recording', () => {
  it('has its own headline, numbers and longest pauses, and gives way to the whole', async () => {
    page = await reports.open(CATALOGUE['thousands']!());
    const texts = (): Promise<string[]> => page.locator('h1, .numbers .card .value').allTextContents();
    const whole = await texts();
    expect(await page.locator('.part-bar').textContent()).toBe('');
    await drag(0.25, 0.5);
    await page.waitForFunction(() => document.querySelector('.part-bar')!.textContent!.startsWith('Shown: '));
    const part = await texts();
    expect(part[0]).toMatch(/longest pause, .* of .* paused \([\d,]+\sstop-the-world pauses\) in the part shown\.$/);
    // The number of pauses of the timeline's line, which counts them on its own.
    expect((await shown())!.replace(/^.*: /, '').split(' ')[0]).toBe(/\(([\d,]+)\s/.exec(part[0]!)![1]);
    await page.getByRole('button', { name: 'Show all of the recording' }).click();
    await page.waitForFunction(() => document.querySelector('.part-bar')!.textContent === '');
    expect(await texts()).toEqual(whole);
  });

  it('is in the address, and puts findings without a pause in it below the others', async () => {
    page = await reports.open(CATALOGUE['ten']!(), { fragment: '#zoom=0_1000000' });
    await page.waitForFunction(() => document.querySelector('.part-bar')!.textContent!.startsWith('Shown: '));
    expect(await page.locator('.part-note').count()).toBeGreaterThan(0);
  });
});
