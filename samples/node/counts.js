// Counts its own collections with a PerformanceObserver from the first forced one on, and prints them: the truth for its recordings.
// node --expose-gc --trace-gc counts.js > counts.txt 2> counts.json; with WORKER=1 a worker thread does the same.
'use strict';
const { PerformanceObserver, constants } = require('perf_hooks');
const fs = require('fs');
let threads = null;
try { threads = require('worker_threads'); } catch (_) { /* Node.js 8 has none */ }
const isMain = !threads || threads.isMainThread;
const names = { [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor', [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major' };
const counts = { minor: 0, major: 0, minor_ms: 0, major_ms: 0 };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const name = names[entry.detail ? entry.detail.kind : entry.kind];
    if (!name) continue;
    counts[name]++;
    counts[`${name}_ms`] += entry.duration;
  }
}).observe({ entryTypes: ['gc'] });

const kept = [], buffers = [];
const rounds = Number(process.env.ROUNDS || 60);
let made = 0, round = 0;

function work() {
  for (let i = 0; i < 10000; i++) kept[made++ % 60000] = { id: made, name: 'x' + made, tags: [1, 2, 3] };
  buffers[round % 4] = Buffer.alloc(1 << 20);
  if (++round < rounds) return void setImmediate(work);
  global.gc();
  setTimeout(() => fs.writeSync(2, JSON.stringify(Object.assign({ thread: isMain ? 'main' : 'worker' }, counts)) + '\n'), 300);
}

setTimeout(() => {
  // Entries of earlier collections have been delivered by now.
  for (const name of Object.keys(counts)) counts[name] = 0;
  global.gc();
  if (isMain && process.env.WORKER && threads) new threads.Worker(__filename);
  work();
}, 50);
