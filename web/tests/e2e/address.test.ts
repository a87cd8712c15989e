import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import type { Fixture } from '../../fixtures/make.ts';
import { STOPS } from '../../fixtures/stops.ts';
import { reportPages } from './browser.ts';

const reports = reportPages();
let page: Page;

/** The report with one long stop, 1.5 s after the start. */
function stopped(fixture: Fixture): Fixture {
  fixture.report.processes[0]!.stops = STOPS;
  return fixture;
}

const shown = (): Promise<string | null> => page.locator('.shown').textContent();
const fragment = (): Promise<string> => page.evaluate(() => location.hash);

async function written(part: string): Promise<void> {
  await page.waitForFunction((wanted) => location.hash.includes(wanted), part);
}

describe('the address', () => {
  it('keeps zoom, collection, process, axis and open parts, and shows another reader the same', async () => {
    page = await reports.open(CATALOGUE['several']!());
    await page.getByRole('button', { name: /worker 2/ }).click();
    await page.getByRole('button', { name: 'Longest' }).click();
    await page.getByRole('button', { name: 'Time since start' }).click();
    await page.locator('.coverage summary').click();
    await written('open=coverage');
    const [link, range, marked] = [await fragment(), await shown(), await page.locator('.chosen').textContent()];
    expect(link).toMatch(/^#process=1&zoom=\d+_\d+&collection=\d+&axis=start&open=coverage$/);
    await page.close();
    page = await reports.open(CATALOGUE['several']!(), { fragment: link });
    expect(await shown()).toBe(range);
    expect(await page.locator('.chosen').textContent()).toBe(marked);
    expect(await page.locator('button.process[aria-pressed=true]').textContent()).toContain('worker 2');
    expect(await page.locator('details.coverage').evaluate((details) => (details as HTMLDetailsElement).open)).toBe(true);
    expect(await page.getByRole('button', { name: 'Time since start' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('keeps the filter of collections, which another process begins without', async () => {
    page = await reports.open(CATALOGUE['several']!());
    const caption = (): Promise<string | null> => page.locator('section:has(table.collections) > p').textContent();
    await page.getByLabel('Generation', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('Find collections').fill('a, & #b');
    await written('find=a%2C%20%26%20%23b');
    await page.getByLabel('Find collections').fill('');
    await page.waitForFunction(() => !location.hash.includes('find='));
    const [link, text] = [await fragment(), await caption()];
    expect(link).toMatch(/^#generation=[a-z0-9]+$/);
    expect(text).toContain('matching the filter');
    page = await reports.open(CATALOGUE['several']!(), { fragment: link });
    expect(await caption()).toBe(text);
    await page.getByRole('button', { name: 'List all' }).click();
    await page.waitForFunction(() => location.hash === '');
    page = await reports.open(CATALOGUE['several']!(), { fragment: link });
    await page.getByRole('button', { name: /worker 2/ }).click();
    await page.waitForFunction(() => location.hash === '#process=1');
    expect(await caption()).toMatch(/^[\d,]+ collections\. Select/);
  });

  it('passes over a filter of names that do not occur', async () => {
    page = await reports.open(CATALOGUE['thousands']!(), { fragment: '#generation=gen9&cause=__proto__&find=%E0%A4%A' });
    expect(await page.locator('section:has(table.collections) > p').textContent()).toMatch(/^4,981 collections\. Select/);
  });

  it('keeps the zoom when a link to a section is followed', async () => {
    page = await reports.open(CATALOGUE['thousands']!());
    await page.getByRole('button', { name: 'Longest' }).click();
    await written('zoom=');
    const range = await shown();
    await page.locator('.sections a', { hasText: 'Collections' }).click();
    await page.waitForFunction(() => location.hash.startsWith('#collections&zoom='));
    expect(await shown()).toBe(range);
    const near = await page.locator('#collections').evaluate((section) => Math.abs(section.getBoundingClientRect().top) < innerHeight);
    expect(near).toBe(true);
  });

  it.each([
    '#%', '#process=99&zoom=9_1&collection=999999', '#zoom=-999999999999999_999999999999999',
    '#open=%E0%A4%A,constructor,__proto__&closed=%',
    '#process=-1&process=1e9&zoom=NaN_1&axis=<img src=x onerror=alert(1)>', `#open=${'a,'.repeat(3_000)}`, `#${'x'.repeat(20_000)}`,
    '#unpause-report', '#page', '#</script><script>alert(1)</script>',
  ])('takes no harm from %.60s', async (hostile) => {
    page = await reports.open(CATALOGUE['ten']!(), { fragment: hostile });
    expect(await page.locator('.numbers .card').count()).toBe(4);
    expect(await page.locator('script').count()).toBe(4);
    expect(await shown()).toMatch(/^(The whole recording|Showing)/);
  });
});

describe('the clock', () => {
  it('is the wall\'s where the recording knows it, and can be the time since the start', async () => {
    page = await reports.open(CATALOGUE['thousands']!());
    expect(await shown()).toMatch(/^The whole recording, .*, from \d\d:\d\d:\d\d to \d\d:\d\d:\d\d UTC\.$/);
    const time = (): Promise<string | null> => page.locator('.collections tr:not(.spacer) td:nth-child(2)').first().textContent();
    expect(await time()).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);
    await page.getByRole('button', { name: 'Time since start' }).click();
    expect(await shown()).toMatch(/^The whole recording, [^,]*\.$/);
    expect(await time()).toMatch(/^0:00\.\d{3}$/);
  });

  it('is the same in the numbers and in the longest pauses, also of a stored report', async () => {
    const fixture = stopped(CATALOGUE['thousands']!());
    const moments = async (): Promise<string[]> => page.locator('.card .moment, [aria-label="Longest pauses"] .moment').allTextContents();
    page = await reports.open(fixture);
    expect(await moments()).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d\.\d\d$/), expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3}$/)]);
    await page.getByRole('button', { name: 'Time since start' }).click();
    expect(await moments()).toEqual(['0:01.50', '0:01.500']);
    await written('axis=start');
    const link = await fragment();
    page = await reports.open(fixture, { fragment: link });
    expect(await moments()).toEqual(['0:01.50', '0:01.500']);
    const stored = stopped(CATALOGUE['stored']!());
    stored.report.processes[0]!.source.started_at = null;
    page = await reports.open(stored);
    for (const moment of await moments()) expect(moment).toMatch(/^1\.50+\ss$|^0:01\.50+$/);
  });

  it('has no switch where the recording has no wall time', async () => {
    const fixture = CATALOGUE['ten']!();
    fixture.report.processes[0]!.source.started_at = null;
    page = await reports.open(fixture);
    expect(await page.getByRole('button', { name: 'Time since start' }).count()).toBe(0);
  });

  it('is gone to by typing, by the wall\'s words and by those since the start', async () => {
    page = await reports.open(CATALOGUE['thousands']!());
    const field = page.getByRole('textbox', { name: 'Go to time' });
    const whole = await shown();
    await field.fill('90s');
    await field.press('Enter');
    expect(await shown()).toMatch(/^Showing /);
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await field.fill('in the night');
    await field.press('Enter');
    expect(await shown()).toContain('is not a time. Type a time like');
    await field.fill('9h');
    await field.press('Enter');
    expect(await shown()).toMatch(/^The recording lasts from/);
    await page.getByRole('button', { name: 'Longest' }).click();
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    expect(await shown()).toBe(whole);
  });
});

describe('a chosen pause', () => {
  it('is marked in the table, and a chosen row in the timeline', async () => {
    page = await reports.open(CATALOGUE['thousands']!());
    await page.getByRole('button', { name: 'Longest' }).click();
    const chosen = await page.locator('.chosen').textContent();
    const number = / collection ([\d,]+) /.exec(chosen!)![1]!;
    await page.waitForSelector('table.collections tr.selected');
    expect(await page.locator('table.collections tr.selected .row-button').textContent()).toBe(number);
    await page.getByRole('button', { name: 'List all' }).click();
    const fifth = page.getByRole('button', { name: 'Zoom to collection 5', exact: true });
    // The list goes to the chosen row when the zoom has settled, which may come after the scroll.
    await expect.poll(async () => {
      await page.locator('.scroll.tall').evaluate((scroller) => (scroller.scrollTop = 0));
      return fifth.click({ timeout: 500 }).then(() => true, () => false);
    }, { timeout: 10_000 }).toBe(true);
    expect(await page.locator('.chosen').textContent()).toContain('collection 5 ');
  });

  it('is the one that was clicked', async () => {
    const fixture = CATALOGUE['ten']!();
    page = await reports.open(fixture);
    const { pauses, duration } = fixture.timeline.processes[0]!;
    const over = page.locator('.chart.pauses .u-over');
    await over.scrollIntoViewIfNeeded();
    const box = (await over.boundingBox())!;
    await page.mouse.click(box.x + (box.width * (0.01 + pauses.start[0]! / duration!)) / 1.02, box.y + 50);
    expect(await page.locator('.chosen').textContent()).toContain('collection 1 ');
    expect(await page.locator('table.collections tr.selected .row-button').textContent()).toBe('1');
  });
});

describe('the filter of collections', () => {
  it('lists a generation, a cause, and what a text occurs in', async () => {
    page = await reports.open(CATALOGUE['thousands']!());
    const caption = page.locator('section:has(table.collections) > p');
    await page.getByLabel('Generation', { exact: true }).selectOption({ index: 2 });
    expect(await caption.textContent()).toMatch(/^[\d,]+ of 4,981: matching the filter/);
    await page.getByRole('button', { name: 'List all' }).click();
    expect(await caption.textContent()).toMatch(/^4,981 collections\. Select/);
    await page.getByLabel('Find collections').fill('humongous');
    await page.waitForFunction(() => document.querySelector('section:has(table.collections) > p')!.textContent!.includes(' of 4,981'));
    const causes = await page.locator('table.collections tbody tr:not(.spacer) td.word').allTextContents();
    expect(causes.filter((text) => text === 'G1 Humongous Allocation').length).toBeGreaterThan(3);
    await page.getByLabel('Find collections').fill('no such cause');
    await page.waitForFunction(() => document.querySelector('section:has(table.collections) > p')!.textContent!.startsWith('0 of'));
  });
});
