using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>What GraalVM's native images print with PrintGC and VerboseGC: brackets up to 22.1, later lines like HotSpot's.</summary>
public class NativeImageTests
{
    public static TheoryData<string> Files =>
        ["pauses-java25.log", "verbose-java17.log", "brackets-java11.log", "verbose-brackets-java11.log"];

    /// <summary>Counted and summed by another program over the raw text, in milliseconds.</summary>
    [Theory]
    [InlineData("pauses-java25.log", 11, 3, 101.115)]
    [InlineData("verbose-java17.log", 4, 1, 22.913)]
    [InlineData("brackets-java11.log", 2, 1, 18.1011)]
    [InlineData("verbose-brackets-java11.log", 2, 0, 2.1382)]
    public void NativeImages_StrangersLogs_HaveTheirPauses(string file, int young, int full, double milliseconds)
    {
        var recording = Assert.Single(Samples.Of(Text(file)));
        var counted = JvmLogs.Awk(
            Encoding.UTF8.GetBytes(Text(file)),
            "/ GC \\(.*ms\\r?$/ { n++; s += $NF } / GC \\(.* secs\\]/ { n++; s += $(NF - 1) * 1000 } END { printf \"%d %.4f\", n, s }");
        Assert.Equal([young + full, milliseconds], counted);
        Assert.Equal(milliseconds, recording.Pauses.Sum(pause => pause.DurationNanoseconds) / 1e6, 6);
        Assert.Equal(young, recording.Collections.Count(collection => collection.Generation == "young"));
        Assert.Equal(full, recording.Collections.Count(collection => collection.Generation == "full"));
        Assert.Equal(young + full, recording.Pauses.Count);
        Assert.Equal((JvmCollectors.NativeImageSerial, 0), (recording.Source.Collector, recording.Coverage.LinesUnparsed));
        Assert.All(recording.Collections, collection => Assert.Equal(Causes.Allocation, collection.Cause));
    }

    /// <summary>oracle/graal, pull request 7663: the same lines before and after it.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("Pause ")]
    public void NativeImages_WithAndWithoutTheWordPause_AreReadAlike(string word)
    {
        var recording = Assert.Single(Samples.Of(
            $"[658.653s] GC(11) {word}Incremental GC (Collect on allocation) 54.50M->9.50M 3.346ms\n"
            + $"[658.793s] GC(12) {word}Full GC (java.lang.System.gc()) 53.50M->9.00M 23.244ms\n"));
        Assert.Equal([3_346_000, 23_244_000], recording.Pauses.Select(pause => pause.DurationNanoseconds));
        Assert.Equal(["young", "full"], recording.Collections.Select(collection => collection.Generation));
        Assert.Equal([false, true], recording.Collections.Select(collection => collection.Induced));
        Assert.Equal([null, 9L << 20], recording.Collections.Select(collection => collection.LiveSetBytes));
    }

    /// <summary>Eden and survivors are the young generation; what the old one grew by was promoted.</summary>
    [Fact]
    public void NativeImages_VerboseSizes_HaveSurvivorsAndPromotion()
    {
        var recording = Assert.Single(Samples.Of(
            "[0.100s] GC(0) Using Serial GC\n[0.100s] GC(0)   Maximum heap size: 512M\n"
            + "[0.110s] GC(0) Collect on allocation\n[0.110s] GC(0)   Eden: 20.00M->0.00M\n[0.110s] GC(0)   Survivor: 1.00M->2.00M\n"
            + "[0.110s] GC(0)   Old: 15.00M->15.50M\n[0.110s] GC(0)   Free: 0.00M->20.00M\n"
            + "[0.110s] GC(0) Incremental GC (Collect on allocation) 36.00M->17.50M 1.217ms\n"));
        var collection = Assert.Single(recording.Collections);
        Assert.Equal((21L << 20, 5L << 19, 1L << 19), (collection.YoungBeforeBytes, collection.SurvivorBytes, collection.PromotedBytes));
        Assert.Equal((512L << 20, 0), (recording.HeapMaximumBytes, recording.Coverage.LinesUnparsed));
    }

    /// <summary>PrintGCTimeStamps of old versions gives the end in milliseconds, inside of the bracket.</summary>
    [Fact]
    public void NativeImages_MillisecondsInsideTheBracket_AreEnds()
    {
        var recording = Assert.Single(Samples.Of(
            "[1123 msec: Incremental GC (CollectOnAllocation) 286720K->24576K, 0.0010000 secs]\n"
            + "[2123 msec: Full GC (java.lang.System.gc()) 286720K->24576K, 0.1000000 secs]\n"));
        Assert.Equal([1_123_000_000, 2_123_000_000], recording.Pauses.Select(pause => pause.EndNanoseconds));
        Assert.Equal(JvmCollectors.NativeImageSerial, recording.Source.Collector);
        Assert.True(recording.Collections[1].Induced);
    }

    /// <summary>HotSpot's full collections keep their name and collector.</summary>
    [Fact]
    public void LegacyReader_FullCollectionOfHotSpot_IsNoNativeImage()
    {
        var recording = Assert.Single(Samples.Of("1.000: [Full GC (System.gc()) 5088K->1749K(83008K), 0.0266932 secs]\n"));
        Assert.Null(recording.Source.Collector);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void NativeImages_CutAtEveryByte_GiveOnlyPausesOfTheWhole(string file)
    {
        var bytes = Encoding.UTF8.GetBytes(Text(file));
        Assert.Single(Samples.Of(bytes));
        Arrivals.AssertCutsAreSubsets(bytes, Arrivals.LengthsAndNames);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void NativeImages_CarriageReturnsPrefixesAndChunks_ChangeNothing(string file) =>
        Arrivals.AssertAlike(Text(file), JvmLogs.Describe);

    private static string Text(string file) => File.ReadAllText(JvmLogs.Fixture("native-image", file));

    private static string Describe(string text) => JvmLogs.Describe(JvmLogs.Load(text));
}
