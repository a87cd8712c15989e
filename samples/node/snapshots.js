// A service whose monitoring takes a heap snapshot every second, as some memory monitors do. node snapshots.js [SECONDS]
'use strict';
const v8 = require('v8');
const { Writable } = require('stream');
const seconds = Number(process.argv[2] || 6);
const began = Date.now();
const kept = Array.from({ length: 100000 }, (_, i) => ({ id: i, name: `item ${i}` }));
const monitor = setInterval(() => v8.getHeapSnapshot().pipe(new Writable({ write: (chunk, encoding, done) => done() })), 1000);
let served = 0;
const timer = setInterval(() => {
  JSON.stringify(kept.slice(served % 1000, (served % 1000) + 500));
  served++;
  if (Date.now() - began < seconds * 1000) return;
  clearInterval(timer);
  clearInterval(monitor);
  console.log(served);
}, 5);
