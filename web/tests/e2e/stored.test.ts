import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { reportPages } from './browser.ts';

const WITHOUT_TIMELINE = 'This report was stored without its timeline. To store it: unpause report --format json --events.';
const WITHOUT_COLLECTIONS = 'No collection and no pause was recorded, so there is no timeline.';

const reports = reportPages();
/** The source line of most reports of the catalogue. */
const SOURCE = 'checkout 2.14.1 · host web-3 · container 4f2a9c0d7e31 · dotnet-4242.rec · 2026-11-21 10:00 UTC';
let page: Page;

const timeline = (): Promise<string[]> => page.locator('section:has(> h2:text-is("Timeline")) > p').allTextContents();
const source = (): Promise<string[]> => page.locator('.source-line').allTextContents();

describe('a report that was stored without its timeline', () => {
  it('says so, with what stores it, and has all of its numbers', async () => {
    page = await reports.open(CATALOGUE['stored']!());
    expect(await timeline()).toEqual([WITHOUT_TIMELINE]);
    expect(await page.locator('canvas').count()).toBe(0);
    expect(await page.locator('table.collections').count()).toBe(0);
    expect(await page.locator('.numbers .card .under').last().textContent()).toContain('40 pauses');
    expect(await page.locator('.finding').count()).toBe(2);
    expect(await page.getByRole('region', { name: 'By cause' }).count()).toBe(1);
  });

  it('says of a process without collections that it had none', async () => {
    page = await reports.open(CATALOGUE['stored']!());
    await page.locator('button.process').last().click();
    expect(await timeline()).toEqual([WITHOUT_COLLECTIONS]);
  });

  it('says the same when the timeline has no process at all', async () => {
    const stored = CATALOGUE['stored']!();
    page = await reports.open({ ...stored, timeline: { ...stored.timeline, processes: [] } });
    expect(await timeline()).toEqual([WITHOUT_TIMELINE]);
    await page.locator('button.process').last().click();
    expect(await timeline()).toEqual([WITHOUT_COLLECTIONS]);
  });

  it('leaves a recording without collections its sentence', async () => {
    page = await reports.open(CATALOGUE['none']!());
    expect(await timeline()).toEqual([WITHOUT_COLLECTIONS]);
  });
});

describe('the identity of a run', () => {
  it('stands in one quiet line above the heading, with file and date, and with the rest of it in what was read', async () => {
    page = await reports.open(CATALOGUE['ten']!());
    expect(await source()).toEqual([SOURCE]);
    expect(await page.locator('main').evaluate((main) => main.textContent!.startsWith(main.querySelector('.source-line')!.textContent!))).toBe(true);
    await page.locator('.coverage summary').click();
    const facts = await page.locator('.coverage .facts').innerText();
    expect(facts).toContain('4f2a9c0d7e31b6855a90c4de17f8326b90ad4c51e7729f3b8d60a1c2e4f5b7d9');
    expect(facts).toContain('zone = eu-1b');
    expect(facts).toContain('2 processors · memory limit 2.00\u00a0GiB');
    expect(facts).toContain('5b1f0c8e9a7d4e2396c1d0f4a8b3725e');
  });

  it('leaves file and date where nothing is known of it', async () => {
    for (const name of ['thousands', 'go', 'older']) {
      const fixture = CATALOGUE[name]!();
      page = await reports.open(fixture);
      const { files, started_at: start } = fixture.report.processes[0]!.source;
      expect(await source(), name).toEqual([`${files[0]!.split('/').pop()} · ${start!.slice(0, 10)} ${start!.slice(11, 16)} UTC`]);
      if (name !== 'older') await page.close();
    }
  });
});

describe('a report of another version', () => {
  it('is shown without the fields that came later', async () => {
    page = await reports.open(CATALOGUE['older']!());
    expect(await page.locator('.coverage summary').textContent()).toContain('.NET 10.0.1, Workstation');
    expect(await page.locator('.numbers .card .under').last().textContent()).toContain('40 pauses');
    expect(await page.locator('table.collections').count()).toBe(1);
  });

  it('is shown with its own words for what this page does not know', async () => {
    page = await reports.open(CATALOGUE['newer']!());
    const summary = await page.locator('.coverage summary').textContent();
    expect(summary).toContain('Ruby 10.0.1, Workstation');
    expect(summary).toContain('ruby-trace');
    expect(await page.getByRole('region', { name: 'By generation', exact: true }).textContent()).toContain('nursery');
    expect(await page.getByRole('region', { name: 'By cause' }).textContent()).toContain('moon-phase');
    expect(await page.getByRole('region', { name: 'By heap space' }).textContent()).toContain('metaspace');
    expect(await page.getByRole('region', { name: 'Runtime counters' }).textContent()).not.toContain('NaN');
  });

  it('keeps a finding of a gravity that this page does not know', async () => {
    const newer = CATALOGUE['newer']!();
    newer.report.findings = CATALOGUE['ten']!().report.findings.map((finding) => ({ ...finding, ...JSON.parse('{"severity":"grave"}') }));
    page = await reports.open(newer);
    expect(await page.locator('.finding .chip').allTextContents()).toEqual(['grave', 'grave']);
  });
});

describe('an explanation', () => {
  it('that says the times look absurd is shown as a warning', async () => {
    const fixture = CATALOGUE['requests']!();
    const text = 'A third of the requests took longer than a day: look at the unit of their times.';
    fixture.report.requests!.explanations.push({ kind: 'warning', text, implausible_times: true });
    page = await reports.open(fixture);
    const shown = page.locator('.request-notes li', { hasText: text });
    expect(await shown.locator('.chip').textContent()).toBe('warning');
  });
});
