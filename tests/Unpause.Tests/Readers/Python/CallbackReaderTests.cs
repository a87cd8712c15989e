using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Unpause.Recordings;
using Unpause.Recordings.Readers.Python;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Python;

/// <summary>Lines that programs write at the end of collections; real ones, and some made.</summary>
public class CallbackReaderTests
{
    public static TheoryData<string> Files => ["vllm.log", "lmcache.log", "sglang.log", "odoo.log"];

    /// <summary>Counted by other expressions over the raw text: lengths in milliseconds, generations, freed objects.</summary>
    [Theory]
    [InlineData("vllm.log", @"GC took (?<ms>[\d.]+)ms.*Collected (?<freed>\d+) .*generation (?<gen>\d)", 2)]
    [InlineData("lmcache.log", @"gen(?<gen>\d) (?<ms>[\d.]+)ms collected=(?<freed>\d+)", 1)]
    [InlineData("sglang.log", @"Generation (?<gen>\d) \| Duration: (?<s>[\d.]+)s", 1)]
    [InlineData("odoo.log", @"'generation': (?<gen>\d), 'collected': (?<freed>\d+).* in (?<ms>[\d.]+)ms", 1)]
    public void CallbackReader_RealLines_HaveTheirPausesAndGenerations(string file, string expression, int processes)
    {
        var text = Text(file);
        var recordings = Samples.Of(text);
        Assert.Equal(processes, recordings.Count);
        Assert.All(recordings, recording => Assert.Equal(
            (PythonDescriptor.Callback, Runtimes.CPython, null, 0),
            (recording.Source.Format, recording.Source.Runtime, recording.DurationNanoseconds, recording.Coverage.LinesUnparsed)));
        var matches = Regex.Matches(text, expression);
        Assert.NotEmpty(matches);
        Assert.Equal(
            matches.Select(match => Number(match, "ms") is var ms and >= 0 ? ms : Number(match, "s") * 1000).Order(),
            recordings.SelectMany(recording => recording.Pauses).Select(pause => pause.DurationNanoseconds / 1e6).Order());
        Assert.Equal(
            matches.Select(match => $"gen{match.Groups["gen"].Value}"),
            recordings.SelectMany(recording => recording.Collections).Select(collection => collection.Generation));
        Assert.Equal(
            matches.Sum(match => Math.Max(0, Number(match, "freed"))),
            recordings.Sum(recording => recording.Collections.Sum(collection => collection.FreedObjects ?? 0)));
    }

    [Fact]
    public void CallbackReader_LinesThatNameTheirProcess_AreToldApart()
    {
        var recordings = Samples.Of(Text("vllm.log"));
        Assert.Equal([3684, null], recordings.Select(recording => recording.Source.ProcessId));
        Assert.All(recordings, recording => Assert.All(recording.Pauses, pause => Assert.False(pause.HasTime)));
        Assert.Equal([1_052_645, 1_035_628], recordings[0].Counters.Select(counter => counter.Value));
        Assert.NotNull(Assert.Single(Samples.Of(Text("odoo.log"))).Source.ProcessId);
    }

    /// <summary>A line is written at the collection's end.</summary>
    [Fact]
    public void CallbackReader_LineWithATime_EndsAtIt()
    {
        var recording = Assert.Single(Samples.Of(
            "[2026-08-29 12:17:22,500] LMCache INFO: GC gen2 400.0ms collected=1 uncollectable=0 (gc.py:1:x)\n"
            + "[2026-08-29 12:17:21,500] LMCache INFO: GC gen0 100.0ms collected=1 uncollectable=0 (gc.py:1:x)\n"));
        Assert.Equal([700_000_000, 0], recording.Pauses.Select(pause => pause.StartNanoseconds));
        Assert.Equal(new DateTimeOffset(2026, 8, 29, 12, 17, 21, 400, TimeSpan.Zero), recording.Clock.StartedAt);
        Assert.Contains("UTC", recording.Clock.Basis, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("GC took 1.5ms to complete. Collected ? objects in GC generation None.", null, null)]
    [InlineData("GC took 1.5ms to complete. Collected 7 objects in GC generation 1. Top collected objects: ", "gen1", 7L)]
    [InlineData("x gc: collected {'generation': 1, 'collected': 7, 'uncollectable': 2, 'candidates': 9} in 1.5ms", "gen1", 7L)]
    public void CallbackReader_OtherVersions_AreRead(string line, string? generation, long? freed)
    {
        var recording = Assert.Single(Samples.Of(line + "\n"));
        var collection = Assert.Single(recording.Collections);
        Assert.Equal((generation, freed), (collection.Generation, collection.FreedObjects));
        Assert.Equal(1_500_000, Assert.Single(recording.Pauses).DurationNanoseconds);
    }

    /// <summary>Numbers that cannot be: a day is the longest pause.</summary>
    [Theory]
    [InlineData("GC took 99999999999.9ms to complete. Collected 7 objects in GC generation 1.")]
    [InlineData("GC took -1ms to complete. Collected 7 objects in GC generation 1.")]
    [InlineData("GC took 1ms to complete. Collected -7 objects in GC generation 1.")]
    [InlineData("GC took 1ms to complete. Collected 7 objects in GC generation 3.")]
    [InlineData("GC gen2 99999999999999999999ms collected=1 uncollectable=0")]
    [InlineData("GC gen9 1ms collected=1 uncollectable=0")]
    [InlineData("LONG GARBAGE COLLECTION DETECTED | Generation 2 | Duration: xs | # Objects: gen0=1")]
    [InlineData("collected {'generation': 2, 'collected': 1, 'uncollectable': 0} in -1ms")]
    public void CallbackReader_ImpossibleNumbers_AreCountedAsNotUnderstood(string line)
    {
        var recording = Assert.Single(Samples.Of($"GC gen2 143.6ms collected=243 uncollectable=0\n{line}\n"));
        Assert.Equal(1, recording.Coverage.LinesUnparsed);
        Assert.Single(recording.Pauses);
    }

    /// <summary>Words that other programs use as well.</summary>
    [Theory]
    [InlineData("GC took 3 s, did 4 iterations\n")]
    [InlineData("gc took 3 ms\nGC gen2 collections: 5\n")]
    public void CallbackReader_OtherLines_AreNotItsOwn(string text) => Assert.Empty(Samples.Of(text));

    [Theory]
    [MemberData(nameof(Files))]
    public void CallbackReader_CutAtEveryByte_GivesOnlyPausesOfTheWhole(string file)
    {
        var bytes = Encoding.UTF8.GetBytes(Text(file));
        Arrivals.AssertCutsAreSubsets(bytes.Length > 4_000 ? bytes[..4_000] : bytes, Pauses);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void CallbackReader_CarriageReturnsPrefixesAndSmallBlocks_ChangeNothing(string file) =>
        Arrivals.AssertAlike(Text(file), loaded => Describe(loaded.Recordings));

    [Fact]
    public void CallbackReader_ManyProcesses_AreBounded()
    {
        var text = new StringBuilder();
        const string Line = "GC took 1.000ms to complete. Collected 0 objects in GC generation 0.";
        for (var id = 1; id <= 5_000; id++) text.Append(CultureInfo.InvariantCulture, $"(Worker pid={id}) {Line}\n");
        var recordings = Samples.Of(text.ToString());
        Assert.Equal(5_000, recordings.Sum(recording => recording.Pauses.Count));
        Assert.True(recordings.Count <= 4_096);
        Assert.Contains(recordings, recording => recording.Coverage.Unreadable);
    }

    private static double Number(Match match, string group) =>
        match.Groups[group].Success ? double.Parse(match.Groups[group].Value, CultureInfo.InvariantCulture) : -1;

    private static HashSet<(long Nanoseconds, string? Generation)> Pauses(IReadOnlyList<Recording> recordings) =>
        [.. recordings.SelectMany(one => one.Pauses.Select((pause, i) => (pause.DurationNanoseconds, one.Collections[i].Generation)))];

    private static string Text(string file) =>
        File.ReadAllText(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "python", "callbacks", file));

    private static string Describe(IReadOnlyList<Recording> recordings) => string.Join("\n", recordings.Select(one =>
        $"{one.Source.ProcessId} {one.Clock.StartedAt:O} {string.Join(" ", one.Pauses)} {string.Join(" ", one.Coverage.Notes)}"));
}
