// Allocates for some time (MS), so that collections have a share of the CPU time, and idles in between.
'use strict';
const kept = [];

function makeRow(i) { return { id: i, name: 'row ' + i, values: [i, i + 1, i + 2] }; }

function handleRequest(n) {
  const rows = [];
  for (let i = 0; i < n; i++) rows.push(makeRow(i));
  kept.push(rows);
  if (kept.length > 30) kept.shift();
  return rows.length;
}

const until = Date.now() + Number(process.env.MS || 1500);

function turn() {
  handleRequest(5000);
  if (Date.now() < until) setTimeout(turn, 2);
}

turn();
