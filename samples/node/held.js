// Holds a known number of objects in known places, and writes a heap snapshot of them before and after it has more of them.
'use strict';
const v8 = require('v8');

class Session { constructor(n) { this.number = n; this.user = { name: 'user ' + n }; } }
class Store { constructor() { this.sessions = new Map(); } }

const store = new Store();
const buffers = [];
const weak = new WeakMap();
globalThis.cache = {};

function hold(from, to) {
  for (let i = from; i < to; i++) {
    const session = new Session(i);
    store.sessions.set(i, session);
    if (i % 10 === 0) weak.set(session, { note: i });
    globalThis.cache['key' + i] = { value: i };
  }
  for (let i = 0; i < 10; i++) buffers.push(new ArrayBuffer(10000));
}

for (const [from, to, file] of [[0, 200, 'before'], [200, 1000, 'after']]) {
  hold(from, to);
  v8.writeHeapSnapshot(`held-${file}.heapsnapshot`);
  const used = v8.getHeapStatistics().used_heap_size;
  console.log(JSON.stringify({ file, sessions: store.sessions.size, buffers: buffers.length, used_heap_size: used, weak: weak.has(store.sessions.get(0)) }));
}
