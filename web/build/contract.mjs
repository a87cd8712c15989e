// Makes src/data/contract.ts from the contract's schema, which is made from the C# records: schema/generate runs both.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const SCHEMA = new URL('../../schema/unpause.report-1.schema.json', import.meta.url);
const TYPES = new URL('../src/data/contract.ts', import.meta.url);
const HEAD = '/** Made from schema/unpause.report-1.schema.json by schema/generate: edit the C# records instead. */';

/** The types as they are committed. */
export async function contract() {
  const schema = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  return compile(withBareReferences(schema), 'Report', {
    additionalProperties: false,
    bannerComment: HEAD,
    cwd: fileURLToPath(new URL('.', SCHEMA)),
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 140 },
  });
}

/** A reference with a description beside it would become a type of its own. */
function withBareReferences(node) {
  if (Array.isArray(node)) return node.map(withBareReferences);
  if (node === null || typeof node !== 'object') return node;
  if (typeof node.$ref === 'string') return { $ref: node.$ref };
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, withBareReferences(value)]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TYPES, await contract());
