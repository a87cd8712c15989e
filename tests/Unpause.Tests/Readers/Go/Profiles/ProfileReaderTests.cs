using Unpause.Recordings.Words;
using Unpause.Recordings;
using Unpause.Recordings.Allocations;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers.Go.Profiles;

/// <summary>Profiles of three versions of Go against the output of go tool pprof for the same files (samples/go/README.md).</summary>
public class ProfileReaderTests
{
    public static TheoryData<string> Versions => ["1.19", "1.23", "1.26"];

    [Theory]
    [MemberData(nameof(Versions))]
    public void ProfileReader_Allocations_MatchPprof(string version)
    {
        var recording = Assert.Single(Load(version, "allocs-2"));
        AssertTop(version, "allocs-2-alloc_space", Sites(recording.Allocations!.Sites));
        AssertTop(version, "allocs-2-alloc_objects", recording.Allocations.Sites.Select(site => (site.Stack, site.Objects!.Value)));
        Assert.All(recording.Allocations.Sites, site => Assert.Null(site.Type));
        Assert.Contains("one sample in 512 KiB on average", recording.Allocations.Basis, StringComparison.Ordinal);
        Assert.EndsWith("sites", recording.Source.Command, StringComparison.Ordinal);
        Assert.False(recording.HasCollections);
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public void ProfileReader_InlinedFunctions_AreInTheStacks(string version)
    {
        var recording = Assert.Single(Load(version, "allocs-2"));
        string[] inlined = ["main.line", "main.page", "main.round", "main.main", "runtime.main"];
        Assert.Contains(recording.Allocations!.Sites, site => site.Stack.TakeLast(inlined.Length).SequenceEqual(inlined));
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public void ProfileReader_TwoAllocationProfiles_GiveTheDifference(string version)
    {
        foreach (var names in (string[][])[["allocs-1", "allocs-2"], ["allocs-2", "allocs-1"], ["allocs-1", "heap", "allocs-2"]])
        {
            var recording = Assert.Single(Load(version, names));
            AssertTop(version, "difference", Sites(recording.Allocations!.Sites));
            Assert.Contains("difference of two profiles, ", recording.Allocations.Basis, StringComparison.Ordinal);
            Assert.Equal(names.Length, recording.Source.Files.Count);
        }
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public void ProfileReader_LiveHeap_MatchesPprof(string version) =>
        AssertTop(version, "heap-inuse_space", Sites(Assert.Single(Load(version, "heap")).LiveHeap!.Sites));

    [Theory]
    [MemberData(nameof(Versions))]
    public void ProfileReader_Goroutines_AreCountedBySiteAndMoment(string version)
    {
        var alone = Assert.Single(Load(version, "goroutine-3")).Goroutines!;
        AssertTop(version, "goroutine-3-goroutine", alone.Sites.Select(site => (site.Stack, site.Counts[0])));
        var series = Assert.Single(Load(version, "goroutine-2", "goroutine-3", "goroutine-1")).Goroutines!;
        Assert.Equal([66, 91, 116], series.Moments.Select(moment => moment.Count));
        Assert.Equal([25, 50, 75], Assert.Single(series.Sites, site => site.Stack.Contains("main.leak.func1")).Counts);
        Assert.Equal([40, 40, 40], Assert.Single(series.Sites, site => site.Stack.Contains("main.worker")).Counts);
    }

    [Theory]
    [InlineData("1.19", 246, 29, 12)]
    [InlineData("1.26", 160, 19, 16)]
    public void ProfileReader_CpuSamples_MatchPprof(string version, long all, long assist, long background)
    {
        var recording = Assert.Single(Load(version, "cpu"));
        var cpu = recording.CpuSamples!;
        AssertTop(version, "cpu-samples", cpu.Stacks(int.MaxValue).Select(stack => (stack.Frames, stack.Samples)));
        // awk over go tool pprof -traces (samples/go/README.md).
        Assert.Equal((all, assist, background), (cpu.Samples, Class("mark assist"), Class("background mark")));
        Assert.Equal(($"causes-{version}", Runtimes.Go), (recording.Source.Command, recording.Source.Runtime));
        Assert.Contains("nominally one per 10 ms", cpu.Basis, StringComparison.Ordinal);

        long Class(string name) => cpu.Classes.Single(row => row.Name == name).Samples;
    }

    [Fact]
    public void ProfileReader_CpuProfile_JoinsTheOnlyGoRecording()
    {
        var recording = Assert.Single(Load([Path("1.19", "cpu"), RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace")]));
        Assert.NotNull(recording.CpuSamples);
        Assert.NotEmpty(recording.Collections);
    }

    [Fact]
    public void ProfileReader_ProfilesOfTwoProcesses_GiveTwoRecordings()
    {
        string[] all = ["allocs-1", "allocs-2", "goroutine-1", "goroutine-3", "heap"];
        Assert.Equal(5, Assert.Single(Load("1.23", all)).Source.Files.Count);
        // The same program, started twice: the kernel's code lies elsewhere in the second.
        var two = Load([.. all.Select(name => Path("1.19", name)), .. all.Select(name => Path("1.23", name))]);
        Assert.Equal([5, 5], two.Select(recording => recording.Source.Files.Count));
        var alone = Assert.Single(Load("1.19", all));
        Assert.Equal(alone.Allocations!.Sites.Sum(site => site.Bytes), two[0].Allocations!.Sites.Sum(site => site.Bytes));
    }

    [Fact]
    public void ProfileReader_SameFileTwice_IsOneProfile()
    {
        var once = Assert.Single(Load("1.23", "allocs-2"));
        Assert.Equal(once.Allocations!.Basis, Assert.Single(Load("1.23", "allocs-2", "allocs-2")).Allocations!.Basis);
    }

    [Fact]
    public void ProfileReader_OnlyGcLines_JoinsAsOneProcess()
    {
        var lines = RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace");
        var joined = Assert.Single(Load([lines, Path("1.19", "allocs-2")]));
        Assert.Equal((326, "gctrace"), (joined.Collections.Count, joined.Source.Format));
        Assert.True(joined.HasCollections);
        Assert.NotEmpty(joined.Allocations!.Sites);
        Assert.Contains(joined.Coverage.Notes, note => note.Text.Contains("joined as one process", StringComparison.Ordinal));
    }

    [Fact]
    public void ProfileReader_OtherTimeOrProgram_StaysSeparate()
    {
        var stamped = RepositoryFolder.File("samples", "go", "catalog-stamped.gctrace");
        var alone = Load([stamped, Path("1.19", "allocs-2")]);
        Assert.Equal(2, alone.Count);
        Assert.Contains(alone[1].Coverage.Notes, note => note.Text.Contains("at another time", StringComparison.Ordinal));
        var stops = RepositoryFolder.File("samples", "go", "catalog-watched.stops");
        var other = Load([stops, Path("1.19", "heap")])[1];
        Assert.Contains(other.Coverage.Notes, note => note.Text.Contains("another program", StringComparison.Ordinal));
    }

    [Fact]
    public void ProfileReader_TwoRecordings_OwnerIsNotGuessed()
    {
        var lines = RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace");
        var other = RepositoryFolder.File("samples", "go", "catalog-gogc800.gctrace");
        var all = Load([lines, other, Path("1.19", "allocs-2")]);
        Assert.Equal(3, all.Count);
        Assert.Contains(all[2].Coverage.Notes, note => note.Text.Contains("it is not certain", StringComparison.Ordinal));
    }

    [Fact]
    public void ProfileReader_OneSession_IsOneProcess()
    {
        var lines = RepositoryFolder.File("samples", "go", "catalog-stamped.gctrace");
        string[] files = [Path("1.19", "heap"), lines, Path("1.26", "goroutine-1")];
        var loaded = RuntimeTable.Default.Load([.. files.Select(file => RecordingInput.File(file) with { Session = "one" })]);
        var recording = Assert.Single(loaded.Recordings);
        Assert.NotNull(recording.LiveHeap);
        Assert.Equal(66, recording.Goroutines!.Moments[0].Count);
        Assert.NotEmpty(recording.Collections);
    }

    private static string Path(string version, string name) =>
        RepositoryFolder.File("samples", "go", "profiles", $"go{version}", $"{name}.pb.gz");

    private static IReadOnlyList<Recording> Load(string version, params string[] names) =>
        Load([.. names.Select(name => Path(version, name))]);

    private static IReadOnlyList<Recording> Load(string[] files)
    {
        var loaded = RuntimeTable.Default.Load([.. files.Select(RecordingInput.File)]);
        Assert.Empty(loaded.Unread);
        return loaded.Recordings;
    }

    private static IEnumerable<(IReadOnlyList<string> Stack, long Value)> Sites(IEnumerable<AllocationSite> sites) =>
        sites.Select(site => (site.Stack, site.Bytes));

    private static void AssertTop(string version, string name, IEnumerable<(IReadOnlyList<string> Stack, long Value)> sites)
    {
        var expected = PprofTop.Read(File.ReadAllText(RepositoryFolder.File("samples", "go", "profiles", $"go{version}", $"{name}.top")));
        Assert.NotEmpty(expected);
        Assert.Equal(
            expected.Where(row => row.Value.Whole != 0).OrderBy(row => row.Key, StringComparer.Ordinal),
            PprofTop.Of(sites).Where(row => row.Value.Whole != 0).OrderBy(row => row.Key, StringComparer.Ordinal));
    }
}
