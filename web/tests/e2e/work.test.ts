import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import type { Download, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { documentNamed, fillDocument } from '../../fixtures/documents.ts';
import { DOCUMENT_TEMPLATE, reportPages } from './browser.ts';

const reports = reportPages();
let page: Page;

async function saved(name: string | RegExp): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download') as Promise<Download>,
    page.getByRole('button', { name, exact: typeof name === 'string' }).first().click(),
  ]);
  return { name: download.suggestedFilename(), bytes: readFileSync((await download.path())!) };
}

const clipboard = async (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
const hits = (): Promise<string[]> => page.locator('#search-hits [role=option]').allTextContents();

/** The size of a PNG, and how many colours it has. */
async function looked(png: Buffer): Promise<{ width: number; height: number; colours: number }> {
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0);
    const seen = new Set(new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer));
    return { width: image.width, height: image.height, colours: seen.size };
  }, png.toString('base64'));
}

describe('a chart', () => {
  it('of the timeline is saved as PNG, with title, legend and source', async () => {
    page = await reports.open(CATALOGUE['ten']!());
    const { name, bytes } = await saved('Save the chart Pauses as PNG');
    expect(name).toMatch(/^[a-z0-9-]+-pauses\.png$/);
    const drawn = (await page.locator('.chart.pauses canvas').first().boundingBox())!;
    const { width, height, colours } = await looked(bytes);
    expect(width).toBe(Math.round(drawn.width) + 32);
    expect(height).toBeGreaterThan(drawn.height + 70);
    expect(colours).toBeGreaterThan(20);
  });

  it('that is SVG is saved as a file of its own, in the colours that it has, and as PNG', async () => {
    page = await reports.openHtml(fillDocument(DOCUMENT_TEMPLATE, documentNamed('repeated')));
    const { name, bytes } = await saved(/^Save the chart Durations of .* as SVG$/);
    const text = bytes.toString('utf8');
    expect(name).toMatch(/\.svg$/);
    expect(text).toContain('<?xml version="1.0"');
    expect(text).not.toMatch(/var\(|class=|style=|color-mix|color\(/);
    expect(text).toMatch(/fill="rgb\(\d+, \d+, \d+\)"/);
    expect(text).toContain('unpause');
    const size = await page.evaluate(async (svg) => {
      const image = new Image();
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
      await image.decode();
      return image.naturalWidth;
    }, text);
    expect(size).toBeGreaterThan(300);
    const { width, colours } = await looked((await saved(/^Save the chart Durations of .* as PNG$/)).bytes);
    expect(width).toBeGreaterThan(300);
    expect(colours).toBeGreaterThan(5);
  });

  it('has its buttons for every canvas and every drawing', async () => {
    for (const name of ['requests', 'counters', 'allocations']) {
      page = await reports.open(CATALOGUE[name]!());
      await page.waitForSelector('button.save');
      const without = await page.locator('main .chart:has(canvas), main .drawing:has(svg), main .flame:has(canvas), main .scroll-frame:has(table)')
        .evaluateAll((all) => all.filter((one) => !one.previousElementSibling?.classList.contains('saves')).map((one) => one.outerHTML.slice(0, 80)));
      expect(without).toEqual([]);
      await page.close();
    }
  });
});

describe('a table', () => {
  it('is saved as CSV with units in its head and full precision', async () => {
    const fixture = CATALOGUE['ten']!();
    page = await reports.open(fixture);
    const { bytes } = await saved('Save the table By cause as CSV');
    const [head, ...lines] = bytes.toString('utf8').replace('\ufeff', '').trimEnd().split('\r\n');
    const causes = fixture.report.processes[0]!.collections.by_cause;
    expect(head!.split(',')).toEqual(Object.keys(causes[0]!));
    expect(lines.length).toBe(causes.length);
    expect(lines[0]).toContain(String(causes[0]!.pause_total_ms));
  });

  it('of collections has all rows that the filter leaves, also those that are not drawn', async () => {
    page = await reports.open(CATALOGUE['thousands']!(), { fragment: '#generation=young' });
    const counted = (await page.locator('section:has(table.collections) > p').textContent())!.split(' ')[0]!.replace(',', '');
    const { bytes } = await saved('Save the table collections as CSV');
    const [head, ...lines] = bytes.toString('utf8').trimEnd().split('\r\n');
    expect(head).toContain('start_ms,end_ms,pause_ms');
    expect(lines.length).toBe(Number(counted));
    expect(lines.every((line) => line.includes(',young,'))).toBe(true);
  });
});

describe('copies', () => {
  it('the document as Markdown, and a link to what is shown', async () => {
    page = await reports.open({ ...CATALOGUE['thousands']!(), markdown: '# Pauses\n\n**538 ms** <b>&amp;</b>\n' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('Share', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.waitForSelector('.work-said:has-text("Markdown copied")');
    expect(await clipboard()).toBe('# Pauses\n\n**538 ms** <b>&amp;</b>\n');
    await page.getByRole('button', { name: 'Longest' }).click();
    await page.waitForFunction(() => location.hash.includes('zoom='));
    await page.locator('#collections').evaluate((section) => section.scrollIntoView());
    // Clicked by the page itself: a test's click may scroll.
    const click = (selector: string): Promise<void> => page.locator(selector).evaluate((element) => (element as HTMLElement).click());
    await click('.menu summary');
    await click('.menu-items button:first-child');
    await page.waitForSelector('.work-said:has-text("Link copied")');
    expect(await clipboard()).toMatch(/^file:\/\/\/.*report\.html#collections&zoom=\d+_\d+&collection=\d+$/);
  });

  it('the text of a document that has no Markdown of its own', async () => {
    page = await reports.openHtml(fillDocument(DOCUMENT_TEMPLATE, documentNamed('models'), 'memory model: 2 GiB'));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('Share', { exact: true }).click();
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.waitForSelector('.work-said:has-text("Markdown copied")');
    expect(await clipboard()).toBe('````text\nmemory model: 2 GiB\n````\n');
  });
});

describe('keys', () => {
  it('are listed by a question mark, which a field takes as text', async () => {
    page = await reports.open(CATALOGUE['ten']!());
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    expect(await dialog.textContent()).toContain('Search the page');
    expect(await dialog.textContent()).toContain('In the timeline');
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(false);
    await page.keyboard.press('/');
    await page.keyboard.type('?');
    expect(await page.getByRole('combobox', { name: 'Search the page' }).inputValue()).toBe('?');
    expect(await dialog.isVisible()).toBe(false);
  });
});

describe('the search', () => {
  it('finds a finding, opens it and marks it, and its link leads there', async () => {
    const fixture = CATALOGUE['ten']!();
    page = await reports.open(fixture);
    const wanted = fixture.report.findings.find(({ severity }) => severity === 'high')!;
    await page.keyboard.press('/');
    await page.keyboard.type(wanted.id);
    expect((await hits())[0]).toBe(`finding ${wanted.title}`);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.finding summary.found');
    await page.waitForFunction((id) => location.hash.includes(`finding-${id}`), wanted.id);
    const link = await page.evaluate(() => location.hash);
    page = await reports.open(fixture, { fragment: link });
    const card = page.locator(`#finding-${wanted.id}`);
    expect(await card.locator('> details').evaluate((details) => (details as HTMLDetailsElement).open)).toBe(true);
    expect(await card.evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(true);
  });

  it.each(['1521', '#1521', 'GC(1521)', 'gc 1521', 'collection 1521'])('finds a collection by %s', async (typed) => {
    page = await reports.open(CATALOGUE['thousands']!());
    await page.keyboard.press('/');
    await page.keyboard.type(typed);
    expect((await hits())[0]).toMatch(/^collection 1521 · /);
    await page.keyboard.press('Enter');
    expect(await page.locator('.chosen').textContent()).toContain('collection 1,521 ');
    await page.waitForSelector('table.collections tr.selected');
  });

  it('finds rows by a part of their words, and says when nothing has them', async () => {
    page = await reports.open(CATALOGUE['thousands']!());
    await page.keyboard.press('/');
    await page.keyboard.type('humongous');
    expect(await hits()).toContainEqual(expect.stringMatching(/^row .*Humongous/));
    await page.keyboard.press('ArrowDown');
    const active = await page.getByRole('combobox', { name: 'Search the page' }).getAttribute('aria-activedescendant');
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('no such words');
    expect(await hits()).toEqual([]);
    expect(await page.locator('.search-said').textContent()).toBe('Nothing on the page has these words.');
  });
});

describe('the address', () => {
  it('keeps the trace whose waterfall is drawn', async () => {
    const fixture = CATALOGUE['requests']!();
    page = await reports.open(fixture);
    const second = page.locator('.trace-key').nth(1);
    const id = await second.getAttribute('title');
    await second.click();
    await page.waitForFunction((trace) => location.hash.includes(`trace=${trace}`), id);
    const link = await page.evaluate(() => location.hash);
    page = await reports.open(fixture, { fragment: link });
    expect(await page.locator('.trace-key[aria-pressed=true]').getAttribute('title')).toBe(id);
    page = await reports.open(fixture, { fragment: '#trace=%3Cimg%20src%3Dx%3E' });
    expect(await page.locator('.trace-key').first().getAttribute('aria-pressed')).toBe('true');
  });
});

describe('printing', () => {
  it.each([
    ['A4', 794, 'requests', false], ['A4', 794, 'allocations', true], ['Letter', 816, 'thousands', true], ['Letter', 816, 'several', false],
  ] as const)('on %s (%d pixels) %s has nothing wider than the page, dark %s', async (format, width, name, dark) => {
    page = await reports.open(CATALOGUE[name]!(), { dark });
    // 14 mm of margin on both sides, as the style sheet asks.
    const room = width - Math.round((28 / 25.4) * 96);
    await page.setViewportSize({ width: room, height: 1000 });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    await page.waitForTimeout(300);
    const wide = await page.locator('body *').evaluateAll((all, most) => all.filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width > 0 && box.right > most + 1 && !(one instanceof SVGElement && !(one instanceof SVGSVGElement));
    }).map((one) => `${one.localName}.${one.className} ${Math.round(one.getBoundingClientRect().right)}`).slice(0, 8), room);
    expect(wide).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toMatch(/rgb\(2\d\d, 2\d\d, 2\d\d\)/);
    expect(await page.locator('table.collections tbody tr').count()).toBeLessThan(100);
    const pdf = await page.pdf({ format, preferCSSPageSize: false, printBackground: true });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('accessibility of the tools', () => {
  it.each([['ten', 1280, false], ['requests', 390, true]] as const)('%s at %d pixels, dark %s, has no fault that axe finds', async (name, width, dark) => {
    page = await reports.open(CATALOGUE[name]!(), { width, dark });
    await page.evaluate(axe.source);
    const faults = async (): Promise<string[]> => page.evaluate(async () => (await (window as unknown as { axe: typeof axe }).axe.run()).violations
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`));
    await page.keyboard.press('/');
    await page.keyboard.type('gen');
    await page.waitForSelector('#search-hits [role=option]');
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('Share', { exact: true }).click();
    expect(await faults()).toEqual([]);
    await page.getByRole('button', { name: 'Keys (?)' }).click();
    expect(await faults()).toEqual([]);
  });
});
