// A service that calls gc() after every request. node --expose-gc calls.js
'use strict';
const kept = Array.from({ length: 200000 }, (_, i) => ({ id: i, name: `item ${i}` }));
let served = 0;
const timer = setInterval(() => {
  JSON.stringify(kept.slice(served % 1000, (served % 1000) + 500));
  global.gc();
  if (++served < 60) return;
  clearInterval(timer);
  console.log(served);
}, 20);
