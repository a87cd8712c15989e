// Collects when it gets SIGUSR2, and prints what its own observer counted. Before and after, it is idle.
'use strict';
const { PerformanceObserver, constants } = require('perf_hooks');
const names = { [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor', [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major' };
const counts = { minor: 0, major: 0, ms: 0 };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const name = names[entry.detail ? entry.detail.kind : entry.kind];
    if (!name) continue;
    counts[name]++;
    counts.ms += entry.duration;
  }
}).observe({ entryTypes: ['gc'] });
const kept = [];
let made = 0;
let rounds = 0;
const work = () => {
  for (let i = 0; i < 20000; i++) kept[made++ % 30000] = { id: made, name: 'x' + made };
  if (++rounds < 100) return void setImmediate(work);
  global.gc();
  setTimeout(() => {
    console.log(JSON.stringify(counts));
    if (process.env.ENDS) process.exit(7);
  }, 200);
};
process.on('SIGUSR2', () => {
  Object.assign(counts, { minor: 0, major: 0, ms: 0 });
  work();
});
process.on('SIGWINCH', () => console.log(`exit listeners: ${process.listenerCount('exit')}`));
setInterval(() => {}, 1000);
console.log('ready');
