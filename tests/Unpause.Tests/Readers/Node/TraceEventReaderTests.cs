using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Readers.Node;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Node;

/// <summary>Trace events of nine versions of Node.js; the program counted its collections itself, and V8 printed them.</summary>
public class TraceEventReaderTests
{
    private const string Of7 = """ "pid":7,"tid":7,"cat":"devtools.timeline,v8","name":"MinorGC","args": """;

    private const string Begin = $$$"""{"ts":1000,"ph":"B",{{{Of7}}}{"usedHeapSizeBefore":9,"type":"task"}}""";

    private const string End = $$$"""{"ts":3500,"ph":"E",{{{Of7}}}{"usedHeapSizeAfter":4}}""";

    public static TheoryData<int> Versions => [10, 12, 14, 16, 18, 20, 22, 24, 26];

    [Theory]
    [MemberData(nameof(Versions))]
    public void TraceEventReader_EveryVersion_CountsAsTheProgramItself(int version)
    {
        var recordings = ByThread(version);
        var observed = NodeSamples.Observed($"traces/counts-node{version}.json");
        Assert.Equal(observed.Count, recordings.Count);
        for (var i = 0; i < observed.Count; i++)
        {
            // Node.js 10 and 12 do not say why they collect: the first full collection is the first forced one.
            IReadOnlyList<Collection> seen = version < 14
                ? [.. recordings[i].Collections.SkipWhile(each => each.Generation != Generations.Full)]
                : NodeSamples.FromFirstForced(recordings[i]);
            Assert.Equal(
                (observed[i].Minor, observed[i].Major),
                (seen.Count(each => each.Generation == Generations.Young), seen.Count(each => each.Generation == Generations.Full)));
        }
    }

    /// <summary>
    /// The program measures from callback to callback: that is the stop. Up to 16 statistics are written after the last callback.
    /// </summary>
    [Theory]
    [InlineData(14, 0.2)]
    [InlineData(16, 0.2)]
    [InlineData(18, 0.01)]
    [InlineData(20, 0.01)]
    [InlineData(22, 0.01)]
    [InlineData(24, 0.01)]
    [InlineData(26, 0.01)]
    public void TraceEventReader_Stops_SumUpAsTheProgramMeasured(int version, double share)
    {
        var observed = NodeSamples.Observed($"traces/counts-node{version}.json");
        var recordings = ByThread(version);
        for (var i = 0; i < observed.Count; i++)
        {
            var first = NodeSamples.FromFirstForced(recordings[i])[0].StartNanoseconds;
            var sum = recordings[i].Stops!.Where(stop => stop.StartNanoseconds + stop.DurationNanoseconds > first)
                .Sum(stop => stop.DurationNanoseconds);
            Assert.Equal(1.0, sum / 1e6 / observed[i].Milliseconds, share);
        }
    }

    /// <summary>
    /// V8 printed the same collections of the same process. Up to 12 there are timers only, which begin late if the CPU is busy.
    /// </summary>
    [Theory]
    [InlineData(10, 0.3)]
    [InlineData(12, 0.3)]
    [InlineData(14, 0.01)]
    [InlineData(16, 0.01)]
    [InlineData(18, 0.01)]
    [InlineData(20, 0.01)]
    [InlineData(22, 0.01)]
    [InlineData(24, 0.01)]
    public void TraceEventReader_Pauses_AreThoseThatV8Prints(int version, double share)
    {
        var printed = Samples.Of(NodeSamples.Bytes($"lines/counts-node{version}.txt"));
        var traced = ByThread(version);
        Assert.Equal(printed.Count, traced.Count);
        for (var i = 0; i < printed.Count; i++)
        {
            Assert.Equal(
                printed[i].Collections.Select(each => (each.Generation, each.Kind)),
                traced[i].Collections.Select(each => (each.Generation, each.Kind)));
            Assert.Equal(1.0, (double)Sum(traced[i]) / Sum(printed[i]), share);
        }
    }

    [Fact]
    public void TraceEventReader_Heap_IsThatOfTheStatistics()
    {
        var recording = ByThread(20)[0];
        Assert.Equal(("20.20.2", "/usr/bin/node"), (recording.Source.RuntimeVersion, recording.Source.Command));
        Assert.Equal("4345298944", recording.Source.Settings[NodeSettings.HeapLimit]);
        Assert.All(recording.Collections, collection => Assert.NotNull(collection.HeapCapacityBytes));
        Assert.All(
            recording.Collections.Where(each => each.Generation == Generations.Young).Skip(1),
            collection => Assert.InRange(collection.PromotedBytes!.Value, 0, collection.SurvivorBytes!.Value));
        // Buffers of a MiB are outside the heap.
        Assert.InRange(Assert.Single(recording.ProcessCounters!).Max, 4 << 20, 64 << 20);
        Assert.Contains("scavenge.parallel", recording.Phases.Names);
    }

    /// <summary>A process that is killed has not written the end of its document.</summary>
    [Fact]
    public void TraceEventReader_CutAtAnyByte_KeepsWhatIsWhole()
    {
        var bytes = NodeSamples.Bytes("traces/counts-node20.trace.gz");
        var most = Samples.Of(bytes).Sum(recording => recording.Pauses.Count);
        var last = 0;
        var step = Math.Max(1, bytes.Length / 400);
        for (var length = 3000; length < bytes.Length; length += step + (length % 7))
        {
            var recordings = Samples.Of(bytes[..length]);
            var pauses = recordings.Sum(recording => recording.Pauses.Count);
            Assert.InRange(pauses, last, most);
            Assert.Contains(
                recordings.SelectMany(each => each.Coverage.Notes),
                note => note.Text.StartsWith("The trace has no end", StringComparison.Ordinal));
            last = pauses;
        }

        Assert.InRange(last, most - 1, most);
    }

    [Fact]
    public void TraceEventReader_SmallTraceCutAtEveryByte_NeverFails()
    {
        var bytes = Encoding.UTF8.GetBytes($$"""{"traceEvents":[{{Begin}},{{End}},{{Begin}},{{End}}]}""");
        for (var length = 0; length <= bytes.Length; length++)
        {
            var pauses = Samples.Of(bytes[..length]).Sum(recording => recording.Pauses.Count);
            Assert.InRange(pauses, 0, 2);
        }
    }

    [Theory]
    [InlineData(10)]
    [InlineData(20)]
    public void TraceEventReader_SplitAnywhere_GivesTheSame(int version)
    {
        var bytes = NodeSamples.Bytes($"traces/counts-node{version}.trace.gz");
        var expected = Samples.Describe(Samples.Of(bytes));
        for (var seed = 0; seed < 5; seed++)
        {
            var read = new TraceEventReader().Read(new TricklingStream(bytes, seed, 90), new Recordings.Readers.ReadContext(["trickle"]));
            Assert.Equal(expected, Samples.Describe(read));
        }
    }

    /// <summary>Browsers write an array or more keys around it, one event for an interval, and fractions of microseconds.</summary>
    [Theory]
    [InlineData("[{0}]")]
    [InlineData("[{0}")]
    [InlineData("{{\"metadata\":{{\"os\":\"[{{\\\"\"}},\"traceEvents\":[{0}],\"stackFrames\":{{}}}}")]
    [InlineData("{{\r\n\"traceEvents\": [\r\n{0}\r\n]\r\n}}\r\n")]
    public void TraceEventReader_TraceOfABrowser_IsRead(string document)
    {
        const string Events = """
            {"args":{"name":"Renderer"},"cat":"__metadata","name":"process_name","ph":"M","pid":4,"tid":1,"ts":0},
            {"args":{"type":"allocation failure","usedHeapSizeAfter":5,"usedHeapSizeBefore":8},"cat":"devtools.timeline,v8",
            "dur":1500.5,"name":"MajorGC","ph":"X","pid":4,"tid":1,"ts":77.25}
            """;
        var recording = Assert.Single(Samples.Of(string.Format(System.Globalization.CultureInfo.InvariantCulture, document, Events)));
        Assert.Equal(("Renderer", "full"), (recording.Source.Command, recording.Collections[0].Generation));
        Assert.Equal(1_500_500, Assert.Single(recording.Pauses).DurationNanoseconds);
        Assert.Equal((8, 5), (recording.Collections[0].HeapBeforeBytes, recording.Collections[0].HeapAfterBytes));
    }

    [Fact]
    public void TraceEventReader_MarkOfTheProgram_GivesWallTimeAndCommand()
    {
        const string Name = "time::unpause 1795893480630 argv=node%20a%22b.js options=--expose-gc";
        const string Mark = $$$"""{"pid":7,"tid":7,"ts":2000,"ph":"b","cat":"node,node.console","name":"{{{Name}}}","args":{}}""";
        var recording = Assert.Single(Samples.Of($$"""{"traceEvents":[{{Begin}},{{End}},{{Mark}}]}"""));
        Assert.Equal(DateTimeOffset.FromUnixTimeMilliseconds(1795893480629), recording.Clock.StartedAt);
        Assert.Equal(("node a\"b.js", "--expose-gc"), (recording.Source.Command, recording.Source.Settings[NodeSettings.Options]));
    }

    [Fact]
    public void TraceEventReader_StepOfMarking_IsNoCollection()
    {
        var step = Begin.Replace("MinorGC", "MajorGC", StringComparison.Ordinal)
            .Replace("task", NodeReasons.FinalizationStep, StringComparison.Ordinal);
        var end = End.Replace("MinorGC", "MajorGC", StringComparison.Ordinal);
        var recording = Assert.Single(Samples.Of($$"""{"traceEvents":[{{Begin}},{{End}},{{step}},{{end}}]}"""));
        Assert.Equal("young", Assert.Single(recording.Collections).Generation);
    }

    [Theory]
    [InlineData("""{"ph":"B","tid":1,"ts":-5,"name":"MinorGC"},{"ph":"E","tid":1,"ts":1e400,"name":"MinorGC"}]}""")]
    [InlineData("""{"ph":"E","tid":1,"ts":5,"name":"MinorGC"},{"ph":"X","tid":1,"ts":5,"dur":99999999999999999,"name":"MinorGC"}]}""")]
    [InlineData("""{"ph":"B","tid":1,"ts":5,"name":"MinorGC","args":{"type":7,"usedHeapSizeBefore":-1}},{"ts":7""")]
    [InlineData("""{"ph":"I","tid":1,"ts":5,"name":"V8.GC_Heap_Stats","args":{"stats":"{\"used_heap_size\":}"}},]]]}}}}""")]
    public void TraceEventReader_ImpossibleEvents_AreLeftOut(string events) =>
        Assert.All(
            Samples.Of("""{"traceEvents":[{"cat":"v8"},""" + events).SelectMany(recording => recording.Pauses),
            pause => Assert.InRange(pause.DurationNanoseconds, 0, Limits.PauseNanoseconds));

    [Fact]
    public void TraceEventReader_DeepOrLongEvents_AreLeftOut()
    {
        var deep = $$"""{"a":{{string.Concat(Enumerable.Repeat("[", 100_000))}}{{string.Concat(Enumerable.Repeat("]", 100_000))}}}""";
        var wide = $$"""{"name":"MinorGC","a":"{{new string('x', Limits.TraceEventBytes)}}"}""";
        var recording = Assert.Single(Samples.Of($$"""{"traceEvents":[{{Begin}},{{End}},{{deep}},{{wide}},{{Begin}},{{End}}]}"""));
        Assert.Equal(2, recording.Pauses.Count);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith("1 events are longer", StringComparison.Ordinal));
    }

    /// <summary>A trace of this program, and of others without V8, is no recording of it.</summary>
    [Fact]
    public void TraceEventReader_TraceWithoutV8_IsNoRecording() =>
        Assert.Empty(Samples.Of("""{"traceEvents":[{"pid":1,"tid":1,"ts":5,"ph":"X","cat":"gc","name":"Pause Young","dur":5}]}"""));

    private static long Sum(Recording recording) => recording.Pauses.Sum(pause => pause.DurationNanoseconds);

    private static IReadOnlyList<Recording> ByThread(int version) =>
        [.. Samples.Of(NodeSamples.Bytes($"traces/counts-node{version}.trace.gz"))
            .OrderBy(each => each.Source.Settings.GetValueOrDefault(NodeSettings.Isolate), StringComparer.Ordinal)];
}
