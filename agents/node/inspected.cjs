// Evaluated in a running process by `unpause record PID`, through its inspector. Returns what unpause calls: mark every second, end at the
// end. NodeTracing gives its events to the inspector only when the enabled categories change, so mark enables one for a moment, in a
// session of its own; trace_events would also write a file into the process's folder. Works in Node.js 12 and later.
(function (require, process) {
  'use strict';
  const CHECK_MS = 5000;
  const inspector = require('inspector');
  const { Console } = require('console');
  const { Writable } = require('stream');
  const session = new inspector.Session();
  session.connect();
  const marks = new Console(new Writable({ write: (chunk, encoding, done) => done() }));
  let calls = 0;
  let seen = -1;
  const mark = (more) => {
    calls++;
    const name = `unpause ${Date.now()}${more || ''}`;
    session.post('NodeTracing.start', { traceConfig: { includedCategories: ['node.console'] } });
    marks.time(name);
    marks.timeEnd(name);
    session.post('NodeTracing.stop');
  };
  const atExit = () => mark();
  // If unpause was killed, nobody calls any more. Two checks, because the first may come directly after the process was stopped.
  let missed = 0;
  const watch = setInterval(() => {
    missed = calls === seen ? missed + 1 : 0;
    seen = calls;
    if (missed >= 2) end(true);
  }, CHECK_MS);
  watch.unref();
  const end = (closes) => {
    clearInterval(watch);
    process.removeListener('exit', atExit);
    session.disconnect();
    if (closes) inspector.close();
  };
  process.on('exit', atExit);
  // Node.js up to 20 writes names without escapes.
  const encode = (words) => encodeURIComponent(words.join(' ')).replace(/'/g, '%27').slice(0, 4000);
  const options = process.execArgv.concat((process.env.NODE_OPTIONS || '').split(' ').filter((word) => word));
  mark(` argv=${encode([process.argv0].concat(process.execArgv, process.argv.slice(1)))} options=${encode(options)}`);
  return { mark: () => mark(), end };
})
