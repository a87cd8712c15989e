import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { inkedPixels, reportPages } from './browser.ts';

const LOAD_BOUND_MS = 15_000;

const reports = reportPages();
let page: Page;

const said = (): Promise<string | null> => page.locator('.flame-said').textContent();

describe('allocations', () => {
  it('shows types, places, a graph in its colours in light and dark, and the tree', async () => {
    page = await reports.open(CATALOGUE['allocations']!());
    expect(await page.locator('section:has(h2:text("Allocations")) table').count()).toBe(3);
    expect((await page.locator('.gen2-deaths tbody tr').allTextContents()).map((text) => text.replaceAll(/\s/gu, ' '))).toEqual([
      'Shop.Sessions.SessionCache.RememberSystem.Byte[]2.79 GiB75 %', 'Shop.Sessions.SessionCache.LoadSystem.Byte[], large objects954 MiB25 %',
    ]);
    expect(await page.locator('.gen2-deaths').textContent()).toContain('176 gen2 collections: sampled objects followed by address');
    expect(await inkedPixels(page, '.flame', '--flame-own')).toBeGreaterThan(5_000);
    expect(await inkedPixels(page, '.flame', '--flame-large')).toBeGreaterThan(200);
    await page.getByRole('button', { name: 'Theme: auto' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    expect(await inkedPixels(page, '.flame', '--flame-own')).toBeGreaterThan(5_000);
    expect(await page.locator('.frame-tree .frame-name.own').count()).toBeGreaterThan(0);
  });

  it('zooms by a click and goes back', async () => {
    page = await reports.open(CATALOGUE['allocations']!());
    const all = await said();
    expect(all).toMatch(/^all .*100.%/);
    await page.locator('.flame canvas').click({ position: { x: 40, y: 22 * 4 + 10 } });
    expect(await said()).toMatch(/^Shop\./);
    await page.getByRole('button', { name: 'Reset zoom' }).click();
    expect(await said()).toBe(all);
    expect(await page.getByRole('button', { name: 'Reset zoom' }).isVisible()).toBe(false);
  });

  it('goes from frame to frame by keys', async () => {
    page = await reports.open(CATALOGUE['allocations']!());
    await page.locator('.flame canvas').focus();
    await page.keyboard.press('ArrowDown');
    expect(await said()).toMatch(/^System\.Threading\.ThreadPoolWorkQueue\.Dispatch/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const right = await said();
    await page.keyboard.press('ArrowLeft');
    expect(await said()).not.toBe(right);
    await page.keyboard.press('Enter');
    expect(await page.getByRole('button', { name: 'Reset zoom' }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await said()).toMatch(/^all /);
  });

  it('filters large objects', async () => {
    page = await reports.open(CATALOGUE['allocations']!());
    const all = await said();
    await page.getByRole('button', { name: 'Large objects' }).click();
    expect(await said()).not.toBe(all);
    expect(await inkedPixels(page, '.flame', '--flame-type')).toBe(0);
    expect(await page.locator('.frame-tree .frame-name.type').count()).toBe(0);
  });

  it('opens branches of the tree when they are asked for', async () => {
    page = await reports.open(CATALOGUE['allocations']!());
    const frames = page.locator('.frame-tree li');
    const before = await frames.count();
    await page.locator('.frame-tree details:not([open]) > summary').first().click();
    // Branches are made at the toggle event, which comes after the click.
    await expect.poll(() => frames.count()).toBeGreaterThan(before);
  });

  it('takes 10,000 stacks', async () => {
    const began = Date.now();
    page = await reports.open(CATALOGUE['stacks']!());
    await page.waitForFunction(() => document.querySelector('.flame-said')!.textContent!.startsWith('all'));
    expect(Date.now() - began).toBeLessThan(LOAD_BOUND_MS);
    await page.locator('.flame canvas').click({ position: { x: 60, y: 22 * 3 + 10 } });
    expect(await said()).toMatch(/^Shop\./);
  });

  it('shows the caller of induced collections with its call path', async () => {
    page = await reports.open(CATALOGUE['allocations']!());
    const first = page.locator('section:has(h2:text("Induced collections")) ol.cards > li').first();
    expect(await first.textContent()).toContain('53 collections induced by Shop.Memory.MemoryMonitor.Notify');
    expect(await first.locator('ol.way > li').allTextContents()).toEqual(['timer', 'Shop.Memory.MemoryMonitor.Check', 'Shop.Memory.MemoryMonitor.Notify', 'System.GC.Collect']);
  });

  it('shows what retains old objects, with the path to the GC root', async () => {
    page = await reports.open(CATALOGUE['allocations']!());
    const shown = page.locator('section:has(h2:text("What retains old objects"))');
    expect(await shown.locator('p.dim').first().textContent()).toBe('79 of 90 sampled objects that were alive have a path to a GC root.');
    expect(await shown.locator('ol.cards > li p').textContent()).toMatch(/^79 × byte\[\] retained by io\.netty\.util\.HashedWheelTimer\$HashedWheelTimeout\.task, half of them older than 1\.48\ss, the oldest 2\.99\ss$/);
    expect(await shown.locator('ol.way > li').allTextContents()).toEqual(['byte[]', 'shop.Response.body',
      'io.netty.util.HashedWheelTimer$HashedWheelTimeout.task', 'io.netty.util.HashedWheelTimer$HashedWheelBucket[]', 'Threads: main']);
  });
});
