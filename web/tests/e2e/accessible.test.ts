import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../fixtures/catalogue.ts';
import { reportPages } from './browser.ts';

const reports = reportPages();

describe('accessibility', () => {
  it.each([
    ['ten', 1280, false], ['ten', 360, true], ['several', 1280, true], ['unknown', 1280, false], ['none', 768, false], ['allocations', 1280, false], ['allocations', 360, true],
  ] as const)('%s at %d pixels, dark %s, has no fault that axe finds', async (name, width, dark) => {
    const page = await reports.open(CATALOGUE[name]!(), { width, dark });
    await page.locator('details.coverage summary').click();
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)).toEqual([]);
  });
});
