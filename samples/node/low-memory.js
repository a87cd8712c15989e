// A service in which a tool asks for a collection through the inspector every 400 ms, as browsers' and monitors' "collect garbage" do.
// node low-memory.js [SECONDS]
'use strict';
const { Session } = require('inspector');
const session = new Session();
session.connect();
const seconds = Number(process.argv[2] || 4);
const began = Date.now();
const kept = Array.from({ length: 100000 }, (_, i) => ({ id: i, name: `item ${i}` }));
const tool = setInterval(() => session.post('HeapProfiler.collectGarbage'), 400);
let served = 0;
const timer = setInterval(() => {
  JSON.stringify(kept.slice(served % 1000, (served % 1000) + 500));
  served++;
  if (Date.now() - began < seconds * 1000) return;
  clearInterval(timer);
  clearInterval(tool);
  console.log(served);
}, 5);
