using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Runtimes.Node;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Words;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.Node;

/// <summary>Running programs of Node.js are recorded through their inspector, and are afterwards as before.</summary>
[Trait("Tier", "live")]
public sealed class LiveNodeTests : IDisposable
{
    private const string AnyPort = "--inspect-port=0";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-test-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void LiveNode_Recorded_HasEveryCollectionAndLeavesNothing()
    {
        using var program = Start(AnyPort);
        var before = Listeners(program);
        using var stop = new CancellationTokenSource();
        using var result = Record(program, stop, until: "minor", () => program.Signal("USR2"));
        Assert.Equal(LiveEnd.Asked, result.End);
        Assert.Empty(result.NotRecorded);
        var recording = Assert.Single(RuntimeTable.Default.Load(result.Inputs).Recordings);
        IsWhatItCounted(recording, program);
        Assert.NotNull(recording.Clock.StartedAt);
        Assert.Contains("collect.js", recording.Source.Command, StringComparison.Ordinal);
        Assert.Contains(AnyPort, recording.Source.Settings[NodeSettings.Options], StringComparison.Ordinal);
        Assert.Equal(before, Listeners(program));
        program.Signal("WINCH");
        Await(() => program.Output.Contains("exit listeners: 0", StringComparison.Ordinal));
    }

    [Fact]
    public void LiveNode_ProcessEnds_KeepsItsLastCollectionsAndItsExitCode()
    {
        using var program = Start(AnyPort, "ENDS=1");
        using var stop = new CancellationTokenSource();
        using var result = Record(program, stop, until: null, () => program.Signal("USR2"));
        Assert.Equal(LiveEnd.ProcessEnded, result.End);
        Assert.Empty(result.NotRecorded);
        IsWhatItCounted(Assert.Single(RuntimeTable.Default.Load(result.Inputs).Recordings), program);
        Await(() => program.HasExited);
    }

    [Fact]
    public void LiveNode_NotAllowed_IsRefusedBeforeAnythingIsSent()
    {
        using var program = Start(AnyPort);
        var refused = Assert.Throws<ObstacleException>(() => LiveRecorder.Record(new LiveOptions(program.Id), CancellationToken.None));
        Assert.Contains("--yes", refused.Message, StringComparison.Ordinal);
        Assert.Empty(Listeners(program));
        Assert.NotNull(LiveDoctor.Examine(program.Id).WatchObstacle);
    }

    [Fact]
    public void LiveNode_OpenInspector_IsUsedAndStaysOpen()
    {
        using var program = Start($"--inspect={FreePort.Find()}");
        var before = Listeners(program);
        Assert.NotEmpty(before);
        Assert.Null(LiveDoctor.Examine(program.Id).WatchObstacle);
        using var stop = new CancellationTokenSource();
        using var result = Record(program, stop, until: "minor", () => program.Signal("USR2"));
        Assert.Empty(result.NotRecorded);
        IsWhatItCounted(Assert.Single(RuntimeTable.Default.Load(result.Inputs).Recordings), program);
        Assert.Equal(before, Listeners(program));
    }

    [Fact]
    public void LiveNode_PortOfAnother_IsRefused()
    {
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        using var program = Start($"--inspect-port={((IPEndPoint)other.LocalEndpoint).Port}");
        IsRefused(program, "another process");
    }

    [Fact]
    public void LiveNode_PortForOtherMachines_IsRefused()
    {
        using var program = Start("--inspect-port=0.0.0.0:0");
        IsRefused(program, "0.0.0.0");
    }

    [Fact]
    public void LiveNode_Stopped_IsRefused()
    {
        using var program = Start(AnyPort);
        program.Stop();
        IsRefused(program, "kill -CONT");
    }

    /// <summary>A program that has Node.js's name and text, but not its handler: SIGUSR1 would end it.</summary>
    [Fact]
    public void LiveNode_SignalThatIsNotHandled_IsNotSent()
    {
        var path = Path.Combine(_folder, "node");
        File.Copy("/bin/sh", path);
        File.AppendAllText(path, "/node-v20.1.0-headers.tar.gz");
        using var program = new LiveProgram(path, "-c", "echo ready; read line");
        Assert.Equal("20.1.0", LiveDoctor.Examine(program.Id).Version);
        IsRefused(program, "SIGUSR1");
    }

    /// <summary>unpause is killed: its connection closes, and nothing more comes.</summary>
    [Fact]
    public void LiveNode_RecorderGone_ClosesItsInspector()
    {
        using var program = Start(AnyPort);
        var process = ProcessView.Find(program.Id)!;
        var path = Path.Combine(_folder, "trace");
        File.WriteAllText(path, "");
        using var file = new NodeTraceFile(path, long.MaxValue);
        var port = InspectorPort.Open(process);
        using (var session = InspectorSession.Begin(process, port.Listener, file))
            session.Call("Runtime.evaluate", NodeRecording.WriteStart);
        Assert.Contains(port.Listener, TcpSocket.Listeners());
        Await(() => !TcpSocket.Listeners().Contains(port.Listener));
        Assert.False(program.HasExited);
    }

    [RootFact]
    public void LiveNode_OfAnotherUser_IsRecordedByRoot()
    {
        var script = File.ReadAllText(Recorder.ProgramFile("collect.js"));
        using var program = new LiveProgram("setpriv", "--reuid", "65534", "--clear-groups", "node", AnyPort, "--expose-gc", "-e", script);
        using var stop = new CancellationTokenSource();
        using var result = Record(program, stop, until: "minor", () => program.Signal("USR2"));
        Assert.Empty(result.NotRecorded);
        IsWhatItCounted(Assert.Single(RuntimeTable.Default.Load(result.Inputs).Recordings), program);
        Assert.Empty(Listeners(program));
    }

    [Fact]
    public void LiveNode_LimitOfSize_EndsTheRecording()
    {
        using var program = Start(AnyPort);
        using var stop = new CancellationTokenSource(Patience);
        program.Signal("USR2");
        using var result = LiveRecorder.Record(new LiveOptions(program.Id) { Allowed = true, MostBytes = 100 }, stop.Token);
        Assert.Equal(LiveEnd.Seen, result.End);
        Assert.NotEmpty(result.NotRecorded);
        Assert.Empty(Listeners(program));
    }

    [Fact]
    public void InspectorSocket_SocketOfAnotherProcess_IsNotConnectedTo()
    {
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        using var program = Start(AnyPort);
        var socket = TcpSocket.Listeners().Single(socket => socket.Local.Equals(other.LocalEndpoint));
        Assert.True(socket.IsOf(ProcessView.Find(Environment.ProcessId)!));
        Assert.Throws<ObstacleException>(() => InspectorSocket.Connect(ProcessView.Find(program.Id)!, socket, long.MaxValue));
    }

    private static LiveProgram Start(string option, string? variable = null) =>
        new("env", variable ?? "ENDS=", "node", option, "--expose-gc", Recorder.ProgramFile("collect.js"));

    private static void IsRefused(LiveProgram program, string why)
    {
        var obstacle = Assert.Single(LiveDoctor.Examine(program.Id).Obstacles);
        Assert.Contains(why, obstacle.ToString(), StringComparison.Ordinal);
        var refused = Assert.Throws<ObstacleException>(() =>
            LiveRecorder.Record(new LiveOptions(program.Id) { Allowed = true }, CancellationToken.None));
        Assert.Contains(why, refused.Message, StringComparison.Ordinal);
        Assert.False(program.HasExited);
    }

    /// <summary>Records from before an action until the program has printed a word.</summary>
    private static LiveResult Record(LiveProgram program, CancellationTokenSource stop, string? until, Action once)
    {
        stop.CancelAfter(Patience);
        return LiveRecorder.Record(new LiveOptions(program.Id) { Allowed = true, Started = Begin }, stop.Token);

        void Begin(string what)
        {
            once();
            if (until is null) return;
            new Thread(() =>
            {
                SpinWait.SpinUntil(() => program.Output.Contains(until, StringComparison.Ordinal), Patience);
                stop.Cancel();
            }).Start();
        }
    }

    private static void IsWhatItCounted(Recordings.Recording recording, LiveProgram program)
    {
        using var counts = JsonDocument.Parse(program.Output.Split('\n').First(line => line.StartsWith('{')));
        int Count(string name) => counts.RootElement.GetProperty(name).GetInt32();
        // A collection for the script that is evaluated may come in front of the signal.
        Assert.InRange(recording.Collections.Count(one => one.Generation == Generations.Young) - Count("minor"), 0, 1);
        Assert.InRange(recording.Collections.Count(one => one.Generation != Generations.Young) - Count("major"), 0, 1);
        Assert.True(Count("minor") > 3 && Count("major") > 0);
        var observed = counts.RootElement.GetProperty("ms").GetDouble();
        // The pause itself is within what the observer measures.
        Assert.InRange(recording.Pauses.Sum(pause => pause.DurationNanoseconds) / 1e6, 0.9 * observed, 1.01 * observed + 5);
    }

    private static List<TcpSocket> Listeners(LiveProgram program)
    {
        var process = ProcessView.Find(program.Id)!;
        return TcpSocket.Listeners().FindAll(socket => socket.IsOf(process));
    }

    private static void Await(Func<bool> condition) => Assert.True(SpinWait.SpinUntil(condition, Patience));
}
