using System.Text;
using System.Text.Json;
using Unpause.Analysis.Summaries;
using Unpause.Readers;
using Unpause.Readers.Go;
using Unpause.Recordings;

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
    public void SumsAreAwks()
    {
        var recording = Assert.Single(Samples.Load(Sample));
        var awk = Awk.Run(Sums, RepositoryFolder.File(Sample));
        var summary = Summary.Of(recording);
        Assert.Equal((awk[0], awk[1], awk[2]), (summary.Stops!.Count, summary.Stops.TotalNanoseconds, summary.Stops.MaxNanoseconds!.Value));
        Assert.Equal(awk[3], recording.Collections.Count);
        Assert.Equal(awk[3] + awk[4], summary.Pauses.Count);
        Assert.Equal(awk[5], summary.Pauses.TotalNanoseconds);
        Assert.Equal(0, recording.Coverage.LinesNotUnderstood);
        Assert.Equal(("1.19.8", 6407, "/home/ada/catalog"),
            (recording.Source.RuntimeVersion, recording.Source.ProcessId, recording.Source.Command));
    }

    [Fact]
    public void TheClockIsTheWallClockOfTheProgramsStart()
    {
        var recording = Assert.Single(Samples.Load(Sample));
        using var said = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("samples", "go", "catalog-watched.json")));
        var main = DateTime.UnixEpoch.AddTicks(said.RootElement.GetProperty("started_unix_ns").GetInt64() / 100);
        // main begins some milliseconds after the exec.
        Assert.InRange((main - recording.Clock.StartedAt!.Value.UtcDateTime).TotalMilliseconds, 0, 50);
    }

    [Fact]
    public void LinesAndStopsOfOneProcessAreOneRecording()
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

        // The clocks of both: lines arrive late, the kernel's stamps don't.
        Assert.InRange(Math.Abs((alone.Clock.StartedAt!.Value - joined.Clock.StartedAt!.Value).TotalMilliseconds), 0, 5);
        Assert.True(joined.Clock.UncertaintyNanoseconds < alone.Clock.UncertaintyNanoseconds);
    }

    [Fact]
    public void StopsThatBeginLaterAreJoinedByTheirTimes()
    {
        // The first four collections went by before the probes were in place.
        var text = Encoding.UTF8.GetString(Real).Split('\n').ToList();
        text.RemoveRange(3, 8);
        var joined = Assert.Single(Both(Lines, Encoding.UTF8.GetBytes(string.Join('\n', text))));
        Assert.Contains(joined.Coverage.Notes, note => note.Text.Contains("71 collections agree", StringComparison.Ordinal));
        Assert.Equal(75, joined.Collections.Count);
    }

    [Fact]
    public void LinesOfAnotherProcessStayApart()
    {
        var other = File.ReadAllBytes(RepositoryFolder.File("samples", "go", "catalog-stamped.gctrace"));
        var recordings = Both(other, Real);
        Assert.Equal(2, recordings.Count);
        Assert.Contains(recordings[0].Coverage.Notes, note => note.Text.Contains("listed by themselves", StringComparison.Ordinal));
    }

    [Fact]
    public void LinesThatTwoProcessesMayHavePrintedAreNotJoined()
    {
        var twin = Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(Real).Replace("process 6407", "process 6408", StringComparison.Ordinal));
        var recordings = Both(Lines, Real, twin);
        Assert.Equal(3, recordings.Count);
        Assert.Contains(recordings[0].Coverage.Notes, note => note.Text.Contains("don't add up", StringComparison.Ordinal));
    }

    [Fact]
    public void ReasonsHaveNames()
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
        Assert.Contains(recording.Coverage.Notes, note => note.Unreadable && note.Text.StartsWith("3 records", StringComparison.Ordinal));
    }

    [Fact]
    public void CutAtEveryByteGivesTheWholeLines()
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
    public void AnyWayTheBytesArriveIsTheSame(int seed)
    {
        var whole = Samples.Describe(Samples.Of(Real));
        Assert.Equal(whole, Samples.Describe(new StopsReader().Read(new TricklingStream(Real, seed), new ReadContext(["x"]))));
    }

    [Fact]
    public void ChangedBytesAreCountedOrUnderstood()
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

    private static IReadOnlyList<Recording> Both(params byte[][] inputs) => RecordingLoader.Load(
        [.. inputs.Select((bytes, index) => new RecordingInput($"input{index}", () => new MemoryStream(bytes)))]).Recordings;
}
