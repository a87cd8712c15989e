using System.Globalization;
using System.Text;
using System.Text.Json;
using Unpause.Analysis.Summaries;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Go;

namespace Unpause.Tests.Readers.Go;

/// <summary>Stops as the kernel saw them, against awk over their text, and joined with the lines of the same process.</summary>
public class StopsReaderTests
{
    private const string Sums = """
        /^stop/ { all += $3 - $2; count++; if ($3 - $2 > longest) longest = $3 - $2; each[$4]++
            if ($4 != "other") collecting += $3 - $2 }
        END { printf "%d %d %d %d %d %d\n", count, all, longest, each["sweep"], each["mark"], collecting }
        """;

    private static readonly string[] Sample = ["samples", "go", "catalog-watched.stops"];
    private static readonly byte[] Real = File.ReadAllBytes(RepositoryFolder.File(Sample));

    private static byte[] Lines => File.ReadAllBytes(RepositoryFolder.File("samples", "go", "catalog-watched.gctrace"));

    [Fact]
    public void StopsReader_Sums_MatchAwk()
    {
        var recording = Assert.Single(Samples.Load(Sample));
        var awk = Awk.Run(Sums, RepositoryFolder.File(Sample));
        var summary = Summary.Compute(recording);
        Assert.Equal((awk[0], awk[1], awk[2]), (summary.Stops!.Count, summary.Stops.TotalNanoseconds, summary.Stops.MaxNanoseconds!.Value));
        Assert.Equal(awk[3], recording.Collections.Count);
        Assert.Equal(awk[3] + awk[4], summary.Pauses.Count);
        Assert.Equal(awk[5], summary.Pauses.TotalNanoseconds);
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
        Assert.Equal(("1.19.8", 6407, "/home/ada/catalog"),
            (recording.Source.RuntimeVersion, recording.Source.ProcessId, recording.Source.Command));
    }

    [Fact]
    public void StopsReader_Clock_IsTheWallClockOfTheProcessStart()
    {
        var recording = Assert.Single(Samples.Load(Sample));
        using var said = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("samples", "go", "catalog-watched.json")));
        var main = DateTime.UnixEpoch.AddTicks(said.RootElement.GetProperty("started_unix_ns").GetInt64() / 100);
        // main begins some milliseconds after the exec.
        Assert.InRange((main - recording.Clock.StartedAt!.Value.UtcDateTime).TotalMilliseconds, 0, 50);
    }

    [Fact]
    public void LinesAndStops_OneProcess_GivesOneRecording()
    {
        var alone = Assert.Single(Samples.Load("samples", "go", "catalog-watched.gctrace"));
        var joined = Assert.Single(Both(Lines, Real));
        Assert.Equal(alone.Collections.Count, joined.Collections.Count);
        Assert.Equal(alone.Pauses.Sum(pause => pause.DurationNanoseconds), joined.Pauses.Sum(pause => pause.DurationNanoseconds));
        Assert.Equal(6407, joined.Source.ProcessId);
        Assert.Contains(joined.Coverage.Notes, note => note.Text.Contains("75 collections agree", StringComparison.Ordinal));
        // Each pause lies within its stop, but for the few microseconds between the runtime's clock and the call, and its rounding.
        var stops = joined.Stops!.Where(stop => stop.ForCollection).ToList();
        foreach (var pause in joined.Pauses)
        {
            var stop = Assert.Single(stops, stop => stop.StartNanoseconds == pause.StartNanoseconds);
            Assert.InRange(pause.DurationNanoseconds, 0, stop.DurationNanoseconds + 20_000);
        }

        // The clocks of both: lines arrive late, the kernel's timestamps don't.
        Assert.InRange(Math.Abs((alone.Clock.StartedAt!.Value - joined.Clock.StartedAt!.Value).TotalMilliseconds), 0, 5);
        Assert.True(joined.Clock.UncertaintyNanoseconds < alone.Clock.UncertaintyNanoseconds);
    }

    [Fact]
    public void LinesAndStops_StopsBeginLater_JoinsByTimes()
    {
        // The first four collections went by before the probes were in place.
        var text = Encoding.UTF8.GetString(Real).Split('\n').ToList();
        var process = text[1].Split(' ');
        process[3] = text[10].Split(' ')[2];
        text[1] = string.Join(' ', process);
        text.RemoveRange(3, 8);
        var joined = Assert.Single(Both(Lines, Encoding.UTF8.GetBytes(string.Join('\n', text))));
        Assert.Contains(joined.Coverage.Notes, note => note.Text.Contains("71 collections agree", StringComparison.Ordinal));
        Assert.Equal(75, joined.Collections.Count);
    }

    [Fact]
    public void LinesAndStops_Joined_DropsOnlyTheNoteOnStopsAlone()
    {
        var joined = Assert.Single(Both(Lines, Real[..^3]));
        Assert.Contains(joined.Coverage.Notes, note => note.Text.Contains("The last line is incomplete", StringComparison.Ordinal));
        Assert.DoesNotContain(
            joined.Coverage.Notes, note => note.Text.Contains("Probes do not record sizes and causes", StringComparison.Ordinal));
    }

    [Fact]
    public void LinesAndStops_RegularCollections_JoinsQuickly()
    {
        // Every 10 ms: each assumption of how many went by unseen agrees with itself, and only one puts the start where it can be.
        const int Collections = 20_000;
        var joined = Assert.Single(Both(Regular(Collections, 10_000_000, startOfRuntime: 2_000_000, seenAfter: 1)));
        Assert.Equal(2 * Collections, joined.Stops!.Count);
        Assert.Equal(2 * Collections, joined.Pauses.Count);
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(0, true)]
    [InlineData(5, false)]
    [InlineData(5, true)]
    public void LinesAndStops_CollectionsFasterThanStart_Joins(int missing, bool endsInACollection)
    {
        // Every 0.6 ms, begun 4 ms before its runtime: by times alone its lines fit the stops of the collection before or after too.
        const int Collections = 200;
        const long StartOfRuntime = 4_000_000;
        var seenAfter = missing == 0 ? 0 : StartOfRuntime + (missing * 600_000) + 300_000;
        var end = endsInACollection ? "stop 1124600000 1124620000 sweep\n" : "";
        var joined = Assert.Single(Both(Regular(Collections, 600_000, StartOfRuntime, seenAfter, missing, end)));
        Assert.Equal((2 * (Collections - missing)) + (endsInACollection ? 1 : 0), joined.Stops!.Count);
        // The first stop is that of the first line with stops: its pause is at the stop's time.
        Assert.Equal(joined.Stops[0].StartNanoseconds, joined.Pauses.First(pause => pause.Collection == missing).StartNanoseconds);
    }

    [Fact]
    public void LinesAndStops_DelayedStop_StillJoinsByRecorder()
    {
        const string Files = "tests/Unpause.Tests/fixtures/go/held-up-start.zip";
        var joined = Assert.Single(Samples.Load(Files.Split('/')));
        Assert.Equal((107, 16, 33), (joined.Source.ProcessId, joined.Collections.Count, joined.Stops!.Count));
        // By hand: the first stop begins 30.1 ms after its line, counted from the program's start, the others 28.06 to 29.03 ms.
        Assert.Contains(joined.Coverage.Notes, note => note.Text.Contains("(15 collections agree", StringComparison.Ordinal));
        using var archive = System.IO.Compression.ZipFile.OpenRead(RepositoryFolder.File(Files.Split('/')));
        var texts = archive.Entries.Select(entry => new StreamReader(entry.Open()).ReadToEnd()).ToList();
        // Of two lines one agrees, and three more collections have stops alone.
        var lines = texts[1].Split('\n');
        var sixth = texts[0].Split('\n').Where(line => line.StartsWith("stop ", StringComparison.Ordinal)).ElementAt(9);
        var printed = string.Join('\n', lines[..3]);
        var begun = texts[0][..texts[0].IndexOf(sixth, StringComparison.Ordinal)];
        Assert.Single(Both(Encoding.UTF8.GetBytes(printed), Encoding.UTF8.GetBytes(begun)));
        var other = texts[0].Replace("process 107", "process 108", StringComparison.Ordinal);
        Assert.Equal(2, Both(Encoding.UTF8.GetBytes(texts[1]), Encoding.UTF8.GetBytes(other)).Count);
    }

    /// <summary>The lab's frugal chat server, watched 0.26 s late: its two collections had the probes for reasons not yet there.</summary>
    [Fact]
    public void LinesAndStops_WatchedTooLateForReasons_JoinsByTheWallClock()
    {
        const string Stops = """
            # unpause go stops 2
            process 21542 84801119776166 84801380305451 go1.19.8 /tmp/chat
            wall 1795907139254233300 84801380606936 25
            stop 84801123884731 84801123937880 other 84801123920835
            stop 84801214986102 84801220050982 other 84801215019271
            end 84805382178106

            """;
        const string Printed = """
            1795907139.000472200 gc 1 @0.003s 2%: 0.049+0.17+0.010 ms clock, 0.1+0/0.1/0.2+0.02 ms cpu, 0->0->0 MB, 4 MB goal, 2 P (forced)
            1795907139.094387200 gc 2 @0.088s 3%: 0.073+5.8+0.038 ms clock, 0.14+4.7/0.83/0+0.076 ms cpu, 3->4->3 MB, 4 MB goal, 2 P
            # unpause go program 21542 1795907138993090500 go1.19.8 /tmp/chat

            """;
        var joined = Assert.Single(Both(Encoding.UTF8.GetBytes(Printed), Encoding.UTF8.GetBytes(Stops)));
        Assert.Equal((2, 2, 4), (joined.Collections.Count, joined.Stops!.Count, joined.Pauses.Count));
        Assert.InRange(joined.DurationNanoseconds!.Value, 4_200_000_000, 4_300_000_000);
        // The stop of 5 ms is that of the second collection, 88 ms after the runtime's start.
        Assert.InRange(joined.Stops[1].StartNanoseconds, 70_000_000, 110_000_000);
        var others = Printed.Replace("21542", "21543", StringComparison.Ordinal);
        Assert.Equal(2, Both(Encoding.UTF8.GetBytes(others), Encoding.UTF8.GetBytes(Stops)).Count);
    }

    [Fact]
    public void LinesAndStops_AnotherProcess_StaysSeparate()
    {
        var other = File.ReadAllBytes(RepositoryFolder.File("samples", "go", "catalog-stamped.gctrace"));
        var recordings = Both(other, Real);
        Assert.Equal(2, recordings.Count);
        Assert.Contains(recordings[0].Coverage.Notes, note => note.Text.Contains("listed separately", StringComparison.Ordinal));
    }

    [Fact]
    public void LinesAndStops_TwoCandidates_AreNotJoined()
    {
        var twin = Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(Real).Replace("process 6407", "process 6408", StringComparison.Ordinal));
        var recordings = Both(Lines, Real, twin);
        Assert.Equal(3, recordings.Count);
        Assert.Contains(recordings[0].Coverage.Notes, note => note.Text.Contains("do not add", StringComparison.Ordinal));
    }

    [Fact]
    public void StopsReader_Reasons_HaveNames()
    {
        var recording = Assert.Single(Samples.Of(
            """
            # unpause go stops 1
            process 7 1000 5000 go1.22.3 /a b
            wall 1700000000000000000 1000 50
            stop 2000 3000 mark
            stop 6000 7000 sweep
            stop 8000 9500 r7
            stop 10000 11000 mark
            stop 12000 13000 mark
            stop 14000 15000 r99
            lost 3
            end 20000

            """));
        Assert.Equal(["mark termination", "sweep termination", "runtime.ReadMemStats", "mark termination", "mark termination",
            "for the runtime's own tests"], recording.Stops!.Select(stop => stop.Operation));
        Assert.Equal([true, true, false, true, true, false], recording.Stops!.Select(stop => stop.ForCollection));
        // The first began before it was seen; the second ends with its last stop.
        Assert.Equal([null, 5000], recording.Collections.Select(collection => collection.StartNanoseconds));
        Assert.Equal([2000, 12000], recording.Collections.Select(collection => collection.EndNanoseconds));
        Assert.Equal((19000, 4000), (recording.DurationNanoseconds, recording.LostNanoseconds));
        Assert.Equal(("1.22.3", "/a b"), (recording.Source.RuntimeVersion, recording.Source.Command));
        Assert.Contains(recording.Coverage.Notes, note => note.Unreadable && note.Text.StartsWith("3 kernel records",
            StringComparison.Ordinal));
    }

    [Fact]
    public void StopsReader_Version2_HasTheCallThatEndsAStop()
    {
        var recording = Assert.Single(Samples.Of(
            """
            # unpause go stops 2
            process 7 1000 1000 go1.22.3 /a b
            wall 1700000000000000000 1000 50
            running
            stop 2000 3000 sweep 2400
            stop 6000 7000 mark 6900
            stop 8000 9500 r7 8500
            stop 10000 11000 sweep
            stop 12000 13000 mark 13001
            stop 14000 15000 mark 14100 7
            end 20000

            """));
        Assert.Equal([1000, 5000, 7000, 9000], recording.Stops!.Select(stop => stop.StartNanoseconds));
        Assert.Equal([400, 900, 500, 1000], recording.Stops!.Select(stop => stop.DurationNanoseconds));
        Assert.Equal(2, recording.Coverage.LinesUnparsed);
        Assert.Equal([("sweep termination", 400, false), ("mark and scan", 3600, true), ("mark termination", 900, false),
            ("sweep termination", 1000, false)],
            recording.Phases.Select(phase => (phase.Name, (int)phase.DurationNanoseconds, phase.Concurrent)));
        Assert.Equal((0L, 19000), (recording.LostNanoseconds, recording.DurationNanoseconds));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith("The process was already running",
            StringComparison.Ordinal));
        // One of them has no range, so that sums of ranges would be wrong.
        Assert.DoesNotContain(recording.Coverage.Notes, note => note.Text.StartsWith("The exact end", StringComparison.Ordinal));
    }

    [Fact]
    public void StopsReader_NumaPages_AreRates()
    {
        var recording = Assert.Single(Samples.Of(
            """
            # unpause go stops 2
            process 7 1000000000 1000000000 go1.22.3 /a b
            stop 1000002000 1000003000 sweep 1000002400
            numa 1500000000 100 10
            numa 2500000000 300 20
            numa 2500000000 300 20
            numa 2600000000 299 20
            numa 4500000000 300 60
            end 5000000000

            """));
        Assert.Equal(2, recording.Coverage.LinesUnparsed);
        var moved = recording.ProcessCounters!.Single(counter => counter.Name == ProcessCounter.NumaMigrations);
        Assert.Equal([(1_500_000_000, 10), (3_500_000_000, 20)], moved.Values.Select(value => (value.TimeNanoseconds, value.Value)));
        Assert.Equal((50 / 3.0, 20, 20), (moved.Mean, moved.Max, moved.Last));
        Assert.Equal([200, 0], recording.ProcessCounters!.Single(counter => counter.Name == ProcessCounter.NumaFaults).Values
            .Select(value => value.Value));
    }

    [Fact]
    public void StopsReader_StopRange_NotesTheLowerBound() => Assert.Contains(
        Assert.Single(Samples.Of(
            """
            # unpause go stops 2
            process 7 1000 1000 go1.22.3 /a b
            stop 2000 3000 sweep 2400
            stop 6000 7000 mark 6900
            end 20000

            """)).Coverage.Notes,
        note => note.Text.StartsWith(
            "The exact end of each stop is not measured. In total they last 1.3 µs up to the calls that start the world, which is counted, "
            + "and 2 µs up to their returns, which is the most that it can be. The longest lasts 900 ns up to the call.",
            StringComparison.Ordinal));

    [Theory]
    [InlineData(0, 0)]
    [InlineData(0, 9)]
    [InlineData(9, 0)]
    public void LinesAndStops_FromTheMiddleOfAProcess_Joins(int lateLines, int lateStops)
    {
        var (lines, stops) = Running(lateLines, lateStops, program: 7);
        var joined = Assert.Single(Both(lines, stops));
        Assert.Equal(100 - lateLines, joined.Collections.Count);
        Assert.Equal(2 * (100 - lateStops), joined.Stops!.Count);
        Assert.All(joined.Stops!, stop => Assert.True(stop.StartNanoseconds >= 0));
        // Each pause begins when its stop does, but for those that were printed before there were probes.
        var starts = joined.Stops!.Select(stop => stop.StartNanoseconds).ToHashSet();
        Assert.Equal(2 * Math.Max(0, lateStops - lateLines), joined.Pauses.Count(pause => !starts.Contains(pause.StartNanoseconds)));
        Assert.All(joined.Collections, collection => Assert.InRange(
            joined.Pauses.First(pause => pause.Collection == joined.Collections.ToList().IndexOf(collection)).StartNanoseconds
                - collection.StartNanoseconds!.Value, -2_000_000, 2_000_000));
    }

    [Fact]
    public void LinesAndStops_FromTheMiddle_NeedsTheRecorder()
    {
        var (lines, stops) = Running(0, 0, program: 8);
        Assert.Equal(2, Both(lines, stops).Count);
    }

    [Fact]
    public void StopsReader_CutAtEveryByte_KeepsWholeLines()
    {
        var whole = Assert.Single(Samples.Of(Real)).Pauses;
        for (var length = 22; length < 2500; length++)
        {
            var recordings = new StopsReader().Read(new MemoryStream(Real, 0, length), new ReadContext(["x"]));
            if (recordings.Count == 0) continue;
            var pauses = Assert.Single(recordings).Pauses;
            for (var i = 0; i < pauses.Count; i++) Assert.Equal(whole[i], pauses[i]);
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void StopsReader_AnyChunking_GivesTheSameRecording(int seed)
    {
        var whole = Samples.Describe(Samples.Of(Real));
        Assert.Equal(whole, Samples.Describe(new StopsReader().Read(new TricklingStream(Real, seed), new ReadContext(["x"]))));
    }

    [Fact]
    public void StopsReader_ChangedBytes_AreCountedOrParsed()
    {
        var random = new Random(1);
        for (var round = 0; round < 2000; round++)
        {
            var bytes = Real.ToArray();
            for (var i = 0; i < 30; i++) bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            foreach (var recording in new StopsReader().Read(new MemoryStream(bytes), new ReadContext(["x"])))
            {
                Assert.All(recording.Pauses, pause => Assert.InRange(pause.DurationNanoseconds, 0, long.MaxValue));
                Assert.True(recording.DurationNanoseconds >= 0 && recording.LostNanoseconds >= 0);
            }
        }
    }

    /// <summary>Lines and stops of a process that begins at 1 s and collects regularly; times in nanoseconds.</summary>
    private static byte[][] Regular(int count, long every, long startOfRuntime, long seenAfter, int missing = 0, string end = "")
    {
        const long Began = 1_000_000_000;
        var lines = new StringBuilder();
        var stops = new StringBuilder($"# unpause go stops 1\nprocess 7 {Began} {Began + seenAfter} go1.22.3 /a\n");
        for (var number = 1; number <= count; number++)
        {
            var at = number * every;
            var milliseconds = at / 1_000_000;
            lines.Append(CultureInfo.InvariantCulture, $"gc {number} @{milliseconds / 1000}.{milliseconds % 1000:D3}s 1%: ");
            lines.Append("0.01+0.1+0.01 ms clock, 0.02+0.1/0.1/0.1+0.02 ms cpu, 4->4->1 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P\n");
            if (number <= missing) continue;
            var start = Began + startOfRuntime + at;
            stops.Append(CultureInfo.InvariantCulture, $"stop {start} {start + 20_000} sweep\n");
            stops.Append(CultureInfo.InvariantCulture, $"stop {start + 200_000} {start + 220_000} mark\n");
        }

        stops.Append(end);
        return [Encoding.UTF8.GetBytes(lines.ToString()), Encoding.UTF8.GetBytes(stops.ToString())];
    }

    /// <summary>A hundred collections at uneven distances, from the 500th on, of a process that began at 1 s and 1970 + 1,000 s.</summary>
    private static (byte[] Lines, byte[] Stops) Running(int lateLines, int lateStops, int program)
    {
        const long Began = 1_000_000_000, Wall = 1_000_000_000_000, First = 60_000_000_000;
        var random = new Random(3);
        var lines = new StringBuilder($"# unpause go program {program} {Wall - 5_000_000} go1.22.3 /a\n");
        var stops = new StringBuilder();
        var at = First;
        for (var i = 0; i < 100; i++, at += 9_000_000 + random.Next(2_000_000))
        {
            var milliseconds = at / 1_000_000;
            var mark = 300_000 + random.Next(500_000);
            var arrival = Wall + at + 1_000_000 + random.Next(9_000_000);
            if (i >= lateLines)
            {
                lines.Append(CultureInfo.InvariantCulture, $"{arrival / 1_000_000_000}.{arrival % 1_000_000_000:D9} ");
                lines.Append(CultureInfo.InvariantCulture, $"gc {500 + i} @{milliseconds / 1000}.{milliseconds % 1000:D3}s 1%: ");
                lines.Append(CultureInfo.InvariantCulture, $"0.020+{mark / 1e6:F3}+0.020 ms clock, 0.02+0.1/0.1/0.1+0.02 ms cpu, ");
                lines.Append("4->4->1 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P\n");
            }

            if (i < lateStops) continue;
            var start = Began + at;
            if (stops.Length == 0)
            {
                stops.Append(CultureInfo.InvariantCulture, $"# unpause go stops 2\nprocess 7 {start - 1000} {start - 1000} go1.22.3 /a\n");
                stops.Append(CultureInfo.InvariantCulture, $"wall {Wall + at} {start} 50\nrunning\n");
            }

            stops.Append(CultureInfo.InvariantCulture, $"stop {start} {start + 20_000} sweep {start + 15_000}\n");
            start += mark + 20_000;
            stops.Append(CultureInfo.InvariantCulture, $"stop {start} {start + 20_000} mark {start + 15_000}\n");
        }

        return (Encoding.UTF8.GetBytes(lines.ToString()), Encoding.UTF8.GetBytes(stops.ToString()));
    }

    private static IReadOnlyList<Recording> Both(params byte[][] inputs) => RuntimeTable.Default.Load(
        [.. inputs.Select((bytes, index) => new RecordingInput($"input{index}", () => new MemoryStream(bytes)))]).Recordings;
}
