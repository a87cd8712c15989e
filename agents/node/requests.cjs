'use strict';
// Records the HTTP requests that the process serves, and when its event loop was blocked (see FORMAT.md). Loaded by unpause.cjs.
//
// Node.js publishes requests on its diagnostics channels (18 and later, the last releases of 14 and 16): but for koa, nothing is wrapped,
// and no listener is added to the program's objects. Until the first request there is neither a file nor a timer. Whatever fails, the
// program runs.
const fs = require('fs');
const { performance } = require('perf_hooks');
// The program may replace these, for example with fake timers for tests.
const { setTimeout, clearTimeout } = require('timers');
const { hrtime, cpuUsage } = process;
const { now: wallNow } = Date;

const HEADER_BYTES = 8192, FIXED_BYTES = 128;
const ANCHORS_AT = 128, ANCHOR_BYTES = 32, ANCHORS = 64, FACTS_AT = ANCHORS_AT + ANCHORS * ANCHOR_BYTES;
const BLOCK_BYTES = 32, BLOCKS = 16384, REQUEST_BYTES = 128, REQUESTS = 131072, NAME_AT = 56, NAME_BYTES = 72, SPAN_BYTES = 8;
const PARENT = 2, ABORTED = 4, ENDED = 1;
const WORD = 4294967296, MS = 1e6;

const EVERY_MS = 20; // Of the timer that finds a blocked loop.
const IDLE_NS = 1000 * MS; // The timer stops when no request was served for so long.
const SLACK_NS = 1 * MS; // Timers of Node.js count whole milliseconds.
const LATE_NS = 10 * MS; // A timer that is later than this was blocked.
const WRITE_EVERY_NS = 160 * MS; // So much is lost when the process is killed.
const ANCHOR_EVERY_NS = 10000 * MS;
const STAGED = 1024; // Requests that wait to be written.
const STAGED_BLOCKS = 64;
const MOST_OPEN = 65536; // Requests that are followed until they end.
const LOOKED_AT = 256; // Requests looked at in one turn of the timer for a connection that was closed.

/** The clock of V8's trace events: CLOCK_MONOTONIC, in nanoseconds. */
function now() {
  const time = hrtime();
  return time[0] * 1e9 + time[1];
}

/** A ring in the file: records collect in memory and are written in batches. */
class Ring {
  constructor(at, bytes, capacity, staged) {
    this.at = at;
    this.bytes = bytes;
    this.capacity = capacity;
    this.most = staged;
    this.buffer = Buffer.alloc(bytes * staged);
    this.words = new Uint32Array(this.buffer.buffer, this.buffer.byteOffset, this.buffer.length / 4);
    this.begun = 0; // Records in the file.
    this.staged = 0;
    this.lost = 0;
  }

  /** The first word of the next record, with its number in it. The record is zero otherwise. */
  next(lowAt) {
    const at = (this.staged * this.bytes) / 4;
    const number = this.begun + ++this.staged;
    this.words.fill(0, at, at + this.bytes / 4);
    this.put(at, number);
    this.words[at + lowAt / 4] = number;
    return at;
  }

  put(at, value) {
    this.words[at] = value % WORD;
    this.words[at + 1] = value / WORD;
  }

  /** Writes what is staged. A full disk loses it. */
  write(file) {
    const count = this.staged;
    this.staged = 0;
    try {
      for (let done = 0; done < count;) {
        const slot = (this.begun + done) % this.capacity;
        const some = Math.min(count - done, this.capacity - slot);
        const length = some * this.bytes;
        if (fs.writeSync(file, this.buffer, done * this.bytes, length, this.at + slot * this.bytes) !== length) throw new Error('short');
        done += some;
      }
      this.begun += count;
    } catch (_) {
      this.lost += count;
    }
  }
}

class Open {
  constructor(started, request, response) {
    this.started = started;
    this.url = request.url; // Routers change it.
    this.response = response;
    this.route = undefined;
    this.context = undefined;
  }
}

/** The trace id and the caller's span of a header traceparent (W3C Trace Context). */
const PARENT_HEADER = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/i;

function traceOf(request) {
  const headers = request.rawHeaders;
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = headers[i];
    if (name.length === 11 && name.toLowerCase() === 'traceparent') return PARENT_HEADER.exec(headers[i + 1].slice(0, 64));
  }
  return null;
}

/** The path without its query; of a long one the parts that fit, and three points. */
function pathOf(url, most) {
  const path = url.slice(0, most + 1).split(/[?#]/, 1)[0];
  return path.length <= most ? path : `${path.slice(0, path.lastIndexOf('/', most - 4))}/...`;
}

function routeOf(open, request, most) {
  try {
    if (typeof open.route === 'string') return open.route; // fastify
    const matched = open.context && open.context._matchedRoute; // @koa/router
    if (typeof matched === 'string') return matched;
    const route = request.route; // express
    if (route && typeof route.path === 'string') return (typeof request.baseUrl === 'string' ? request.baseUrl : '') + route.path;
  } catch (_) {
    // A property of the program's that throws.
  }
  return pathOf(typeof open.url === 'string' ? open.url : '', most);
}

class Recorder {
  constructor(folder, guarded) {
    const started = now();
    const name = `${folder}/node-${process.pid}-${started.toString(36)}.upno`;
    this.file = fs.openSync(name, 'wx', 0o600);
    const { dev, ino } = fs.fstatSync(this.file);
    Object.assign(this, { dev, ino, written: started, anchored: 0, anchors: 0, served: started, isIdle: false });
    this.blocks = new Ring(HEADER_BYTES, BLOCK_BYTES, BLOCKS, STAGED_BLOCKS);
    this.requests = new Ring(HEADER_BYTES + BLOCKS * BLOCK_BYTES, REQUEST_BYTES, REQUESTS, STAGED);
    this.open = new Map();
    this.looked = this.open.entries();
    this.writeHeader(started);
    this.timer = setTimeout(guarded(() => this.turn()), EVERY_MS).unref();
    this.wait(now(), this.cpu());
  }

  writeHeader(started) {
    const header = (this.header = Buffer.alloc(HEADER_BYTES));
    const words = (this.words = new Uint32Array(header.buffer, header.byteOffset, HEADER_BYTES / 4));
    let at = FACTS_AT;
    for (const [key, value] of [['version', process.version.slice(1)]].concat(
      [process.argv0].concat(process.execArgv, process.argv.slice(1)).slice(0, 64).map((word) => ['argument', word]))) {
      const fact = Buffer.from(`${key}\0${String(value).slice(0, 1024).replace(/\0/g, ' ')}\0`);
      if (at + fact.length > HEADER_BYTES) break;
      at += fact.copy(header, at);
    }
    words.set([1, HEADER_BYTES, process.pid, 0], 2);
    this.put(24, started);
    words.set([ANCHORS_AT, ANCHORS, FACTS_AT, at - FACTS_AT, REQUESTS, BLOCKS, this.requests.at, this.blocks.at, EVERY_MS], 18);
    this.addAnchor(started);
    // Without the magic the header is incomplete.
    fs.writeSync(this.file, header, 8, HEADER_BYTES - 8, 8);
    header.write('UPNO\r\n\x1a\n', 0, 'latin1');
    fs.writeSync(this.file, header, 0, 8, 0);
  }

  put(at, value) {
    this.words[at / 4] = value % WORD;
    this.words[at / 4 + 1] = value / WORD;
  }

  cpu() {
    const used = cpuUsage.call(process);
    return used.user + used.system;
  }

  /** A pair of this clock and wall time. Date has whole milliseconds; performance has microseconds, but does not follow later changes. */
  addAnchor(time) {
    this.anchored = time;
    const number = ++this.anchors;
    const slot = number === 1 ? 0 : 1 + ((number - 2) % (ANCHORS - 1));
    const before = now(), coarse = wallNow(), fine = performance.timeOrigin + performance.now(), after = now();
    const isSame = fine >= coarse - 0.1 && fine < coarse + 1.1;
    const at = ANCHORS_AT + slot * ANCHOR_BYTES;
    const more = isSame ? 2000 : MS / 2;
    this.put(at, number);
    this.put(at + 8, before - more);
    this.put(at + 16, (isSame ? fine : coarse + 0.5) * MS);
    this.put(at + 24, after + more);
    return at;
  }

  start(request, response) {
    const started = now();
    if (this.isIdle) {
      this.isIdle = false;
      this.wait(started, this.cpu());
      this.timer.refresh();
    }
    this.served = started;
    if (this.open.size >= MOST_OPEN) this.requests.lost++;
    else this.open.set(request, new Open(started, request, response));
  }

  /** When the timer is due again, and the CPU time until now. */
  wait(time, used) {
    this.due = time + EVERY_MS * MS + SLACK_NS;
    this.used = used;
  }

  end(request, flags) {
    const open = this.open.get(request);
    if (open === undefined) return;
    const ended = now();
    this.open.delete(request);
    const ring = this.requests;
    const at = ring.next(52), byte = at * 4, buffer = ring.buffer;
    ring.put(at + 2, open.started);
    ring.put(at + 4, ended);
    ring.words[at + 6] = process.pid;
    const trace = traceOf(request);
    let most = NAME_BYTES;
    if (trace !== null) {
      buffer.write(trace[1], byte + 32, 16, 'hex');
      if (parseInt(trace[3], 16) & 1 && !/^0+$/.test(trace[2])) {
        flags |= PARENT;
        most -= SPAN_BYTES;
      }
    }
    const response = open.response;
    buffer.writeUInt16LE((flags & ABORTED && !response.headersSent ? 0 : response.statusCode) & 0xffff, byte + 48);
    const method = String(request.method);
    let length = buffer.write(`${method} ${routeOf(open, request, most - method.length - 1)}`, byte + NAME_AT, most, 'utf8');
    if (flags & PARENT) {
      buffer.write(trace[2], byte + NAME_AT + length, SPAN_BYTES, 'hex');
      length += SPAN_BYTES;
    }
    buffer[byte + 50] = flags;
    buffer[byte + 51] = length;
    if (ring.staged === ring.most) this.write(ended);
  }

  /** Runs every 20 ms while requests are served: when it is late, the loop was blocked. */
  turn() {
    const time = now(), used = this.cpu();
    if (time - this.due >= LATE_NS) {
      const ring = this.blocks;
      const at = ring.next(28);
      ring.put(at + 2, this.due);
      ring.put(at + 4, time);
      ring.words[at + 6] = Math.min(used - this.used, WORD - 1);
      if (ring.staged === ring.most) this.write(time);
    }
    this.wait(time, used);
    this.look();
    if (time - this.written >= WRITE_EVERY_NS) this.write(time);
    this.isIdle = this.open.size === 0 && time - this.served >= IDLE_NS;
    if (!this.isIdle) this.timer.refresh();
  }

  /** A response whose connection was closed before its end is never published as finished. */
  look() {
    for (let i = 0; i < LOOKED_AT; i++) {
      const next = this.looked.next();
      if (next.done) {
        this.looked = this.open.entries();
        return;
      }
      const [request, open] = next.value;
      if (open.response.destroyed || (request.socket && request.socket.destroyed)) this.end(request, ABORTED);
    }
  }

  write(time, isLast) {
    this.written = time;
    if (this.requests.staged === 0 && this.blocks.staged === 0 && !isLast) return;
    // The program may have closed the descriptor, and opened a file of its own with its number.
    const { dev, ino } = fs.fstatSync(this.file);
    if (dev !== this.dev || ino !== this.ino) throw new Error('another file');
    this.requests.write(this.file);
    this.blocks.write(this.file);
    const anchor = isLast || time - this.anchored >= ANCHOR_EVERY_NS ? this.addAnchor(time) : 0;
    if (isLast) this.words[5] = ENDED;
    this.put(32, time);
    this.put(40, this.requests.begun);
    this.put(48, this.requests.lost);
    this.put(56, this.blocks.begun);
    this.put(64, this.open.size);
    fs.writeSync(this.file, this.header, 0, FIXED_BYTES, 0);
    if (anchor > 0) fs.writeSync(this.file, this.header, anchor, ANCHOR_BYTES, anchor);
  }
}

/** Koa does not keep its context where a request leads to it, so the method that makes it is wrapped. */
function followKoa(cache, recorder) {
  for (const name of Object.keys(cache)) {
    if (!/[\\/]node_modules[\\/]koa[\\/](lib|dist)[\\/]application\.c?js$/.test(name)) continue;
    const exported = cache[name].exports;
    const { prototype } = exported.default || exported;
    const create = prototype.createContext;
    if (typeof create !== 'function') continue;
    prototype.createContext = function createContext(request, response) {
      const context = create.call(this, request, response);
      const open = recorder.open.get(request);
      if (open !== undefined) open.context = context;
      return context;
    };
  }
}

/** Channels with what listens to them: Node.js itself may hold them weakly. */
const subscribed = [];

/** Records into a folder, from the first request on. */
module.exports = function record(folder) {
  const channels = require('diagnostics_channel');
  if (require('os').endianness() !== 'LE') return;
  let recorder, isOff = false;

  function stop() {
    isOff = true;
    for (const [channel, handler] of subscribed) channel.unsubscribe(handler);
    if (recorder !== undefined) {
      clearTimeout(recorder.timer);
      recorder.open.clear();
    }
  }

  function begin() {
    recorder = new Recorder(folder, guarded);
    process.on('exit', guarded(() => recorder.write(now(), true)));
    try {
      followKoa(require('module')._cache, recorder);
    } catch (_) {
      // Its routes stay unknown.
    }
  }

  function guarded(handler) {
    return (message) => {
      if (isOff) return;
      try {
        handler(message);
      } catch (_) {
        stop();
      }
    };
  }

  function on(name, handler) {
    const channel = channels.channel(name);
    const safe = guarded(handler);
    channel.subscribe(safe);
    subscribed.push([channel, safe]);
  }

  on('http.server.request.start', ({ request, response }) => {
    if (recorder === undefined) begin();
    recorder.start(request, response);
  });
  on('http.server.response.finish', ({ request }) => {
    if (recorder !== undefined) recorder.end(request, 0);
  });
  // fastify 5 and later
  on('tracing:fastify.request.handler:start', ({ request, route }) => {
    const open = recorder && recorder.open.get(request.raw);
    if (open !== undefined && route) open.route = route.url;
  });
};
