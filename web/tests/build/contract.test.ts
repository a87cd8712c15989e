import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contract } from '../../build/contract.mjs';

it('the committed types are what the committed schema makes', async () => {
  const committed = readFileSync(new URL('../../src/data/contract.ts', import.meta.url), 'utf8');
  expect(await contract() === committed, 'run schema/generate and commit web/src/data/contract.ts').toBe(true);
});
