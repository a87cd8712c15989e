import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { reportPages } from './browser.ts';

const reports = reportPages();
let page: Page;

describe('the minutes of a long recording', () => {
  it('are a cell each, the worst are named, and one is zoomed to', async () => {
    const fixture = CATALOGUE['thousands']!();
    page = await reports.open(fixture);
    const minutes = Math.ceil(fixture.timeline.processes[0]!.duration! / 60e6);
    expect(await page.locator('.minute-strip h3').first().textContent()).toBe('Share of each minute that the application was paused');
    expect(Math.abs((await page.locator('.strip-cell').count()) - minutes)).toBeLessThanOrEqual(1);
    const worst = page.locator('.worst-minutes button');
    expect(await worst.count()).toBe(5);
    expect(await worst.first().textContent()).toMatch(/^\d\d:\d\d [\d.]+\s%$/);
    await worst.first().click();
    expect(await page.locator('.shown').textContent()).toMatch(/^Showing (60\ss|1\smin 00\ss), from /);
    expect(await page.locator('.strip-frame').isVisible()).toBe(true);
    await page.locator('.strip-cells').click({ position: { x: 3, y: 8 } });
    expect(await page.locator('.shown').textContent()).toMatch(/^Showing /);
  });

  it('show every pause by time and length, and what was different in the worst one', async () => {
    const fixture = CATALOGUE['thousands']!();
    fixture.report.processes[0]!.worst_minute = {
      start_ms: 0, length_ms: 60_000, paused_ms: 5, other_minutes: 3, usual_paused_ms: 1, longest_ms: 5, collections: 2,
      why: ['<i>allocated 3 GiB (usually none)', 'collections 9 (usually 2)'], differences: [],
      strip: { from_ms: 0, minutes: 1, paused_ms: [5] },
    };
    page = await reports.open(fixture);
    expect(await page.locator('.why-minute').textContent())
      .toBe('In the worst minute: <i>allocated 3 GiB (usually none); collections 9 (usually 2).');
    const titles = await page.locator('.heat title').allTextContents();
    const counted = titles.map((title) => Number(/: ([\d,]+)\spauses? (of|below) /.exec(title)![1]!.replaceAll(',', '')));
    const { pauses, stops } = fixture.timeline.processes[0]!;
    expect(counted.reduce((a, b) => a + b, 0)).toBe((stops?.start ?? pauses.start).length);
    await page.locator('.heat').first().click();
    expect(await page.locator('.strip-frame').isVisible()).toBe(true);
  });

  it('are gathered where they are many', async () => {
    page = await reports.open(CATALOGUE['many']!());
    expect(await page.locator('.strip-cell').count()).toBeLessThanOrEqual(181);
    expect(await page.locator('.minute-strip h3').first().textContent()).toMatch(/^Share of each \d+ minutes/);
  });

  it('have no strip where a recording is short', async () => {
    page = await reports.open(CATALOGUE['ten']!());
    expect(await page.locator('.minute-strip').count()).toBe(0);
  });
});
