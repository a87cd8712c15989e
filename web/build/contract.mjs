// Makes the types of src/data from the schemas of the JSON documents, which are made from the C# records: schema/generate runs both.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

/** The file in src/data, the schema and the type of each document that a page shows. */
const DOCUMENTS = [
  ['contract.ts', 'unpause.report-1.schema.json', 'Report'],
  ['modelContract.ts', 'unpause.model-1.schema.json', 'Model'],
  ['cyclesContract.ts', 'unpause.cycles-1.schema.json', 'Cycles'],
  ['trendContract.ts', 'unpause.trend-1.schema.json', 'Trend'],
  ['tuneContract.ts', 'unpause.tune-1.schema.json', 'Tune'],
  ['fleetContract.ts', 'unpause.fleet-1.schema.json', 'Fleet'],
  ['canaryContract.ts', 'unpause.canary-1.schema.json', 'Canary'],
  ['comparisonContract.ts', 'unpause.comparison-1.schema.json', 'Comparison'],
];

/** The types as they are committed: name and text of each file. */
export function contracts() {
  return Promise.all(DOCUMENTS.map(async ([file, schema, name]) => [file, await types(schema, name)]));
}

async function types(file, name) {
  const source = new URL(`../../schema/${file}`, import.meta.url);
  // A title or an id would be the type's name.
  const { title, $id, ...schema } = JSON.parse(readFileSync(source, 'utf8'));
  return compile(withBareReferences(schema), name, {
    additionalProperties: false,
    bannerComment: `/** Made from schema/${file} by schema/generate: edit the C# records instead. */`,
    cwd: fileURLToPath(new URL('.', source)),
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of await contracts()) writeFileSync(new URL(`../src/data/${file}`, import.meta.url), text);
}
