import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** As in the rest of the house; what is made from a schema has its own. */
const LONGEST = 140;
const SOURCES = new URL('../../src/', import.meta.url);

it('no line of the page\'s sources is longer than 140 characters', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(ts|css)$/.test(name));
  expect(files.length).toBeGreaterThan(60);
  const long = files.filter((name) => !/^data\/\w*ontract\.ts$/.test(name)).flatMap((name) =>
    readFileSync(new URL(name, SOURCES), 'utf8').split('\n').flatMap((line, at) => (line.length > LONGEST ? [`${name}:${at + 1}`] : [])));
  expect(long).toEqual([]);
});
