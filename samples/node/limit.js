// A service whose live heap is close to the limit: 40 MB of items stay, and each request makes and drops some more.
// node --max-old-space-size=48 limit.js [SECONDS]
'use strict';
const seconds = Number(process.argv[2] || 3);
const began = Date.now();
const make = (i) => ({ id: i, name: `item ${i}`, tags: ['a', 'b', String(i)], price: i / 7 });
const kept = Array.from({ length: 180000 }, (_, i) => make(i));
let served = 0;
const recent = [];
const timer = setInterval(() => {
  recent[served++ % 12] = Array.from({ length: 2000 }, (_, i) => make(i));
  if (Date.now() - began < seconds * 1000) return;
  clearInterval(timer);
  console.log(served, kept.length);
}, 4);
