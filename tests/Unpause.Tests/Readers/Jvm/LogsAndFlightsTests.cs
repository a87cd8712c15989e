using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>
/// A log and a flight recording that one JVM wrote at the same time are one process. The log has neither pid nor wall time.
/// </summary>
public class LogsAndFlightsTests
{
    private const string Log17 = "both-g1-jdk17.log.gz";
    private const string Flight17 = "both-g1-jdk17.jfr.gz";
    private const string Log25 = "both-g1-jdk25.log.gz";
    private const string Flight25 = "both-g1-jdk25.jfr.gz";

    public static TheoryData<string, string> Pairs => new() { { Log17, Flight17 }, { Log25, Flight25 } };

    [Theory]
    [MemberData(nameof(Pairs))]
    public void LogsAndFlights_SameJvm_KeepsPausesOfTheLogAndSamplesOfTheFlight(string logName, string flightName)
    {
        var log = JvmLogs.Read(JvmLogs.Fixture(logName));
        var flight = JvmLogs.Read(JvmLogs.Fixture(flightName));
        foreach (var names in new[] { (string[])[logName, flightName], [flightName, logName] })
        {
            var joined = Assert.Single(Load(names).Recordings);
            Assert.Equal(
                log.Pauses.Select(pause => (pause.StartNanoseconds, pause.DurationNanoseconds)),
                joined.Pauses.Select(pause => (pause.StartNanoseconds, pause.DurationNanoseconds)));
            Assert.Equal(log.Collections.Count, joined.Collections.Count);
            Assert.Equal(log.Stops!.Count, joined.Stops!.Count);
            Assert.Equal(log.DurationNanoseconds, joined.DurationNanoseconds);
            Assert.Equal(
                flight.Allocations!.Sites.Select(site => (site.Type, site.Bytes, site.Samples)),
                joined.Allocations!.Sites.Select(site => (site.Type, site.Bytes, site.Samples)));
            Assert.Equal(flight.OldObjects!.Count, joined.OldObjects!.Count);
            Assert.Equal(flight.Source.ProcessId, joined.Source.ProcessId);
            Assert.Equal(flight.Source.Command, joined.Source.Command);
            Assert.Equal(2, joined.Source.Files.Count);
            Assert.Contains(joined.Coverage.Notes, note => note.Text.Contains("are of one JVM", StringComparison.Ordinal)
                && note.Text.Contains("Pauses, stops and sizes are from the log", StringComparison.Ordinal));
            Assert.False(joined.Coverage.Unreadable);
        }
    }

    /// <summary>
    /// The flight recording's clock gives the wall time of the log's zero: each pause is then at the same moment in both.
    /// </summary>
    [Theory]
    [MemberData(nameof(Pairs))]
    public void LogsAndFlights_LogWithoutClock_GetsTheClockOfTheFlight(string logName, string flightName)
    {
        var flight = JvmLogs.Read(JvmLogs.Fixture(flightName));
        var joined = Assert.Single(Load(logName, flightName).Recordings);
        Assert.Null(JvmLogs.Read(JvmLogs.Fixture(logName)).Clock.StartedAt);
        var byNumber = joined.Pauses.GroupBy(pause => joined.Collections[pause.Collection].Number).ToDictionary(
            pauses => pauses.Key, pauses => pauses.First());
        Assert.InRange(flight.Pauses.Count, 20, 1000);
        foreach (var pauses in flight.Pauses.GroupBy(pause => flight.Collections[pause.Collection].Number))
        {
            var apart = (joined.Clock.StartedAt!.Value.AddTicks(byNumber[pauses.Key].StartNanoseconds / 100)
                - flight.Clock.StartedAt!.Value.AddTicks(pauses.First().StartNanoseconds / 100)).TotalNanoseconds;
            Assert.InRange(Math.Abs(apart), 0, joined.Clock.UncertaintyNanoseconds!.Value);
        }

        var (seen, whole) = (joined.OldObjects!.Select(item => item.SeenNanoseconds).Max(), joined.DurationNanoseconds!.Value);
        Assert.InRange(seen, whole / 2, whole + 2_000_000_000);
    }

    [Fact]
    public void LogsAndFlights_TruncatedLog_TakesPausesOfTheFlight()
    {
        var lines = Encoding.UTF8.GetString(JvmLogs.Bytes(JvmLogs.Fixture(Log17))).Split('\n');
        var part = string.Join('\n', lines[..(lines.Length / 2)]) + "\n";
        var flight = JvmLogs.Read(JvmLogs.Fixture(Flight17));
        var joined = Assert.Single(RuntimeTable.Default.Load([Text("gc.log", part), File(Flight17)]).Recordings);
        Assert.Equal(flight.Pauses.Select(pause => pause.DurationNanoseconds), joined.Pauses.Select(pause => pause.DurationNanoseconds));
        Assert.Contains(
            joined.Coverage.Notes, note => note.Text.Contains("Everything is from the flight recording", StringComparison.Ordinal));
    }

    [Fact]
    public void LogsAndFlights_DifferentJvms_StaySeparateWithoutANote()
    {
        var loaded = Load(Log17, Flight25);
        Assert.Equal(2, loaded.Recordings.Count);
        Assert.DoesNotContain(
            loaded.Recordings.SelectMany(recording => recording.Coverage.Notes),
            note => note.Text.Contains("JVM", StringComparison.Ordinal));
        var all = Load(Log25, Flight17, Log17, Flight25);
        Assert.Equal(2, all.Recordings.Count);
        Assert.All(all.Recordings, recording => Assert.NotNull(recording.Allocations));
    }

    /// <summary>
    /// Two collections of the log are left: they may be the flight recording's, but many a JVM's first collections are alike.
    /// </summary>
    [Fact]
    public void LogsAndFlights_UncertainMatch_GivesANoteOnBoth()
    {
        var text = Encoding.UTF8.GetString(JvmLogs.Bytes(JvmLogs.Fixture(Log17)));
        var end = text.IndexOf("GC(2) ", StringComparison.Ordinal);
        var loaded = RuntimeTable.Default.Load([Text("gc.log", text[..text.LastIndexOf('\n', end)] + "\n"), File(Flight17)]);
        Assert.Equal(2, loaded.Recordings.Count);
        Assert.All(loaded.Recordings, recording => Assert.Contains(
            recording.Coverage.Notes, note => note.Text.Contains("may be of the same JVM", StringComparison.Ordinal)));
    }

    /// <summary>So little of the log is left that only version and collector distinguish it from other JVMs' flight recordings.</summary>
    [Theory]
    [InlineData("zgc-jdk25.jfr.gz", false)]
    [InlineData("zgc-jdk17.jfr.gz", false)]
    [InlineData("parallel-jdk17.jfr.gz", false)]
    [InlineData("g1-jdk25.jfr.gz", false)]
    [InlineData("g1-jdk17.jfr.gz", true)]
    public void LogsAndFlights_OtherVersionOrCollector_IsAnotherJvm(string flight, bool maybe)
    {
        var text = Encoding.UTF8.GetString(JvmLogs.Bytes(JvmLogs.Fixture(Log17)));
        var log = text[..(text.LastIndexOf('\n', text.IndexOf("GC(0) ", StringComparison.Ordinal)) + 1)];
        var loaded = RuntimeTable.Default.Load(
            [Text("gc.log", log), RecordingInput.File(RepositoryFolder.File("samples", "jvm", flight))]);
        Assert.Equal(2, loaded.Recordings.Count);
        Assert.All(loaded.Recordings, recording => Assert.Equal(maybe, recording.Coverage.Notes.Any(
            note => note.Text.Contains("may be of the same JVM", StringComparison.Ordinal))));
    }

    /// <summary>With the same process id and the same start, no collection need be in both.</summary>
    [Theory]
    [InlineData(0, 0, 1)]
    [InlineData(0, 5, 2)]
    [InlineData(1, 0, 2)]
    public void LogsAndFlights_ProcessIdAndStart_AreProof(int otherId, int secondsLater, int expected)
    {
        var flight = JvmLogs.Read(JvmLogs.Fixture(Flight17));
        var started = flight.Source.ProcessStartedAt!.Value.AddSeconds(secondsLater);
        string Line(double at, string message) =>
            $"[{started.AddSeconds(at):yyyy-MM-ddTHH:mm:ss.fff}+0000]["
            + $"{at:0.000}s][{flight.Source.ProcessId + otherId}][7][info][gc] {message}\n";
        var text = Line(0.01, "Using G1") + Line(1, "GC(900) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.123ms")
            + Line(2, "GC(901) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.123ms");
        var loaded = RuntimeTable.Default.Load([Text("gc.log", text), File(Flight17)]);
        Assert.Equal(expected, loaded.Recordings.Count);
        if (expected > 1)
        {
            Assert.Equal(2, loaded.Recordings[0].Pauses.Count);
        }
        else
        {
            Assert.Contains(
                loaded.Recordings[0].Coverage.Notes, note => note.Text.Contains("the same process id and start", StringComparison.Ordinal));
        }
    }

    /// <summary>A second flight recording of the same JVM may contain the same samples, so it is not added.</summary>
    [Fact]
    public void LogsAndFlights_SecondFlightRecording_IsListedWithANote()
    {
        var loaded = RuntimeTable.Default.Load(
        [
            File(Log17),
            File(Flight17),
            new RecordingInput("copy.jfr", () => new MemoryStream(JvmLogs.Bytes(JvmLogs.Fixture(Flight17))))
        ]);
        Assert.Equal(2, loaded.Recordings.Count);
        Assert.Equal(
            JvmLogs.Read(JvmLogs.Fixture(Flight17)).Allocations!.Sites.Sum(site => site.Bytes),
            loaded.Recordings[0].Allocations!.Sites.Sum(site => site.Bytes));
        Assert.Contains(loaded.Recordings[1].Coverage.Notes, note => note.Text.Contains("listed separately", StringComparison.Ordinal));
    }

    private static LoadedRecordings Load(params string[] names) => RuntimeTable.Default.Load([.. names.Select(File)]);

    private static RecordingInput File(string name) => RecordingInput.File(JvmLogs.Fixture(name));

    private static RecordingInput Text(string name, string text) => new(name, () => new MemoryStream(Encoding.UTF8.GetBytes(text)));
}
