import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { HOSTILE } from '../../fixtures/make.ts';
import { reportPages, TEMPLATE } from './browser.ts';

const reports = reportPages();

describe('every report', () => {
  it.each(Object.keys(CATALOGUE).flatMap((name) => [[name, 1280], [name, 360]] as const))(
    '%s at %d pixels shows itself without errors, requests, dialogs or policy violations', async (name, width) => {
      const page = await reports.open(CATALOGUE[name]!(), { width, dark: width === 360 });
      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.locator('.numbers .card').count()).toBe(4);
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(sideways).toBe(0);
    });
});

describe('hostile text', () => {
  it('stays text: no element, no script and no second data element comes from it', async () => {
    const page = await reports.open(CATALOGUE['hostile']!());
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(4);
    expect(await page.locator('h1').textContent()).toContain(HOSTILE);
    expect(await page.locator('article h3').first().textContent()).toContain(HOSTILE);
  });

  it('cannot run a script even if markup got in, because of the policy', async () => {
    const page = await reports.openHtml(TEMPLATE.replace('<div id="page">', '<script>document.title = "owned"</script><div id="page">'));
    expect(await page.title()).not.toBe('owned');
    expect(reports.faults.splice(0).some((fault) => fault.startsWith('policy: script-src'))).toBe(true);
  });
});

describe('a file that is no whole report', () => {
  it('says so when the template is empty', async () => {
    const page = await reports.openHtml(TEMPLATE);
    expect(await page.locator('h1').textContent()).toBe('There is no report in this file');
  });

  it('says so when it was cut off inside its data', async () => {
    const whole = TEMPLATE.replace('type="application/json">', 'type="application/json">{"schema":"unpause.report/1","processes":[');
    const page = await reports.openHtml(whole.slice(0, whole.indexOf('"processes":[') + 13));
    expect(await page.locator('h1').textContent()).toBe('This report cannot be shown');
  });
});

describe('without its script', () => {
  const WORDS = '<main><h1>538 ms longest pause.</h1><div class="numbers"><div class="card"><div class="label">longest</div></div></div></main>';
  const written = TEMPLATE.replace('<div id="page"></div>', `<div id="page">${WORDS}</div>`);

  it('a report has the text that HtmlReportWriterTests check', async () => {
    const page = await reports.openHtml(written, { script: false });
    expect(await page.locator('h1').textContent()).toBe('538 ms longest pause.');
    expect(await page.locator('.card').isVisible()).toBe(true);
    expect(await page.locator('body').textContent()).toContain('This is the text version of the report.');
  });

  it('a file that was cut off keeps its text below the error message', async () => {
    const page = await reports.openHtml(written.slice(0, written.indexOf('type="application/json">') + 24) + '{"schema":');
    expect(await page.locator('h1').first().textContent()).toBe('This report cannot be shown');
    expect(await page.locator('.written h1').textContent()).toBe('538 ms longest pause.');
  });
});

describe('what is not known', () => {
  it('reads "unknown", never 0', async () => {
    const page = await reports.open(CATALOGUE['unknown']!());
    expect(await page.locator('.numbers .card .value').allTextContents()).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  });

  it('is no pause where collections were only counted', async () => {
    const page = await reports.open(CATALOGUE['counted']!());
    expect(await page.locator('.numbers .card .value').allTextContents()).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
    expect(await page.locator('.shown').textContent()).toBe('It has no pauses to show.');
  });

  it('shows pauses without timestamps in sequence', async () => {
    const page = await reports.open(CATALOGUE['untimed']!());
    expect(await page.locator('.shown').textContent()).toContain('no timestamps');
    expect(await page.locator('.not-recorded').textContent()).toContain('GODEBUG');
  });
});
