// Keeps what two places allocate, of which it knows the bytes, and writes a sampling heap profile of it.
'use strict';
const fs = require('fs');
const inspector = require('inspector');

const kept = [];
function keepNumbers() { kept.push(new Array(1000).fill(1.5)); }
function keepText(i) { kept.push('a text of some length that is no constant '.repeat(20) + i); }
function drop() { return new Array(1000).fill(2.5); }

const session = new inspector.Session();
session.connect();
session.post('HeapProfiler.startSampling', { samplingInterval: 32768 }, () => {
  for (let i = 0; i < 2000; i++) { keepNumbers(); keepText(i); drop(); }
  session.post('HeapProfiler.getSamplingProfile', (error, { profile }) => {
    if (error) throw error;
    fs.writeFileSync(process.argv[2], JSON.stringify(profile));
    console.log(JSON.stringify({ kept: kept.length, numbers: 2000 * (1000 * 8 + 16) }));
  });
});
