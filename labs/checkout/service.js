// A checkout service: offers are compared, an order is priced, the payment provider is asked, and the answer is remembered, so that a
// client that asks again with the same key is not charged twice. One process, one thread: a GC pause delays every request.
//   node service.js FOLDER whole-orders|answers SECONDS RATE SEED
'use strict';
const http = require('http');
const path = require('path');
const { spawn } = require('child_process');

const [folder, remembered, seconds, rate, seed] = process.argv.slice(2);
const PROVIDER_MS = 50;
const OFFERS = 3000;
const LINES = 250;
const MOST_ANSWERS = 1000;

const catalogue = Array.from({ length: 5000 }, (_, i) => ({ id: i, name: `item ${i}`, cents: 100 + (i * 7919) % 9900 }));
const answers = new Map();

const answerTo = (order) => ({ key: order.key, cents: order.cents, paid: order.paid, lines: order.lines.length });

// The bug: an answer for ever, and with it the order. The fix: what the client is told, and the last ones only.
function remember(key, order) {
  if (remembered === 'whole-orders') answers.set(key, order);
  else answers.set(key, answerTo(order));
  if (remembered !== 'whole-orders' && answers.size > MOST_ANSWERS) answers.delete(answers.keys().next().value);
}

function compare(first) {
  const offers = [];
  for (let i = 0; i < OFFERS; i++) {
    const item = catalogue[(first + i * 31) % catalogue.length];
    offers.push({ item, cents: item.cents * (90 + (first + i) % 10) / 100, label: `${item.name} from ${i % 7}`, rules: [first % 3, i % 2] });
  }
  return offers;
}

function price(key, offers) {
  const lines = [];
  for (let i = 0; i < LINES; i++) lines.push({ offer: offers[i * 12], count: 1 + i % 5, discounts: [i % 3, i % 2] });
  return { key, lines, cents: lines.reduce((sum, line) => sum + line.offer.cents * line.count, 0), paid: false };
}

const pay = (order) => new Promise((resolve) => setTimeout(() => resolve({ ...order, paid: true }), PROVIDER_MS));

async function checkout(key) {
  const known = answers.get(key);
  if (known) return known.lines.length ? answerTo(known) : known;
  const offers = compare(Number(key) * 17);
  const order = await pay(price(key, offers));
  order.compared = offers.length;
  remember(key, order);
  return answerTo(order);
}

const server = http.createServer((request, response) => {
  checkout(request.url.slice('/checkout/'.length)).then((answer) => {
    const body = JSON.stringify(answer);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
});

server.listen(0, '127.0.0.1', () => {
  const env = { ...process.env };
  delete env.NODE_OPTIONS;
  // The clients' own collections would be measured as the service's: a large semi-space makes them rare.
  const clients = spawn(
    process.execPath,
    ['--max-semi-space-size=64', path.join(__dirname, 'load.js'), path.join(folder, 'requests.csv'),
      String(server.address().port), seconds, rate, seed, String(process.pid)],
    { env, stdio: 'inherit' });
  clients.on('exit', (code) => process.exit(code === null ? 1 : code));
});
