using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Waits;
using Unpause.Recordings.Words;

namespace Unpause.Recorder.Tests;

/// <summary>Requests that programs of Node.js serve are recorded, and the programs run as without the recorder.</summary>
[Trait("Tier", "live")]
public sealed class NodeRequestTests : IDisposable
{
    /// <summary>A server, <c>get(path, headers)</c>, and <c>written()</c>, which waits until the agent must have written.</summary>
    private const string Server = """
        const http = require('http'), fs = require('fs');
        const server = http.createServer((request, response) => handle(request, response));
        const get = (path, headers) => new Promise((done) => http.get({ port: server.address().port, path, headers, agent: false },
          (response) => response.resume().on('end', done)).on('error', done));
        const size = () => fs.readdirSync(process.env.UNPAUSE_NODE_REQUESTS).filter((name) => name.endsWith('.upno'))
          .reduce((sum, name) => sum + fs.statSync(`${process.env.UNPAUSE_NODE_REQUESTS}/${name}`).size, 0);
        const written = async () => { while (size() <= 532480) await new Promise((done) => setTimeout(done, 20)); };
        let handle = (request, response) => response.end('x');
        server.listen(0, '127.0.0.1', () => main());

        """;

    private const string Five = "const main = async () => { for (let i = 0; i < 5; i++) await get(`/orders/${i}?x=1`); ";

    private readonly Recorder _recorder = new();

    public void Dispose() => _recorder.Dispose();

    [Theory]
    [InlineData("process.exit(0)", 0, "", "")]
    [InlineData("console.log('out'); console.error('err'); process.exit(7)", 7, "out\n", "err\n")]
    [InlineData("server.close(); process.exitCode = 9", 9, "", "")]
    [InlineData("await written(); process.kill(process.pid, 'SIGKILL')", 137, "", "")]
    [InlineData("await written(); process.kill(process.pid, 'SIGTERM')", 143, "", "")]
    [InlineData("process.on('SIGTERM', () => process.exit(5)); process.kill(process.pid, 'SIGTERM')", 5, "", "")]
    [InlineData(
        "process.on('uncaughtException', (e) => { console.log(e.message); process.exit(3); }); throw new Error('late')", 3, "late\n", "")]
    public void Service_AnyEnd_IsAsWithoutTheRecorderAndHasItsRequests(string end, int code, string output, string error)
    {
        var ended = _recorder.Run("node", "-e", $"{Server}{Five}{end} }};");
        Assert.Equal((code, output, error), (ended.ExitCode, ended.Text, ended.ErrorText));
        Assert.Equal(2, _recorder.Report.Files.Length);
        Assert.Equal(5, Assert.Single(Agents()).Requests!.Requests.Count);
    }

    [Fact]
    public void Service_UncaughtException_HasItsRequests()
    {
        var ended = _recorder.Run("node", "-e", $"{Server}{Five} setImmediate(() => {{ throw new Error('boom') }}) }};");
        Assert.Equal(1, ended.ExitCode);
        Assert.Contains("Error: boom", ended.ErrorText, StringComparison.Ordinal);
        Assert.Equal(5, Assert.Single(Agents()).Requests!.Requests.Count);
    }

    [Fact]
    public void Service_Run_IsOneRecordingWithTrace()
    {
        Assert.Equal(0, _recorder.Run("node", "-e", $"{Server}{Five} process.exit(0) }};").ExitCode);
        var recording = Assert.Single(Load());
        Assert.Equal(NodeFormats.TraceEvents, recording.Source.Format);
        Assert.Equal((5, 2), (recording.Requests!.Requests.Count, recording.Source.Files.Count));
        Assert.Equal("GET /orders/{id}", Assert.Single(recording.Requests.Names));
        Assert.All(recording.Requests.Requests, request =>
            Assert.InRange(request.StartNanoseconds + request.DurationNanoseconds, 1, recording.DurationNanoseconds!.Value));
    }

    /// <summary>Where express, fastify and koa keep the route.</summary>
    [Fact]
    public void Request_Frameworks_HasTheRoute()
    {
        var koa = Directory.CreateDirectory(Path.Combine(_recorder.Scratch, "node_modules", "koa", "lib")).FullName;
        File.WriteAllText(
            Path.Combine(koa, "application.js"), "module.exports = class { createContext(req, res) { return { req, res }; } };");
        const string Program = """
            const Koa = require('./node_modules/koa/lib/application.js');
            const koa = new Koa();
            const fastify = require('diagnostics_channel').channel('tracing:fastify.request.handler:start');
            handle = (request, response) => {
              if (request.url === '/e/17') { request.baseUrl = '/v1'; request.route = { path: '/e/:id' }; }
              if (request.url === '/f/17') fastify.publish({ request: { raw: request }, route: { url: '/f/:id' } });
              if (request.url === '/k/17') koa.createContext(request, response)._matchedRoute = '/k/:id';
              request.url = '/changed';
              response.end();
            };
            const main = async () => { for (const path of ['/e/17', '/f/17', '/k/17', '/none/17']) await get(path); process.exit(0); };
            """;
        var ended = _recorder.Run("node", "-e", Server + Program);
        Assert.Equal((0, ""), (ended.ExitCode, ended.ErrorText));
        var requests = Assert.Single(Agents()).Requests!;
        Assert.Equal(["GET /f/:id", "GET /k/:id", "GET /none/{id}", "GET /v1/e/:id"], requests.Names.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Request_TraceparentAndStatus_AreKept()
    {
        const string Program = """
            handle = (request, response) => { response.statusCode = request.url === '/bad' ? 503 : 200; response.end(); };
            const main = async () => {
              await get('/ok', { TraceParent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' });
              await get('/bad', { traceparent: '00-zz' });
              await get('/zero', { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` });
              process.exit(0);
            };
            """;
        Assert.Equal(0, _recorder.Run("node", "-e", Server + Program).ExitCode);
        var requests = Assert.Single(Agents()).Requests!;
        Assert.Equal(1, requests.Failed);
        var trace = UInt128.Parse("0af7651916cd43dd8448eb211c80319c", System.Globalization.NumberStyles.HexNumber);
        Assert.Equal(new UInt128[] { trace, 0, 0 }, requests.Traces!);
    }

    /// <summary>Upgraded and malformed requests are none; a request whose client went away is one.</summary>
    [Fact]
    public void Connections_OfAllKinds_AreCountedOnce()
    {
        const string Program = """
            const net = require('net'), { Worker } = require('worker_threads');
            server.on('upgrade', (request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
            handle = (request, response) => { if (request.url !== '/left') response.end('ok'); };
            const raw = (text, closesAfter) => new Promise((done) => {
              const socket = net.connect(server.address().port, '127.0.0.1', () => {
                socket.write(text);
                if (closesAfter) setTimeout(() => socket.destroy(), closesAfter);
              });
              socket.on('error', () => {}).on('data', () => {}).on('close', done);
            });
            const main = async () => {
              await raw('GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
              await raw('not HTTP\r\n\r\n');
              await raw('GET /p HTTP/1.1\r\nHost: x\r\n\r\nGET /p HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
              await raw('GET /left HTTP/1.1\r\nHost: x\r\n\r\n', 100);
              const worker = new Worker(`const http = require('http');
                const server = http.createServer((q, r) => r.end()).listen(0, () => http.get(
                  { port: server.address().port, path: '/worker' }, (r) => r.resume().on('end', () => process.exit())))`, { eval: true });
              await new Promise((done) => worker.on('exit', done));
              await written();
              process.exit(0);
            };
            """;
        var ended = _recorder.Run("node", "-e", Server + Program);
        Assert.Equal((0, ""), (ended.ExitCode, ended.ErrorText));
        var requests = Assert.Single(Agents()).Requests!;
        var names = requests.Requests.Select(request => requests.Names[request.Name]);
        Assert.Equal(["GET /left", "GET /p", "GET /p"], names.Order(StringComparer.Ordinal));
        var left = requests.Requests.Single(request => requests.Names[request.Name] == "GET /left");
        Assert.InRange(left.DurationNanoseconds, 50_000_000, 60_000_000_000);
    }

    [Fact]
    public void EventLoop_Blocked_IsAWaitThatIsNotGc()
    {
        const string Program = """
            handle = (request, response) => { const end = Date.now() + 300; while (Date.now() < end); response.end(); };
            const main = async () => { await get('/a'); await get('/b'); process.exit(0); };
            """;
        Assert.Equal(0, _recorder.Run("node", "-e", Server + Program).ExitCode);
        var loop = Assert.Single(Load()).OtherWaits.Single(wait => wait.What == OtherWait.EventLoop);
        Assert.InRange(loop.Count!.Value, 1, 20);
        Assert.InRange(loop.LongestNanoseconds!.Value, 200_000_000, 60_000_000_000);
        Assert.True(loop.ShareOfSlowRequests > 0.5);
    }

    [Fact]
    public void Cluster_EachWorker_HasItsOwnFile()
    {
        const string Program = """
            const cluster = require('cluster'), http = require('http');
            if (cluster.isMaster) {
              let ended = 0;
              for (let i = 0; i < 2; i++) cluster.fork().on('exit', () => { if (++ended === 2) process.exit(0); });
            } else {
              const server = http.createServer((request, response) => response.end()).listen(0, '127.0.0.1', () =>
                http.get({ port: server.address().port }, (response) => response.resume().on('end', () => process.exit(0))));
            }
            """;
        var file = Path.Combine(_recorder.Scratch, "cluster.js");
        File.WriteAllText(file, Program);
        Assert.Equal(0, _recorder.Run("node", file).ExitCode);
        // The workers share a port, so that both requests may reach one of them.
        Assert.InRange(Agents().Count, 1, 2);
        Assert.Equal(3, _recorder.Report.Files.Count(name => name.Contains(".trace.", StringComparison.Ordinal)));
        Assert.Equal(2, Agents().Sum(agent => agent.Requests!.Requests.Count));
    }

    /// <summary>The number of the descriptor is that of another file then.</summary>
    [Fact]
    public void Program_ClosesTheFile_KeepsItsOwnFile()
    {
        const string Program = """
            const main = async () => {
              await get('/a');
              for (const name of fs.readdirSync('/proc/self/fd')) {
                try { if (fs.readlinkSync(`/proc/self/fd/${name}`).endsWith('.upno')) fs.closeSync(+name); } catch (_) { }
              }
              const own = fs.openSync('own.txt', 'w');
              fs.writeSync(own, 'mine');
              for (let i = 0; i < 3000; i++) await get('/b');
              console.log(fs.readFileSync('own.txt', 'utf8'));
              process.exit(0);
            };
            """;
        var ended = _recorder.Run("node", "-e", Server + Program);
        Assert.Equal((0, "mine\n", ""), (ended.ExitCode, ended.Text, ended.ErrorText));
    }

    [Theory]
    [InlineData("/nonexistent")]
    [InlineData("/proc")]
    public void Folder_NotWritable_RunsAsUsual(string folder)
    {
        var program = $"{Server}const main = async () => {{ await get('/a'); await get('/b'); console.log('done'); process.exit(0) }};";
        var ended = _recorder.Run("env", $"UNPAUSE_NODE_REQUESTS={folder}", "node", "-e", program);
        Assert.Equal((0, "done\n", ""), (ended.ExitCode, ended.Text, ended.ErrorText));
        Assert.Empty(Agents());
    }

    [Fact]
    public void Requests_NotWanted_AreNotRecorded()
    {
        _recorder.Options.Add("--no-requests");
        const string Program = """
            const main = async () => { await get('/a'); console.log(process.env.UNPAUSE_NODE_REQUESTS); process.exit(0) };
            """;
        Assert.Equal("undefined\n", _recorder.Run("node", "-e", Server + Program).Text);
        Assert.Single(_recorder.Report.Files);
    }

    private IReadOnlyList<Recording> Load() =>
        RuntimeTable.Default.Load([.. _recorder.Report.Files.Select(file => RecordingInput.File(file))]).Recordings;

    /// <summary>The agent's files alone.</summary>
    private List<Recording> Agents() =>
        [.. _recorder.Report.Files.Where(file => file.EndsWith(".upno", StringComparison.Ordinal))
            .SelectMany(file => RuntimeTable.Default.Load([RecordingInput.File(file)]).Recordings)];
}
