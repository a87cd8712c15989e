// A small service with its own load. Every tenth request of one client parses much JSON (BLOCK=1) or little, between requests that wait.
const http = require('http');

const items = process.env.BLOCK ? 150000 : 50;
const text = JSON.stringify(Array.from({ length: items }, (_, id) => ({ id, name: `item ${id}`, tags: ['a', 'b'] })));
const server = http.createServer((request, response) => {
  if (request.url.startsWith('/import/')) response.end(String(JSON.parse(text).length));
  else setTimeout(() => response.end('done'), 10);
});

const until = Date.now() + Number(process.env.SECONDS || 4) * 1000;
const agent = new http.Agent({ keepAlive: true });
const get = (path) => new Promise((done) => {
  http.get({ port: server.address().port, path, agent }, (response) => response.resume().on('end', done));
});

async function client(number) {
  for (let i = 0; Date.now() < until; i++) {
    await get(number === 0 && i % 10 === 0 ? `/import/${i}` : `/orders/${i}`);
  }
}

server.listen(0, '127.0.0.1', async () => {
  await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(client));
  process.exit(0);
});
