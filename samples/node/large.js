// A service that makes an array of 200,000 numbers for each request: too large for the young generation.
// node large.js [SECONDS]; with CHUNKS=1 it makes the same numbers in arrays of 1,000.
'use strict';
const seconds = Number(process.argv[2] || 4);
const began = Date.now();
const kept = Array.from({ length: 150000 }, (_, i) => ({ id: i, name: `item ${i}` }));
const open = [];
let served = 0;
const timer = setInterval(() => {
  if (process.env.CHUNKS) {
    open[served % 20] = Array.from({ length: 200 }, () => new Array(1000).fill(served + 0.5));
  } else {
    open[served % 20] = new Array(200000).fill(served + 0.5);
  }
  served++;
  if (Date.now() - began < seconds * 1000) return;
  clearInterval(timer);
  console.log(served, kept.length);
}, 4);
