// A service that registers every object with a FinalizationRegistry, keeps them in a WeakMap and holds a WeakRef of each.
// node weak.js [SECONDS]; with STRONG=1 it holds the same objects in an array.
'use strict';
const seconds = Number(process.argv[2] || 4);
const began = Date.now();
let freed = 0, served = 0;
const registry = new FinalizationRegistry(() => freed++);
const facts = new WeakMap();
const held = [];
const references = [];
const timer = setInterval(() => {
  for (let i = 0; i < 600; i++) {
    const item = { id: i, name: `item ${i}` };
    const at = (served * 600 + i) % 200000;
    held[at] = item;
    if (process.env.STRONG) {
      references[at] = item;
    } else {
      references[at] = new WeakRef(item);
      registry.register(item, i);
      facts.set(item, { owner: item, tags: [i] });
    }
  }
  served++;
  for (let i = 0; i < 2000; i++) JSON.stringify({ i, served });
  if (Date.now() - began < seconds * 1000) return;
  clearInterval(timer);
  console.log(served, freed, references.length);
}, 2);
