// A service that reads files into a new Buffer for each request, and holds some of them: memory outside of V8's heap makes it collect.
// node buffers.js [SECONDS]; with POOL=1 it reads into the same Buffers again and again.
'use strict';
const seconds = Number(process.argv[2] || 3);
const began = Date.now();
const kept = Array.from({ length: 150000 }, (_, i) => ({ id: i, name: `item ${i}` }));
const size = 4 << 20;
const pool = process.env.POOL ? Array.from({ length: 8 }, () => Buffer.alloc(size)) : null;
const open = [];
let served = 0;
const timer = setInterval(() => {
  const buffer = pool ? pool[served % 8].fill(served & 255) : Buffer.alloc(size, served & 255);
  open[served++ % 8] = { buffer, at: Date.now() };
  if (Date.now() - began < seconds * 1000) return;
  clearInterval(timer);
  console.log(served, kept.length);
}, 5);
