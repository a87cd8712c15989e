using System.Globalization;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Unpause.Recordings;
using Unpause.Recordings.Triggers;
using Unpause.Recordings.Words;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Readers;

/// <summary>What triggered collections, against what other tools and the programs' sources say.</summary>
public sealed class CollectionTriggersTests
{
    /// <summary>
    /// Lines of <c>jfr print</c> (fixtures/jvm/culprits.py): number, cause, then thread, size and method of what asked for it.
    /// </summary>
    [Theory]
    [InlineData("culprits-g1-jdk17", 500)]
    [InlineData("culprits-g1-jdk25", 400)]
    public void Triggers_FlightRecording_AreThoseThatJfrPrintShows(string name, int least)
    {
        var recording = Assert.Single(Samples.Load("tests", "Unpause.Tests", "fixtures", "jvm", name + ".jfr.gz"));
        var (allocations, calls) = (0, 0);
        foreach (var line in File.ReadLines(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "jvm", name + ".tsv")))
        {
            var cells = line.Split('\t');
            var trigger = recording.Triggers!.Find(long.Parse(cells[0], CultureInfo.InvariantCulture));
            // G1 looks for humongous objects of half a region and more. A small allocation only had the same number.
            var overtaken = cells[1] == "G1 Humongous Allocation" && cells.Length > 3 && cells[3].Length < 6;
            if (cells.Length == 2 || overtaken)
            {
                Assert.Null(trigger);
                continue;
            }

            var called = cells[1] == "System.gc()";
            Assert.Equal(called ? TriggerEvidence.Call : TriggerEvidence.Allocation, trigger!.Place.Evidence);
            Assert.Equal(cells[2], trigger.Place.Thread);
            Assert.Equal(called ? null : long.Parse(cells[3], CultureInfo.InvariantCulture), trigger.Bytes);
            Assert.Equal(cells[4], trigger.Place.Stack[0]);
            Assert.Equal((cells.Length - 2) / 3, trigger.Candidates);
            (allocations, calls) = (allocations + (called ? 0 : 1), calls + (called ? 1 : 0));
        }

        Assert.InRange(allocations, least, 700);
        Assert.Equal(5, calls);
    }

    /// <summary>TraceEvent's own decoding: which start follows a GCTriggered with its reason, and the last type before it.</summary>
    [Theory]
    [InlineData("workstation")]
    [InlineData("server")]
    [InlineData("large-objects-concurrent")]
    [InlineData("inducers")]
    public void Triggers_DotNet_AreThoseOfTraceEvent(string sample)
    {
        var recording = NettraceSample.Read(sample);
        using var source = new EventPipeEventSource(new MemoryStream(NettraceSample.Bytes(sample)));
        var waiting = new List<GCReason>();
        string? last = null;
        var theirs = new Dictionary<long, (bool Triggered, string? Last)>();
        source.Clr.GCTriggered += e => waiting.Add(e.Reason);
        source.Clr.GCAllocationTick += e => last = e.TypeName;
        source.Clr.GCStart += e =>
        {
            var at = waiting.IndexOf(e.Reason);
            theirs[e.Count] = (at >= 0, last);
            if (at >= 0) waiting.RemoveRange(0, at + 1);
        };
        source.Process();
        var triggered = 0;
        foreach (var collection in recording.Collections)
        {
            var (was, type) = theirs[collection.Number];
            var trigger = recording.Triggers!.Find(collection.Number);
            if (was)
            {
                triggered++;
                Assert.Equal(collection.Induced ? TriggerEvidence.Call : TriggerEvidence.Allocation, trigger!.Place.Evidence);
                Assert.Contains(trigger.Place.Stack, method => method.StartsWith("AllocatingProgram.", StringComparison.Ordinal));
            }
            else if (trigger is not null)
            {
                Assert.Equal(TriggerEvidence.LastSample, trigger.Place.Evidence);
                Assert.Equal(type, trigger.Place.Type);
            }
        }

        Assert.True(triggered > recording.Collections.Count / 2);
    }

    /// <summary>samples/dotnet/inducers: tests/programs/AllocatingProgram calls GC.Collect from three methods.</summary>
    [Fact]
    public void Triggers_InducedCollections_AreTheirCallers()
    {
        var recording = NettraceSample.Read("inducers");
        var counts = recording.Collections.Where(collection => collection.Induced)
            .GroupBy(collection => recording.Triggers!.Find(collection.Number)!.Place.Stack[1])
            .ToDictionary(group => group.Key, group => group.LongCount());
        Assert.Equal(recording.InducedBy!.Where(call => call.Count > 0).ToDictionary(call => call.Stack[1], call => call.Count), counts);
    }

    /// <summary>samples/go/traced/main.go: pages and its tree allocate; nothing else of the program does in a loop.</summary>
    [Theory]
    [InlineData("traced-go1.19")]
    [InlineData("traced-go1.22")]
    [InlineData("traced-go1.26")]
    public void Triggers_GoTrace_AreFunctionsOfTheProgram(string name)
    {
        var recording = Assert.Single(Samples.Load("samples", "go", name + ".trace.gz"));
        var source = File.ReadAllText(RepositoryFolder.File("samples", "go", "traced", "main.go"));
        var found = 0;
        foreach (var collection in recording.Collections)
        {
            if (recording.Triggers!.Find(collection.Number) is not { } trigger) continue;
            found++;
            Assert.Equal(collection.Induced ? TriggerEvidence.Call : TriggerEvidence.Allocation, trigger.Place.Evidence);
            foreach (var function in trigger.Place.Stack.Where(one => one.StartsWith("main.", StringComparison.Ordinal)))
            {
                Assert.Contains($"func {function.Split('.')[1]}(", source, StringComparison.Ordinal);
            }
        }

        Assert.InRange(found, recording.Collections.Count / 2, recording.Collections.Count);
        Assert.Contains(
            recording.Collections, collection => recording.Triggers!.Find(collection.Number)?.Place.Stack.Contains("main.page") == true);
    }

    /// <summary>samples/python/collects.py calls gc.collect() at the end of every request.</summary>
    [Fact]
    public void Triggers_PythonCall_IsTheLineOfTheSource()
    {
        var recording = Assert.Single(Samples.Load("samples", "python", "collects.upgc"));
        var source = File.ReadAllLines(RepositoryFolder.File("samples", "python", "collects.py"));
        var line = Array.FindIndex(source, text => text.Trim() == "gc.collect()") + 1;
        var calls = recording.Collections.Where(collection => collection.Induced).ToList();
        Assert.True(calls.Count >= 60);
        foreach (var collection in calls)
        {
            var trigger = recording.Triggers!.Find(collection.Number)!;
            Assert.Equal(TriggerEvidence.Call, trigger.Place.Evidence);
            Assert.StartsWith("answer (", trigger.Place.Stack[0], StringComparison.Ordinal);
            Assert.EndsWith($"collects.py:{line})", trigger.Place.Stack[0], StringComparison.Ordinal);
        }

        Assert.All(
            recording.Collections.Where(collection => !collection.Induced),
            collection => Assert.Null(recording.Triggers!.Find(collection.Number)));
    }

    [Theory]
    [InlineData("samples/jvm/g1-jdk17.log")]
    [InlineData("samples/jvm/timed-g1-jdk25.jfr.gz")]
    [InlineData("samples/go/catalog-gogc100.gctrace")]
    [InlineData("samples/python/cycles.upgc")]
    public void Triggers_NotRecorded_AreNull(string path) =>
        Assert.All(Samples.Load(path.Split('/')), recording => Assert.Null(recording.Triggers));

    /// <summary>They are found by number, and numbers stay.</summary>
    [Fact]
    public void Triggers_OfAPart_StayWithTheirCollections()
    {
        var whole = Assert.Single(Samples.Load("samples", "python", "collects.upgc"));
        var part = Recordings.Windows.RecordingWindow.Cut(whole, whole.DurationNanoseconds!.Value / 2, long.MaxValue)!;
        Assert.InRange(part.Collections.Count, 1, whole.Collections.Count - 1);
        Assert.All(
            part.Collections,
            collection => Assert.Equal(whole.Triggers!.Find(collection.Number), part.Triggers!.Find(collection.Number)));
    }

    /// <summary>Damaged events give other triggers or none, no exception.</summary>
    [Fact]
    public void Triggers_DamagedFlightRecording_AreReadOrLeftOut()
    {
        using var file = new System.IO.Compression.GZipStream(
            File.OpenRead(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "jvm", "culprits-g1-jdk25.jfr.gz")),
            System.IO.Compression.CompressionMode.Decompress);
        using var whole = new MemoryStream();
        file.CopyTo(whole);
        var random = new Random(5);
        for (var round = 0; round < 40; round++)
        {
            var bytes = whole.ToArray()[..(round % 2 == 0 ? (int)whole.Length : random.Next(1_000, (int)whole.Length))];
            for (var i = 0; i < 200; i++) bytes[random.Next(100, bytes.Length)] = (byte)random.Next(256);
            foreach (var recording in Samples.Of(bytes))
            {
                foreach (var collection in recording.Collections) recording.Triggers?.Find(collection.Number);
            }
        }
    }

    [Fact]
    public void TriggersBuilder_NumbersTwiceAndOutOfOrder_KeepsTheFirstOfEach()
    {
        var builder = new TriggersBuilder();
        var (one, other) = (builder.PlaceOf(Place("a")), builder.PlaceOf(Place("b")));
        Assert.Equal(one, builder.PlaceOf(Place("a")));
        foreach (var (number, place) in new[] { (9L, one), (long.MinValue, other), (9L, other), (long.MaxValue, one) })
        {
            builder.Add(number, place);
        }

        var triggers = builder.Build()!;
        Assert.Equal("a", triggers.Find(9)!.Place.Stack[0]);
        Assert.Equal("b", triggers.Find(long.MinValue)!.Place.Stack[0]);
        Assert.Equal("a", triggers.Find(long.MaxValue)!.Place.Stack[0]);
        Assert.Null(triggers.Find(8));
        Assert.Null(new TriggersBuilder().Build());
    }

    [Fact]
    public void TriggersBuilder_TooManyPlaces_AreNotKept()
    {
        var builder = new TriggersBuilder();
        for (var i = 0; i < Limits.AllocationSites; i++) Assert.Equal(i, builder.PlaceOf(Place($"method{i}")));
        Assert.Equal(TriggersBuilder.NoPlace, builder.PlaceOf(Place("one more")));
        Assert.Equal(TriggersBuilder.NoPlace, builder.PlaceOf(new TriggerPlace(TriggerEvidence.Call, [], Thread: null, Type: null)));
        builder.Add(1, TriggersBuilder.NoPlace);
        Assert.Null(builder.Build());
    }

    private static TriggerPlace Place(string method) => new(TriggerEvidence.Allocation, [method], Thread: null, Type: null);
}
