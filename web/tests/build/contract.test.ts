import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contracts } from '../../build/contract.mjs';

it('the committed types are what the committed schemas make', async () => {
  const made = await contracts();
  expect(made.length).toBe(8);
  for (const [name, text] of made) {
    const committed = readFileSync(new URL(`../../src/data/${name}`, import.meta.url), 'utf8');
    expect(text === committed, `run schema/generate and commit web/src/data/${name}`).toBe(true);
  }
});
