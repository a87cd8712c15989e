// A service whose requests hold 100 kB for 40 ms each, as while they wait for a database: with the default semi-space they outlive
// young collections, and die in the old space. node promotes.js [SECONDS]
'use strict';
const seconds = Number(process.argv[2] || 4);
const began = Date.now();
let served = 0, open = 0;

function request() {
  open++;
  const rows = [];
  for (let i = 0; i < 500; i++) rows.push({ id: i, name: `item ${i} of ${served}`, tags: ['a', 'b', String(i)], price: Math.random() });
  setTimeout(() => {
    served += rows.length > 0 ? 1 : 0;
    open--;
  }, 40);
}

const timer = setInterval(() => {
  for (let i = 0; i < 8 && open < 400; i++) request();
  if (Date.now() - began < seconds * 1000) return;
  clearInterval(timer);
  console.log(served);
}, 4);
