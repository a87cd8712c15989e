// A service that works all the time: the objects of a request are needed for the next 200 requests, beside 250,000 items that stay.
// node --max-old-space-size=192 works.js [SECONDS]
'use strict';
const seconds = Number(process.argv[2] || 8);
const began = Date.now();
const make = (i) => ({ id: i, name: `item ${i}`, tags: ['a', 'b', String(i)], price: i / 7 });
const kept = Array.from({ length: 250000 }, (_, i) => make(i));
const recent = [];
let served = 0;
(function work() {
  // A request makes 300 objects that are needed for the next 200 requests.
  recent[served++ % 200] = Array.from({ length: 300 }, (_, i) => make(i));
  if (Date.now() - began < seconds * 1000) setImmediate(work);
  else console.log(served, kept.length);
})();
