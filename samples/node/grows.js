// A service that keeps the answer of every request in a Map that nothing bounds. node grows.js [SECONDS]; with BOUND=1000 the Map forgets
// the oldest.
'use strict';
const seconds = Number(process.argv[2] || 16);
const bound = Number(process.env.BOUND || Infinity);
const began = Date.now();
const answers = new Map();
let served = 0;
const timer = setInterval(() => {
  const rows = Array.from({ length: 100 }, (_, i) => ({ id: i, name: `row ${i} of ${served}`, at: Date.now() }));
  answers.set(`/item/${served++}`, rows);
  if (answers.size > bound) answers.delete(answers.keys().next().value);
  JSON.parse(JSON.stringify(rows));
  if (Date.now() - began < seconds * 1000) return;
  clearInterval(timer);
  console.log(served, answers.size);
}, 1);
