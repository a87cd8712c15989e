using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>Verbose GC logs of OpenJ9: strangers' and, for what none of them has, made ones in the form of its sources.</summary>
public class OpenJ9ReaderTests
{
    private const string Begin = "<exclusive-start id=\"2\" timestamp=\"2026-10-25T02:59:50.000\" intervalms=\"1000.000\">\n"
        + "  <response-info timems=\"0.500\" idlems=\"0.1\" threads=\"0\" lastid=\"0\" lastname=\"a\" />\n</exclusive-start>\n";

    private const string End = "<exclusive-end id=\"9\" timestamp=\"2026-10-25T02:59:50.030\" durationms=\"30.000\" />\n";

    /// <summary>Counted and summed by another program over the raw text.</summary>
    [Theory]
    [InlineData("gencon-scavenges-java8.xml", 2, 47.096)]
    [InlineData("explicit-global-java8.xml", 1, 97.756)]
    [InlineData("concurrent-global-java8.xml", 1, 1182.375)]
    [InlineData("explicit-global-java6.xml", 1, 36.392)]
    [InlineData("gencon-concurrent-openj9.xml", 3, 37.046)]
    [InlineData("balanced-openj9.xml", 5, 1019.875)]
    public void OpenJ9Reader_StrangersLogs_HaveTheirPauses(string file, int count, double milliseconds)
    {
        var recording = Assert.Single(Samples.Of(Text(file)));
        var counted = JvmLogs.Awk(
            Encoding.UTF8.GetBytes(Text(file)),
            "/<exclusive-end / { split($0, a, \"durationms=\\\"\"); n++; s += a[2] } END { printf \"%d %.3f\", n, s }");
        Assert.Equal([count, milliseconds], counted);
        Assert.Equal((count, milliseconds), (recording.Pauses.Count, recording.Pauses.Sum(pause => pause.DurationNanoseconds) / 1e6));
        Assert.Equal((JvmFormats.OpenJ9, 0), (recording.Source.Format, recording.Coverage.LinesUnparsed));
        Assert.False(recording.Coverage.Unreadable);
    }

    [Fact]
    public void OpenJ9Reader_Header_HasPolicyLimitAndVersion()
    {
        var recording = Assert.Single(Samples.Of(Text("gencon-scavenges-java8.xml")));
        Assert.Equal(("gencon", 512L << 20), (recording.Source.Collector, recording.HeapMaximumBytes));
        Assert.Equal("OpenJ9 R28_Java8_GA_20150116_2030_B231420_CMPRSS", recording.Source.RuntimeVersion);
        Assert.Equal(("16", "-Xgcpolicy:gencon"), (recording.Source.Settings["numCPUs"], recording.Source.Settings["gcPolicy"]));
        // From initialized to the end of the last pause; times are local, and that is said.
        Assert.Equal(5_249_000_000, recording.DurationNanoseconds);
        Assert.Equal(new DateTimeOffset(2015, 12, 31, 15, 22, 43, 2, TimeSpan.Zero), recording.Clock.StartedAt);
        Assert.Null(recording.Clock.UncertaintyNanoseconds);
    }

    /// <summary>The space that survivors are copied to is empty, and the log has it as full.</summary>
    [Fact]
    public void OpenJ9Reader_Scavenge_HasSizesWithoutTheReservedSpace()
    {
        var collection = Assert.Single(Samples.Of(Text("gencon-scavenges-java8.xml"))).Collections[0];
        Assert.Equal((4, "young", CollectionKind.Blocking), (collection.Number, collection.Generation, collection.Kind));
        Assert.Equal(536870912 - 401882552 - 67108864, collection.HeapBeforeBytes);
        Assert.Equal(536870912 - 457545744 - 67108864, collection.HeapAfterBytes);
        Assert.Equal((67108864, 10683184, 0), (collection.YoungBeforeBytes, collection.SurvivorBytes, collection.PromotedBytes));
        Assert.Equal((67266664, 28_886_000), (collection.AllocatedBytes, collection.CpuNanoseconds));
        Assert.Equal((Causes.Allocation, "allocation failure"), (collection.Cause, collection.RuntimeCause));
    }

    [Theory]
    [InlineData("explicit-global-java8.xml")]
    [InlineData("explicit-global-java6.xml")]
    public void OpenJ9Reader_SystemGc_IsExplicit(string file)
    {
        var recording = Assert.Single(Samples.Of(Text(file)));
        var collection = Assert.Single(recording.Collections);
        Assert.True(collection.Induced);
        Assert.Equal(("System.gc()", Causes.Induced, "full"), (collection.RuntimeCause, collection.Cause, collection.Generation));
        Assert.True(collection.WholeHeap);
        Assert.Equal(["mark", "classunload", "sweep"], recording.Phases.Select(phase => phase.Name));
    }

    /// <summary>The pause that begins the cycle and the one that ends it are of one collection, and the scavenge has its own.</summary>
    [Fact]
    public void OpenJ9Reader_ConcurrentCycle_HasItsTwoPauses()
    {
        var recording = Assert.Single(Samples.Of(Text("gencon-concurrent-openj9.xml")));
        Assert.Equal(["old", "young"], recording.Collections.Select(collection => collection.Generation));
        Assert.Equal([0, 0, 1], recording.Pauses.Select(pause => pause.Collection));
        var (old, young) = (recording.Collections[0], recording.Collections[1]);
        Assert.Equal((CollectionKind.Background, Causes.Occupancy, true), (old.Kind, old.Cause, old.WholeHeap));
        Assert.Equal((Causes.Allocation, "allocation failure in nursery"), (young.Cause, young.RuntimeCause));
        Assert.Equal((6027440 + 562848, 562848), (young.SurvivorBytes, young.PromotedBytes));
        // The time to stop the threads comes before the pause.
        Assert.Equal([183_000, 24_787_000, 12_389_000], recording.Stops!.Select(stop => stop.DurationNanoseconds));
        Assert.Equal([135_000, 108_000, 70_000], recording.Stops!.Select(stop => stop.TimeToSafepointNanoseconds!.Value));
        Assert.Equal("gencon", recording.Source.Collector);
    }

    /// <summary>A cycle whose beginning is in no file.</summary>
    [Fact]
    public void OpenJ9Reader_EndOfAnUnknownCycle_IsConcurrent()
    {
        var collection = Assert.Single(Assert.Single(Samples.Of(Text("concurrent-global-java8.xml"))).Collections);
        Assert.Equal((11388, "old", CollectionKind.Background), (collection.Number, collection.Generation, collection.Kind));
        Assert.Equal(6442450944 - 5069413376, collection.LiveSetBytes);
    }

    [Fact]
    public void OpenJ9Reader_Balanced_HasCyclesAndWhatIsMissing()
    {
        var recording = Assert.Single(Samples.Of(Text("balanced-openj9.xml")));
        Assert.Equal("balanced", recording.Source.Collector);
        Assert.Equal(["mixed", "old", "mixed"], recording.Collections.Select(collection => collection.Generation));
        Assert.Equal([0, 1, 1, 1, 2], recording.Pauses.Select(pause => pause.Collection));
        Assert.Equal(2, recording.Phases.Count(phase => phase.Concurrent));
        // Marking frees nothing, so what is in use after it is not live.
        Assert.All(recording.Collections, collection => Assert.Null(collection.LiveSetBytes));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("195 to 1,151", StringComparison.Ordinal));
        Assert.Single(recording.Coverage.Notes);
        Assert.True(recording.LostNanoseconds > 300_000_000_000);
    }

    /// <summary>Groups of pauses: 172 with a mean of 1.573 ms, 48 with 1.385 ms.</summary>
    [Fact]
    public void OpenJ9Reader_Metronome_HasNumberSumAndExtremes()
    {
        var recording = Assert.Single(Samples.Of(Text("metronome-openj9.xml")));
        Assert.Equal("metronome", recording.Source.Collector);
        Assert.Equal(220, recording.Pauses.Count);
        Assert.Equal((172 * 1_573_000L) + (48 * 1_385_000L), recording.Pauses.Sum(pause => pause.DurationNanoseconds));
        Assert.Equal(19_894_000, recording.Pauses.Max(pause => pause.DurationNanoseconds));
        Assert.Equal(476_000, recording.Pauses.Min(pause => pause.DurationNanoseconds));
        Assert.All(recording.Pauses, pause => Assert.False(pause.HasTime));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith("Metronome", StringComparison.Ordinal));
    }

    [Fact]
    public void OpenJ9Reader_SynchronousCollectionOfMetronome_IsAFullOne()
    {
        var recording = Assert.Single(Samples.Of(
            "<cycle-start id=\"5\" type=\"global\" contextid=\"0\" timestamp=\"2026-11-22T10:00:00.000\" intervalms=\"9.0\" />\n"
            + "<gc-op id=\"6\" type=\"syncgc\" timems=\"86.255\" contextid=\"5\" timestamp=\"2026-11-22T10:00:00.087\">\n"
            + "  <syncgc-info reason=\"out of memory\" totalBytesRequested=\"9\" exclusiveaccessTimeMs=\"0.010\" threadPriority=\"11\" />\n"
            + "</gc-op>\n"));
        Assert.Equal(86_255_000, Assert.Single(recording.Pauses).DurationNanoseconds);
        Assert.Equal(("full", Causes.LowMemory), (recording.Collections[0].Generation, recording.Collections[0].Cause));
    }

    /// <summary>optavgpause: marking as gencon's, and no nursery. A failed allocation finishes the cycle in a pause.</summary>
    [Fact]
    public void OpenJ9Reader_FailureDuringMarking_MakesAFullCollection()
    {
        var recording = Assert.Single(Samples.Of(
            "<initialized id=\"1\" timestamp=\"2026-10-25T02:59:49.000\">\n"
            + "<attribute name=\"gcPolicy\" value=\"-Xgcpolicy:optavgpause\" />\n</initialized>\n"
            + "<concurrent-kickoff id=\"1\" timestamp=\"2026-10-25T02:59:49.000\">\n</concurrent-kickoff>\n" + Begin
            + "<cycle-start id=\"3\" type=\"global\" contextid=\"0\" timestamp=\"2026-10-25T02:59:50.000\" intervalms=\"1.0\" />\n"
            + "<exclusive-end id=\"4\" timestamp=\"2026-10-25T02:59:50.000\" durationms=\"0.100\" />\n"
            + "<exclusive-start id=\"5\" timestamp=\"2026-10-25T02:59:52.000\" intervalms=\"2000.000\">\n</exclusive-start>\n"
            + "<af-start id=\"6\" timestamp=\"2026-10-25T02:59:52.000\" intervalms=\"1.0\" type=\"tenure\" />\n"
            + "<gc-start id=\"7\" type=\"global\" contextid=\"3\" timestamp=\"2026-10-25T02:59:52.000\">\n</gc-start>\n"
            + "<gc-end id=\"8\" type=\"global\" contextid=\"3\" durationms=\"29.0\" timestamp=\"2026-10-25T02:59:52.030\">\n</gc-end>\n"
            + "<cycle-end id=\"9\" type=\"global\" contextid=\"3\" timestamp=\"2026-10-25T02:59:52.030\" />\n"
            + "<exclusive-end id=\"10\" timestamp=\"2026-10-25T02:59:52.030\" durationms=\"30.000\" />\n"));
        Assert.Equal("optavgpause", recording.Source.Collector);
        var collection = Assert.Single(recording.Collections);
        Assert.Equal(("full", CollectionKind.Blocking), (collection.Generation, collection.Kind));
        Assert.EndsWith("tenure", collection.RuntimeCause, StringComparison.Ordinal);
        Assert.Equal([100_000, 30_000_000], recording.Pauses.Select(pause => pause.DurationNanoseconds));
    }

    /// <summary>A scavenge that gives up and becomes a global collection, in one pause.</summary>
    [Fact]
    public void OpenJ9Reader_PercolatedScavenge_IsAFullCollectionForLackOfRoom()
    {
        var recording = Assert.Single(Samples.Of(
            Begin + Cycle(3, "scavenge", "1.000") + "<copy-failed type=\"tenure\" objectcount=\"12\" bytes=\"4096\" />\n"
            + "<percolate-collect id=\"6\" from=\"nursery\" to=\"global\" reason=\"failed tenure threshold reached\" />\n"
            + Cycle(7, "global", "28.000") + End));
        Assert.Equal(["young", "full"], recording.Collections.Select(collection => collection.Generation));
        Assert.Equal(Causes.PromotionFailure, recording.Collections[1].Cause);
        Assert.Equal((1, "global"), (Assert.Single(recording.Pauses).Collection, recording.Pauses[0].Name));
        Assert.Contains(JvmMarks.PromotionFailed, recording.Collections[0].Marks!);
    }

    /// <summary>The end of summer time, in the middle of a log: the time since the last pause shows it.</summary>
    [Fact]
    public void OpenJ9Reader_ClockSetBack_TimesGoOn()
    {
        var recording = Assert.Single(Samples.Of(
            Begin + End
            + "<exclusive-start id=\"10\" timestamp=\"2026-10-25T02:00:10.000\" intervalms=\"20000.000\">\n</exclusive-start>\n"
            + "<exclusive-end id=\"11\" timestamp=\"2026-10-25T02:00:10.010\" durationms=\"10.000\" />\n"));
        Assert.Equal([500_000, 20_000_500_000], recording.Pauses.Select(pause => pause.StartNanoseconds));
        Assert.Equal(20_010_500_000, recording.DurationNanoseconds);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("clock", StringComparison.Ordinal));
    }

    /// <summary>A new JVM counts ids from one; the next file of the same JVM goes on.</summary>
    [Theory]
    [InlineData(1, 2)]
    [InlineData(57, 1)]
    public void OpenJ9Reader_SecondHeader_IsAnotherJvmOnlyWithTheFirstId(int id, int recordings)
    {
        var read = Samples.Of(
            Begin + End + "</verbosegc>\n<verbosegc xmlns=\"http://www.ibm.com/j9/verbosegc\" version=\"x\">\n"
            + $"<initialized id=\"{id}\" timestamp=\"2026-10-25T02:59:51.000\">\n</initialized>\n"
            + $"<exclusive-end id=\"{id + 4}\" timestamp=\"2026-10-25T02:59:52.000\" durationms=\"7.000\" />\n");
        Assert.Equal(recordings, read.Count);
        Assert.Equal([30_000_000, 7_000_000], read.SelectMany(recording => recording.Pauses).Select(pause => pause.DurationNanoseconds));
    }

    /// <summary>A header alone: pauses would have been logged, and there was none.</summary>
    [Fact]
    public void OpenJ9Reader_HeaderAlone_HasNoPauses()
    {
        var recording = Assert.Single(Samples.Of("<verbosegc xmlns=\"http://www.ibm.com/j9/verbosegc\" version=\"x\">\n</verbosegc>\n"));
        Assert.Empty(recording.Pauses);
        Assert.True(recording.RecordsPauses);
    }

    /// <summary>Only the beginning and the end of a pause are left, as in a bug report (GCViewer, issue 158).</summary>
    [Fact]
    public void OpenJ9Reader_PauseWithoutACycle_IsOne()
    {
        var recording = Assert.Single(Samples.Of(Begin + End));
        Assert.Equal(30_000_000, Assert.Single(recording.Pauses).DurationNanoseconds);
        Assert.Null(Assert.Single(recording.Collections).Generation);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void OpenJ9Reader_CutAtEveryByte_HasThePausesBefore(string file)
    {
        var bytes = Encoding.UTF8.GetBytes(Text(file));
        var pauses = Assert.Single(Samples.Of(bytes)).Pauses.Select(pause => pause.DurationNanoseconds).ToArray();
        for (var length = 0; length <= bytes.Length; length++)
        {
            var ends = Regex.Count(Encoding.UTF8.GetString(bytes, 0, length), "<exclusive-end [^>]*>");
            var cut = Samples.Of(bytes[..length]);
            if (file.StartsWith("metronome", StringComparison.Ordinal)) continue;
            Assert.Equal(pauses[..ends], cut.SelectMany(recording => recording.Pauses).Select(pause => pause.DurationNanoseconds));
            Assert.All(cut, recording => Assert.Equal(0, recording.Coverage.LinesUnparsed));
        }
    }

    /// <summary>Also a log without its beginning has all pauses whose ends are there.</summary>
    [Theory]
    [MemberData(nameof(Files))]
    public void OpenJ9Reader_BeginningCutOff_HasThePausesBehind(string file)
    {
        var lines = Text(file).Split('\n');
        var pauses = Assert.Single(Samples.Of(Text(file))).Pauses.Select(pause => pause.DurationNanoseconds).ToArray();
        for (var from = 0; from < lines.Length; from++)
        {
            var rest = string.Join('\n', lines[from..]);
            if (file.StartsWith("metronome", StringComparison.Ordinal)) continue;
            var ends = Regex.Count(rest, "<exclusive-end ");
            Assert.Equal(pauses[^ends..], Samples.Of(rest).SelectMany(read => read.Pauses).Select(pause => pause.DurationNanoseconds));
        }
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void OpenJ9Reader_OtherFormsOfTheSameText_ChangeNothing(string file)
    {
        var text = Text(file);
        var whole = Describe(text);
        Assert.Equal(whole, Describe(text.ReplaceLineEndings("\r\n")));
        Assert.Equal(whole, Describe(Regex.Replace(text, "^(?=.)", "node-7  | ", RegexOptions.Multiline)));
        Assert.Equal(whole, Describe(Regex.Replace(text, "^(?=.)", "2026-11-22T10:00:00.5Z stderr F ", RegexOptions.Multiline)));
        Assert.Equal(whole, Describe(text.Replace("\n", "\nhello <world> a=1 b=2\n{\"a\":[1,2]}\n", StringComparison.Ordinal)));
        Assert.Equal(whole, Describe(Regex.Replace(text, "^.+$", line => $"{{\"m\":\"{Escaped(line.Value)}\"}}", RegexOptions.Multiline)));
        var bytes = Encoding.UTF8.GetBytes(text);
        Assert.Equal(whole, JvmLogs.Describe(JvmLogs.Load(bytes, "unknown.nettrace")));
        Arrivals.AssertSmallReads(text, whole, JvmLogs.Describe, largest: 64, step: 7);
    }

    /// <summary>Numbers that cannot be are counted, and reading goes on.</summary>
    [Theory]
    [InlineData("<exclusive-end id=\"3\" timestamp=\"2026-10-25T02:59:50.010\" durationms=\"86400001.0\" />")]
    [InlineData("<exclusive-end id=\"3\" timestamp=\"2026-10-25T02:59:50.010\" durationms=\"-1.0\" />")]
    [InlineData("<exclusive-end id=\"3\" timestamp=\"2026-10-25T02:59:50.010\" />")]
    [InlineData("<cycle-start type=\"global\" timestamp=\"2026-10-25T02:59:50.010\" />")]
    [InlineData("<gc-op id=\"4\" type=\"mark\" contextid=\"3\" timems=\"1e9\" timestamp=\"2026-10-25T02:59:50.010\" />")]
    [InlineData("<attribute name=\"maxHeapSize\" value=\"0xFFFFFFFFFFFFFFFF\" />")]
    [InlineData("<exclusive-end id=\"3\" timestamp=\"2026-10-25T02:59:50.010\" durationms=\"1.0\"")]
    public void OpenJ9Reader_ImpossibleNumbers_AreCountedAsNotUnderstood(string line)
    {
        var recording = Assert.Single(Samples.Of($"{Begin}{End}{line}\n{Begin}{End}"));
        Assert.Equal(1, recording.Coverage.LinesUnparsed);
        Assert.Equal(2, recording.Pauses.Count);
    }

    [Theory]
    [InlineData("<quanta quantumCount=\"999999999\" quantumType=\"mark\" minTimeMs=\"1.0\" meanTimeMs=\"2.0\" maxTimeMs=\"3.0\" />")]
    [InlineData("<quanta quantumCount=\"9\" quantumType=\"mark\" minTimeMs=\"3.0\" meanTimeMs=\"2.0\" maxTimeMs=\"3.0\" />")]
    [InlineData("<quanta quantumCount=\"0\" quantumType=\"mark\" minTimeMs=\"1.0\" meanTimeMs=\"2.0\" maxTimeMs=\"3.0\" />")]
    public void OpenJ9Reader_ImpossibleGroups_HaveNoPauses(string quanta)
    {
        var recording = Assert.Single(Samples.Of(
            $"<gc-op id=\"4\" type=\"heartbeat\" contextid=\"3\" timestamp=\"2026-10-25T02:59:50.010\">\n{quanta}\n</gc-op>\n"));
        Assert.Equal((0, 1), (recording.Pauses.Count, recording.Coverage.LinesUnparsed));
    }

    public static TheoryData<string> Files =>
    [
        "gencon-scavenges-java8.xml", "explicit-global-java8.xml", "concurrent-global-java8.xml", "explicit-global-java6.xml",
        "gencon-concurrent-openj9.xml", "balanced-openj9.xml", "metronome-openj9.xml",
    ];

    internal static string Text(string file) => File.ReadAllText(JvmLogs.Fixture("openj9", file));

    private static string Cycle(int id, string type, string length) =>
        $"<cycle-start id=\"{id}\" type=\"{type}\" contextid=\"0\" timestamp=\"2026-10-25T02:59:50.000\" intervalms=\"1.0\" />\n"
        + $"<gc-start id=\"{id + 1}\" type=\"{type}\" contextid=\"{id}\" timestamp=\"2026-10-25T02:59:50.000\">\n</gc-start>\n"
        + $"<gc-op id=\"{id + 1}\" type=\"{type}\" timems=\"{length}\" contextid=\"{id}\" timestamp=\"2026-10-25T02:59:50.010\" />\n"
        + $"<gc-end id=\"{id + 2}\" type=\"{type}\" contextid=\"{id}\" durationms=\"{length}\" timestamp=\"2026-10-25T02:59:50.010\">\n"
        + "</gc-end>\n";

    private static string Escaped(string line) => line.Replace("\"", "\\\"", StringComparison.Ordinal);

    private static string Describe(string text) => JvmLogs.Describe(JvmLogs.Load(text));
}
