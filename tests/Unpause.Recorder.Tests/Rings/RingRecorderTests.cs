using System.Globalization;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Rings;
using Unpause.Recorder.Runtimes.Jvm;
using Unpause.Recordings.Rings;

namespace Unpause.Recorder.Tests.Rings;

/// <summary>The ring of a real JVM: its parts overlap, old ones go, and nothing stays in the JVM.</summary>
[Trait("Tier", "live")]
public sealed class RingRecorderTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60) + CostLimit.Span;

    [Fact]
    public void Ring_OfAJvm_CoversTheStretchAndForgetsTheRest()
    {
        using var program = Calm();
        var process = ProcessView.Find(program.Id)!;
        var before = JvmLogOutput.Configuration(JvmAttach.Execute(process, "VM.log list"));
        using var ring = new Ring(program);

        ring.Await(index => index is [{ State: RingProcess.Recording, Parts: [{ Name: "1" }] }]);
        ring.Await(index => index[0].Parts is [{ Name: "1" }, { Name: "2" }]);
        // The third begins when the second has covered the stretch; then the first goes.
        var parts = ring.Await(index => index[0].Parts is [{ Name: "2" }, { Name: "3" }])[0].Parts;
        Assert.InRange(parts[1].Since - parts[0].Since, ring.Stretch, ring.Stretch + TimeSpan.FromSeconds(5));
        Assert.Equal(["2", "3"], ring.Folders());
        var log = Directory.GetFiles(Path.Combine(ring.Live, ring.Key, "2")).Single();
        Assert.Contains("Pause Young", File.ReadAllText(log), StringComparison.Ordinal);

        // Asked to finish a part: it stays for the judge, and a newer one records.
        ring.Recorder.Finish(ring.Key);
        ring.Await(index => index[0].Parts is [{ Name: "2", Ended: true }, { Name: "3", Ended: false }, ..]);

        ring.Stop();
        Assert.Equal(before, JvmLogOutput.Configuration(JvmAttach.Execute(process, "VM.log list")));
        Assert.True(File.Exists(log));
    }

    [Fact]
    public void Ring_OfAJvmWithItsOwnLog_FollowsThatAndEnablesNothing()
    {
        var own = Path.Combine(Directory.CreateTempSubdirectory("unpause-own-").FullName, "gc.log");
        using var program = Calm($"-Xlog:gc*,safepoint:file={own}:time,uptime,level,tags:filecount=9,filesize=8K");
        var process = ProcessView.Find(program.Id)!;
        var before = JvmLogOutput.Configuration(JvmAttach.Execute(process, "VM.log list"));
        using var ring = new Ring(program);

        ring.Await(index => index is [{ Source: { } source }] && source.Contains(own, StringComparison.Ordinal));
        Assert.Equal(before, JvmLogOutput.Configuration(JvmAttach.Execute(process, "VM.log list")));
        // It is followed through a rotation of the JVM's.
        ring.Await(_ => File.Exists(own + ".0"));
        ring.Await(index => index[0].Parts is [{ Name: "2" }, { Name: "3" }]);
        ring.Stop();

        var copied = File.ReadAllLines(Directory.GetFiles(Path.Combine(ring.Live, ring.Key, "2")).Single());
        Assert.Contains(copied, line => line.Contains("Pause Young", StringComparison.Ordinal));
        var written = Directory.GetFiles(Path.GetDirectoryName(own)!).SelectMany(File.ReadLines).ToHashSet(StringComparer.Ordinal);
        Assert.All(copied, line => Assert.Contains(line, written));
        Assert.Equal(copied.Length, copied.Distinct().Count());
        Directory.Delete(Path.GetDirectoryName(own)!, recursive: true);
    }

    [Fact]
    public void Ring_InUse_IsRefusedWithWhatToDo()
    {
        using var program = Calm();
        using var ring = new Ring(program);

        var refused = Assert.Throws<ObstacleException>(() => RingRecorder.Open(new RingPlan(ring.Folder)));
        Assert.Contains("--ring", refused.Obstacle.Instead, StringComparison.Ordinal);
    }

    [Fact]
    public void Process_ThatEnds_IsLetGoAndItsLastMinutesStay()
    {
        var program = Calm();
        using var ring = new Ring(program);
        ring.Await(index => index is [{ Parts.Count: > 0, Source: not null }]);

        program.Dispose();

        var ended = ring.Await(index => index is [{ State: RingProcess.Ended }])[0];
        Assert.NotEmpty(ended.Parts);
        Assert.True(Directory.Exists(Path.Combine(ring.Live, ended.Key, ended.Parts[0].Name)));
    }

    [Fact]
    public void Recording_ThatCostsMoreThanItMay_RestsAndIsSaid()
    {
        using var program = Calm();
        var process = ProcessView.Find(program.Id)!;
        var before = JvmLogOutput.Configuration(JvmAttach.Execute(process, "VM.log list"));
        var said = new List<string>();
        using var ring = new Ring(program, mostCores: 0, said.Add);

        // Parts end one after the other, when their sources have written what they write at the end.
        var resting = ring.Await(
            index => index is [{ State: RingProcess.Refused, Parts: [_, ..] parts }] && parts.All(part => part.Ended))[0];

        Assert.Contains(resting.Reason!, Assert.Single(said), StringComparison.Ordinal);
        Assert.Equal(before, JvmLogOutput.Configuration(JvmAttach.Execute(process, "VM.log list")));
    }

    private static LiveProgram Calm(params string[] options) =>
        new(["java", .. options, "-Xmx64m", "-XX:+UseSerialGC", Unpause.Recorder.Tests.Recorder.ProgramFile("Calm.java")]);

    /// <summary>A recorder of one program at work, in a folder of its own.</summary>
    private sealed class Ring : IDisposable
    {
        private readonly CancellationTokenSource _stop = new();
        private readonly Thread _thread;

        public Ring(LiveProgram program, double mostCores = 1, Action<string>? said = null)
        {
            Folder = Directory.CreateTempSubdirectory("unpause-ring-").FullName;
            Recorder = RingRecorder.Open(new RingPlan(Folder)
            {
                Stretch = Stretch,
                MostCores = mostCores,
                Selection = new([program.Id.ToString(CultureInfo.InvariantCulture)]),
            });
            Recorder.Said = said;
            _thread = new Thread(() => Recorder.Run(_stop.Token)) { IsBackground = true };
            _thread.Start();
        }

        public string Folder { get; }

        public RingRecorder Recorder { get; }

        public TimeSpan Stretch { get; } = RingPlan.LeastStretch;

        public string Live => Path.Combine(Folder, RingIndex.LiveFolder);

        public string Key => Processes()[0].Key;

        public IReadOnlyList<RingProcess> Processes() => Path.Combine(Live, RingIndex.FileName) is var path && File.Exists(path)
            ? RingIndex.Parse(File.ReadAllBytes(path))!.Processes
            : [];

        public IReadOnlyList<string> Folders() =>
            [.. Directory.GetDirectories(Path.Combine(Live, Key)).Select(path => Path.GetFileName(path)!).Order()];

        public IReadOnlyList<RingProcess> Await(Func<IReadOnlyList<RingProcess>, bool> isSo)
        {
            IReadOnlyList<RingProcess> found = [];
            var came = SpinWait.SpinUntil(
                () =>
                {
                    Thread.Sleep(100);
                    found = Processes();
                    return found.Count > 0 && isSo(found);
                },
                Patience);
            Assert.True(came, string.Join("; ", found.Select(one => $"{one.State} {one.Reason} {string.Join(", ", one.Parts)}")));
            return found;
        }

        public void Stop()
        {
            _stop.Cancel();
            Assert.True(_thread.Join(Patience));
        }

        public void Dispose()
        {
            _stop.Cancel();
            _thread.Join(Patience);
            Recorder.Dispose();
            Directory.Delete(Folder, recursive: true);
        }
    }
}
