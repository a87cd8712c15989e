// The clients: requests at random moments, drawn in advance. A latency counts from its planned moment, so that a service that stops
// is not asked less.
//   node load.js FILE PORT SECONDS RATE SEED PID
'use strict';
const fs = require('fs');
const http = require('http');
const { performance } = require('perf_hooks');

const [file, port, seconds, rate, seed, pid] = process.argv.slice(2);
const END_MS = 20000;
let state = Number(seed) >>> 0;

// A linear congruential generator (Numerical Recipes): the same seed asks for the same at the same moments.
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return (state + 1) / 4294967297;
}

const planned = [];
for (let at = 0; ;) {
  at += -Math.log(random()) * 1000 / Number(rate);
  if (at >= Number(seconds) * 1000) break;
  planned.push(at);
}

const took = new Float64Array(planned.length);
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });
const began = performance.now() + 200;
let next = 0;
let open = 0;
let failed = 0;

function ask(index) {
  open++;
  const end = (error) => {
    if (error) failed++;
    else took[index] = performance.now() - began - planned[index];
    open--;
  };
  // One in twenty asks again with an earlier key.
  const key = index % 20 === 19 ? index - 10 : index;
  http.get({ port, host: '127.0.0.1', path: `/checkout/${key}`, agent }, (response) => {
    response.resume();
    response.on('end', () => end(response.statusCode !== 200));
  }).on('error', end);
}

function tick() {
  const now = performance.now() - began;
  while (next < planned.length && planned[next] <= now) ask(next++);
  if (next < planned.length) setTimeout(tick, Math.max(0, planned[next] - now));
  else if (open > 0 && now < Number(seconds) * 1000 + END_MS) setTimeout(tick, 10);
  else finish();
}

function finish() {
  const zero = performance.timeOrigin + began;
  const lines = ['start_ms,duration_ms,name,pid'];
  planned.forEach((at, index) => {
    if (took[index] > 0) lines.push(`${(zero + at).toFixed(3)},${took[index].toFixed(3)},checkout,${pid}`);
  });
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
  if (failed + open > 0) console.error(`checkout: ${failed + open} of ${planned.length} requests have no answer`);
  process.exit(failed + open > 0 ? 1 : 0);
}

tick();
