'use strict';
// Preloaded by `unpause run` with NODE_OPTIONS. V8 itself records its collections, as trace events (--trace-event-categories). Node.js
// keeps up to 65,536 events in memory and writes them at a normal end only: a process that a signal ends leaves no file (seen from 10 to
// 26). A change of the enabled categories writes what is there, so this enables one for a moment every second. It also writes wall time
// and command line into the trace. Works in Node.js 10 and later; whatever fails here, the program runs.
try {
  let isMainThread = true;
  try {
    ({ isMainThread } = require('worker_threads'));
  } catch (_) {
    // Node.js 10 has no worker threads without a flag.
  }

  if (isMainThread) {
    const EVERY_MS = 1000;
    const { Console } = require('console');
    const { Writable } = require('stream');
    const categories = require('trace_events').createTracing({ categories: ['node.console'] });
    // What a console without an output times is an event of the trace.
    const marks = new Console(new Writable({ write: (chunk, encoding, done) => done() }));
    const mark = (more) => {
      const name = `unpause ${Date.now()}${more || ''}`;
      categories.enable();
      marks.time(name);
      marks.timeEnd(name);
      categories.disable();
    };
    // Node.js up to 20 writes names without escapes.
    const encode = (words) => encodeURIComponent(words.join(' ')).replace(/'/g, '%27').slice(0, 4000);
    const options = process.execArgv.concat(
      (process.env.NODE_OPTIONS || '').split(' ').filter((word) => word && !/^--(require=.*unpause\.cjs|trace-event-)/.test(word)));
    const argv = [process.argv0].concat(process.execArgv, process.argv.slice(1));
    mark(` argv=${encode(argv)} options=${encode(options)}`);
    setInterval(() => mark(), EVERY_MS).unref();
    process.on('exit', () => mark());
    const folder = process.env.UNPAUSE_NODE_REQUESTS;
    if (folder) require('./requests.cjs')(folder);
  }
} catch (_) {
  // The recording lacks marks, and what a kill cuts off; the program must not notice.
}
