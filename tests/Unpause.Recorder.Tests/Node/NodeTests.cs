using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Words;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.Node;

/// <summary>Programs of Node.js are recorded by V8's trace events, and run as without the recorder.</summary>
[Trait("Tier", "live")]
public sealed class NodeTests : IDisposable
{
    private const string Work = "const kept=[]; for (let i=0;i<400000;i++) kept[i%20000]={id:i,name:'x'+i}; ";

    private readonly Recorder _recorder = new();

    public void Dispose() => _recorder.Dispose();

    [Theory]
    [InlineData("console.log('out'); console.error('err')", 0, "out\n", "err\n")]
    [InlineData("process.stdout.write('a'); process.exit(3)", 3, "a", "")]
    [InlineData("process.exitCode = 9", 9, "", "")]
    [InlineData("process.kill(process.pid, 'SIGKILL')", 137, "", "")]
    [InlineData("process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 60000)", 143, "", "")]
    [InlineData(
        "process.on('SIGTERM', () => { console.log('bye'); process.exit(5); }); process.kill(process.pid, 'SIGTERM');"
            + "setTimeout(() => {}, 60000)",
        5, "bye\n", "")]
    [InlineData("process.stdin.on('data', (text) => process.stdout.write(text))", 0, "", "")]
    public void Node_AnyEnd_IsAsWithoutTheRecorder(string program, int code, string output, string error)
    {
        var ended = _recorder.Run("node", "-e", Work + program);
        Assert.Equal((code, output, error), (ended.ExitCode, ended.Text, ended.ErrorText));
        Assert.Matches(@"/node-\d+\.trace\.1$", Assert.Single(_recorder.Report.Files));
    }

    [Fact]
    public void Node_Run_HasCollectionsCommandAndTime()
    {
        Assert.Equal(0, _recorder.Run("node", "--expose-gc", "-e", Work + "gc()").ExitCode);
        var recording = Load();
        Assert.Single(recording.Collections, collection => collection.Induced);
        Assert.Contains(recording.Collections, collection => collection.Generation == Generations.Young);
        Assert.NotNull(recording.Clock.StartedAt);
        Assert.StartsWith("node --expose-gc", recording.Source.Command, StringComparison.Ordinal);
        Assert.Contains("--expose-gc", recording.Source.Settings[NodeSettings.Options], StringComparison.Ordinal);
    }

    /// <summary>Node.js alone writes nothing before its end.</summary>
    [Fact]
    public void Node_KilledLater_KeepsAllButTheLastSecond()
    {
        const string Program = "let n = 0; const kept = []; setInterval(() => { for (let i = 0; i < 40000; i++) kept[n++ % 20000] = { n }; "
            + "if (process.uptime() > 3.5) process.kill(process.pid, 'SIGKILL'); }, 5)";
        Assert.Equal(137, _recorder.Run("node", "-e", Program).ExitCode);
        var recording = Load();
        Assert.InRange(recording.DurationNanoseconds!.Value, 2_000_000_000, 60_000_000_000);
        Assert.True(recording.Collections.Count >= 5);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith("The trace has no end", StringComparison.Ordinal));
    }

    [Fact]
    public void Node_OptionsOfTheUser_AreKept()
    {
        _recorder.Environment["NODE_OPTIONS"] = "--max-old-space-size=123";
        var ended = _recorder.Run("node", "-p", "process.env.NODE_OPTIONS.endsWith(' --max-old-space-size=123') && "
            + "require('v8').getHeapStatistics().heap_size_limit < (300 << 20)");
        Assert.Equal("true\n", ended.Text);
        Assert.Single(_recorder.Report.Files);
    }

    [Theory]
    [InlineData("--trace-event-categories=node.perf", "Node.js is not recorded: --trace-event-categories is set already.")]
    [InlineData("--permission", "Node.js is not recorded: --permission is set.")]
    public void Node_OptionsThatExcludeIt_AreReported(string option, string sentence)
    {
        _recorder.Environment["NODE_OPTIONS"] = option;
        Assert.Equal(option + "\n", _recorder.Run("printenv", "NODE_OPTIONS").Text);
        Assert.Contains(sentence, _recorder.Report.NotRecorded);
    }

    [Fact]
    public void Node_ChildrenAndWorkers_AreRecordedToo()
    {
        const string Program = Work + "const { Worker } = require('worker_threads'); "
            + "require('child_process').spawnSync(process.execPath, ['-e', '1']); "
            + "new Worker(\"const kept=[]; for (let i=0;i<400000;i++) kept[i%20000]={id:i,name:'x'+i};\", { eval: true })";
        Assert.Equal(0, _recorder.Run("sh", "-c", $"node -e {Recorder.Quote(Program)}").ExitCode);
        Assert.Equal(2, _recorder.Report.Files.Count());
        var isolates = RuntimeTable.Default.Load([.. _recorder.Report.Files.Select(file => RecordingInput.File(file))]).Recordings;
        Assert.Single(isolates, each => each.Source.Settings.GetValueOrDefault(NodeSettings.Isolate) == NodeSettings.MainThread);
    }

    /// <summary>A process that can't open its trace file would never end.</summary>
    [RootFact]
    public void Node_OtherUser_EndsAndIsRecorded()
    {
        using var recorder = new Recorder { ProgramsMayChangeUser = true };
        var ended = recorder.Run("setpriv", "--reuid", "65534", "--clear-groups", "node", "-e", Work + "console.log(process.getuid())");
        Assert.Equal((0, "65534\n"), (ended.ExitCode, ended.Text));
        Assert.Matches(@"/node-\d+\.trace\.1$", Assert.Single(recorder.Report.Files));
    }

    private Recordings.Recording Load() =>
        Assert.Single(RuntimeTable.Default.Load([RecordingInput.File(Assert.Single(_recorder.Report.Files))]).Recordings);
}
