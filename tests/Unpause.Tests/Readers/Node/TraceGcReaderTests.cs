using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings;
using Unpause.Recordings.Readers.Node;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Node;

/// <summary>What V8 prints of its collections, of ten versions of Node.js; the program counted them itself.</summary>
public class TraceGcReaderTests
{
    public static TheoryData<string> Files =>
    [
        "lines/counts-node8.txt", "lines/counts-node10.txt", "lines/counts-node12.txt", "lines/counts-node14.txt",
        "lines/counts-node16.txt", "lines/counts-node18.txt", "lines/counts-node20.txt", "lines/counts-node22.txt",
        "lines/counts-node24.txt", "lines/counts-node26.txt", "lines/nvp-node20.txt", "lines/nvp-node24.txt", "lines/nvp-node26.txt",
        "lines/verbose-node20.txt",
    ];

    /// <summary>A short log of each kind, cut and split everywhere.</summary>
    public static TheoryData<string> Short =>
        ["lines/counts-node8.txt", "lines/counts-node20.txt", "lines/nvp-node26.txt", "lines/verbose-node20.txt"];

    [Theory]
    [MemberData(nameof(Files))]
    public void TraceGcReader_EveryVersion_CountsAsTheProgramItself(string file)
    {
        var recordings = Samples.Of(NodeSamples.Bytes(file));
        var observed = NodeSamples.Observed(Path.ChangeExtension(file, ".json"));
        Assert.Equal(observed.Count, recordings.Count);
        // Lines of nvp say why only from Node.js 26 on.
        var hasReasons = !file.Contains("nvp", StringComparison.Ordinal) || file.Contains("26", StringComparison.Ordinal);
        for (var i = 0; i < observed.Count && hasReasons; i++)
        {
            var seen = NodeSamples.FromFirstForced(recordings[i]);
            Assert.Equal(
                (observed[i].Minor, observed[i].Major),
                (seen.Count(each => each.Generation == Generations.Young), seen.Count(each => each.Generation == Generations.Full)));
        }
    }

    /// <summary>Counted and summed by another expression over the raw text.</summary>
    [Theory]
    [MemberData(nameof(Files))]
    public void TraceGcReader_EveryLine_HasItsPause(string file)
    {
        var text = Encoding.UTF8.GetString(NodeSamples.Bytes(file));
        var expected = Regex.Matches(text, @"(?:pause=|\{""pause"":|MB, (?:pooled: *[\d.]+ MB, )?)(\d+\.\d+)")
            .Select(match => double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture)).Order();
        var recordings = Samples.Of(text);
        Assert.Equal(
            expected, recordings.SelectMany(recording => recording.Pauses).Select(pause => pause.DurationNanoseconds / 1e6).Order());
        Assert.All(recordings, recording =>
        {
            Assert.Equal((NodeFormats.TraceGc, Runtimes.Node), (recording.Source.Format, recording.Source.Runtime));
            Assert.Equal((0, false), (recording.Coverage.LinesUnparsed, recording.Coverage.Unreadable));
        });
    }

    [Fact]
    public void TraceGcReader_WorkerThread_IsARecordingOfItsOwn()
    {
        var recordings = Samples.Of(NodeSamples.Bytes("lines/counts-node20.txt"));
        Assert.Single(recordings.Select(recording => recording.Source.ProcessId).Distinct());
        Assert.Equal(NodeSettings.MainThread, recordings[0].Source.Settings[NodeSettings.Isolate]);
        Assert.StartsWith(NodeSettings.Worker, recordings[1].Source.Settings[NodeSettings.Isolate], StringComparison.Ordinal);
    }

    [Fact]
    public void TraceGcReader_IncrementalMarking_BeginsWithMarkingAndStopsForItsPauseOnly()
    {
        const string Line = "[8074:0x34bdac40]      153 ms: Mark-Compact 44.4 (73.6) -> 29.0 (63.4) MB, 7.07 / 0.00 ms  "
            + "(+ 13.2 ms in 33 steps since start of marking, biggest step 12.0 ms, walltime since start of marking 30 ms) "
            + "(average mu = 1.000, current mu = 1.000) finalize incremental marking via task; GC in old space requested\n";
        var recording = Assert.Single(Samples.Of(Line));
        var collection = Assert.Single(recording.Collections);
        Assert.Equal((CollectionKind.Background, true), (collection.Kind, collection.WholeHeap));
        Assert.Equal((123_000_000, 153_000_000), (collection.StartNanoseconds, collection.EndNanoseconds));
        Assert.Equal((Causes.Occupancy, "finalize incremental marking via task"), (collection.Cause, collection.RuntimeCause));
        var pause = Assert.Single(recording.Pauses);
        Assert.Equal((145_930_000, 7_070_000), (pause.StartNanoseconds, pause.DurationNanoseconds));
        var steps = Assert.Single(recording.Phases);
        Assert.Equal((NodePhases.Steps, 13_200_000, true), (steps.Name, steps.DurationNanoseconds, steps.Concurrent));
        Assert.Equal(12.0, Assert.Single(recording.Counters).Value);
    }

    [Theory]
    [InlineData(
        "[1:0x1]  9 ms: Scavenge 4.0 (5.0) -> 3.0 (5.0) MB, 1.0 / 0.0 ms  allocation failure \n",
        "young", "allocation", "allocation failure")]
    [InlineData(
        "[1]  9 ms: Mark-sweep 4.0 (5.0) -> 3.0 (5.0) MB, 1.0 / 0 ms [allocation failure] [GC in old space requested].\n",
        "full", "allocation", "allocation failure")]
    [InlineData(
        "[1:0x1] 9 ms: Mark-Compact (reduce) 4.0 (5.0) -> 3.0 (5.0) MB, 1.0 / 0.0 ms  (average mu = 0.1, current mu = 0.0) last resort; \n",
        "full", "low-memory", "last resort")]
    [InlineData(
        "[1:0x1] 9 ms: Mark-sweep 4.0 (5.0) -> 3.0 (5.0) MB, 1.0 / 0.0 ms  (average mu = 0.1, current mu = 0.0) allocation failure "
            + "scavenge might not succeed\n",
        "full", "low-memory", "scavenge might not succeed")]
    [InlineData(
        "[1:0x1:0] 9 ms: Incremental Mark-Compact 4.0 (5.0) -> 3.0 (5.0) MB, pooled: 0.0 MB, 1.0 / 0.0 ms "
            + "(average mu = 0.1, current mu = 0.0) external memory pressure; \n",
        "full", "occupancy", "external memory pressure")]
    [InlineData(
        "[1:0x1] 9 ms: Minor Mark-Sweep 4.0 (5.0) -> 3.0 (5.0) MB, 1.0 / 0.0 ms  (average mu = 1.000, current mu = 1.000) testing; \n",
        "young", "induced", "testing")]
    public void TraceGcReader_WordsOfVersions_AreOneVocabulary(string line, string generation, string cause, string word)
    {
        var collection = Assert.Single(Assert.Single(Samples.Of(line)).Collections);
        Assert.Equal((generation, cause, word), (collection.Generation, collection.Cause, collection.RuntimeCause));
        Assert.Equal((4L << 20, 3L << 20, 5L << 20), (collection.HeapBeforeBytes, collection.HeapAfterBytes, collection.HeapCapacityBytes));
        Assert.Equal(word == NodeReasons.Testing, collection.Induced);
    }

    /// <summary>What an application prints without a line's end is in front of a line; Docker's time says when it arrived.</summary>
    [Fact]
    public void TraceGcReader_LineBehindOtherText_IsRead()
    {
        const string Docker = "2026-11-22T10:00:00.100000000Z listening [1] "
            + "[7:0x5]  90 ms: Scavenge 4.0 (5.0) -> 3.0 (5.0) MB, 1.0 / 0.0 ms  task; \n";
        var recording = Assert.Single(Samples.Of(Docker));
        Assert.Equal(new DateTimeOffset(2026, 11, 22, 10, 0, 0, 10, TimeSpan.Zero), recording.Clock.StartedAt);
        Assert.Equal(7, recording.Source.ProcessId);
    }

    /// <summary>The process prints its last lines again when it dies of its heap limit.</summary>
    [Fact]
    public void TraceGcReader_LastFewGcs_AreNotCountedTwice()
    {
        const string One = "[1:0x5]  90 ms: Mark-Compact 4.0 (5.0) -> 3.0 (5.0) MB, 1.00 / 0.00 ms  (average mu = 1) task; \n";
        const string Two = "[1:0x5]  95 ms: Mark-Compact 5.0 (5.0) -> 3.0 (5.0) MB, 1.50 / 0.00 ms  (average mu = 1) task; \n";
        const string Again = "\n<--- Last few GCs --->\n\n" + One + Two + "\n<--- JS stacktrace --->\n";
        Assert.Equal(2, Assert.Single(Samples.Of(One + Two + Again)).Pauses.Count);
        Assert.Equal(2, Assert.Single(Samples.Of(Again)).Pauses.Count);
    }

    /// <summary>In a container every process has the number 1, and may have its heap at the same address.</summary>
    [Fact]
    public void TraceGcReader_TimeGoesBack_IsANewProcess()
    {
        const string Line = "[1:0x5]  {0} ms: Scavenge 4.0 (5.0) -> 3.0 (5.0) MB, 1.0 / 0.0 ms  task; \n";
        var text = string.Concat(new[] { 20, 900, 21 }.Select(at => string.Format(CultureInfo.InvariantCulture, Line, at)));
        Assert.Equal([2, 1], Samples.Of(text).Select(recording => recording.Pauses.Count));
    }

    [Fact]
    public void TraceGcReader_VerboseLines_HaveTheHeapsParts()
    {
        var recording = Assert.Single(Samples.Of(NodeSamples.Bytes("lines/verbose-node20.txt")));
        var text = Encoding.UTF8.GetString(NodeSamples.Bytes("lines/verbose-node20.txt"));
        var old = Regex.Matches(text, @"Old space, +used: +(\d+) KB")
            .Select(match => long.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture) * 1024);
        var read = Enumerable.Range(0, recording.Collections.Count).Select(i => recording.Facts!.Get(i, NodeSpaces.Old, SpaceFact.After));
        Assert.Equal(old.Cast<long?>(), read);
        Assert.Equal(recording.Collections.Count, Assert.Single(recording.ProcessCounters!).Samples);
    }

    [Theory]
    [InlineData("[1:0x5]  9 ms: Scavenge 4.0 (5.0) -> 3.0 (5.0) MB, -1.0 / 0.0 ms  task; \n")]
    [InlineData("[1:0x5]  9 ms: Scavenge 4.0 (5.0) -> 3.0 (5.0) MB, 99999999999 / 0.0 ms  task; \n")]
    [InlineData("[1:0x5]  9 ms: Scavenge 99999999999999.0 (5.0) -> 3.0 (5.0) MB, 1.0 / 0.0 ms  task; \n")]
    [InlineData("[1:0x5]  9 ms: Mark-Compact 4.0 (5.0) -> 3.0 (5\n")]
    [InlineData("[1:0x5]  9 ms: pause= gc=s\n")]
    public void TraceGcReader_ImpossibleLine_IsCountedAsNotUnderstood(string line)
    {
        const string Good = "[1:0x5]  9 ms: Scavenge 4.0 (5.0) -> 3.0 (5.0) MB, 1.0 / 0.0 ms  task; \n";
        var recording = Assert.Single(Samples.Of(Good + line));
        Assert.Equal((1, 1), (recording.Coverage.LinesUnparsed, recording.Pauses.Count));
    }

    [Theory]
    [InlineData("[1:0x5]  9 ms: Server started\n")]
    [InlineData("[123] 5 ms: Scavenge\n")]
    [InlineData("[99999999999:0x5]  9 ms: Scavenge 4.0 (5.0) -> 3.0 (5.0) MB, 1.0 / 0.0 ms  task; \n")]
    [InlineData("[1:0x5]  99999999999999999 ms: Scavenge 4.0 (5.0) -> 3.0 (5.0) MB, 1.0 / 0.0 ms  task; \n")]
    public void TraceGcReader_OtherText_IsNoRecording(string text) => Assert.Empty(Samples.Of(text));

    [Theory]
    [MemberData(nameof(Short))]
    public void TraceGcReader_CutAtEveryByte_LosesNoWholeLine(string file)
    {
        var bytes = NodeSamples.Bytes(file).AsSpan(0, Math.Min(3500, NodeSamples.Bytes(file).Length)).ToArray();
        for (var length = 0; length < bytes.Length; length++)
        {
            var cut = bytes[..length];
            var whole = bytes[..(Array.LastIndexOf(bytes, (byte)'\n', Math.Max(0, length - 1)) + 1)];
            var pauses = Samples.Of(cut).Sum(recording => recording.Pauses.Count);
            Assert.InRange(pauses, Samples.Of(whole).Sum(each => each.Pauses.Count), Samples.Of(bytes).Sum(each => each.Pauses.Count));
        }
    }

    [Theory]
    [MemberData(nameof(Short))]
    public void TraceGcReader_SplitAnywhereOrCrLf_GivesTheSame(string file)
    {
        var bytes = NodeSamples.Bytes(file);
        var expected = Samples.Describe(Samples.Of(bytes));
        for (var seed = 0; seed < 20; seed++)
        {
            var read = new TraceGcReader().Read(new TricklingStream(bytes, seed, 50), new Recordings.Readers.ReadContext(["trickle"]));
            Assert.Equal(expected, Samples.Describe(read));
        }

        var crlf = Encoding.UTF8.GetString(bytes).Replace("\n", "\r\n", StringComparison.Ordinal);
        Assert.Equal(expected, Samples.Describe(Samples.Of(crlf)));
    }

    [Fact]
    public void TraceGcReader_ManyIsolates_AreBounded()
    {
        var text = string.Concat(Enumerable.Range(1, 5000).Select(i =>
            string.Create(CultureInfo.InvariantCulture, $"[{i}:0x5]  9 ms: Scavenge 4.0 (5.0) -> 3.0 (5.0) MB, 1.0 / 0.0 ms  task; \n")));
        var recordings = Samples.Of(text);
        Assert.Equal(Limits.Processes, recordings.Count);
        Assert.True(recordings[0].Coverage.Unreadable);
    }
}
