using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Tests.Readers.Python;

namespace Unpause.Tests.Diagnosis;

/// <summary>Whatever the runtime: if collections take a tenth of the time or more, there is a finding.</summary>
public class NoSilenceTests
{
    private const double Most = 90;
    private const long Millisecond = Recorded.Millisecond;

    /// <summary>All folders with recordings: samples and fixtures.</summary>
    public static TheoryData<string> Folders =>
    [
        "samples/dotnet", "samples/go", "samples/python", "samples/jvm", "tests/Unpause.Tests/fixtures/jvm",
    ];

    /// <summary>Runtimes with one of their generations, and whether the collections are induced.</summary>
    public static TheoryData<string, string?, bool> Synthetic => new()
    {
        { Runtimes.CPython, Generations.Gen0, false },
        { Runtimes.CPython, Generations.Gen2, false },
        { Runtimes.CPython, Generations.Gen2, true },
        { Runtimes.DotNet, Generations.Gen0, false },
        { Runtimes.DotNet, Generations.Gen2, true },
        { Runtimes.Go, null, false },
        { Runtimes.Go, null, true },
        { Runtimes.Jvm, Generations.Young, false },
        { Runtimes.Jvm, Generations.Full, true },
    };

    [Theory]
    [MemberData(nameof(Folders))]
    public void Samples_TenthOfTimePaused_HaveAFinding(string folder)
    {
        foreach (var file in Samples.Files(folder))
        {
            foreach (var recording in Samples.Load(file)) AssertReported(file, recording);
        }
    }

    [Theory]
    [MemberData(nameof(Synthetic))]
    public void AnyRuntime_TenthOfTimePaused_HasAFinding(string runtime, string? generation, bool induced)
    {
        foreach (var (pauses, length) in ((int, long)[])[(1, 300), (4, 20), (9, 100), (10, 100), (300, 12), (20_000, 1)])
        {
            foreach (var share in (double[])[0.101, 0.31, 0.979])
            {
                var recording = Of(runtime, generation, induced, pauses, length, share);
                AssertReported($"{runtime} {generation} {pauses} × {length} ms, {share}", recording);
            }
        }
    }

    /// <summary>The catch-all finding is folded into the finding with the cause.</summary>
    [Fact]
    public void Tree_CallsOfGcCollect_AreTheRootCause()
    {
        var findings = Diagnoses.Run([.. Samples.Load("samples", "python", "collects.upgc").Select(AnalysedProcess.From)]).Findings;
        var found = findings[0].Finding;
        Assert.Equal("explicit-collections", found.Id);
        Assert.Matches(@"^gc\.collect\(\) .* 60 .*, [89]\d(\.\d)? % ", found.Title);
        // In a longer recording the catch-all finding is there as well, below its cause.
        var longer = Diagnoses.Run([AnalysedProcess.From(Of(Runtimes.CPython, Generations.Gen2, true, 300, 12, 0.979))]).Findings;
        Assert.Equal(
            [("explicit-collections", (int?)null), ("costly-collections", 0)], longer.Select(one => (one.Finding.Id, one.FollowsFrom)));
        Assert.Contains("traceback.print_stack()", longer[0].Finding.Advice[0].Code, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("film-default")]
    [InlineData("recommend-default")]
    public void Tree_FutileCollections_AreTheRootCause(string sample)
    {
        var findings = Diagnoses.Run([.. Samples.Load("samples", "python", sample + ".upgc").Select(AnalysedProcess.From)]).Findings;
        Assert.Equal("futile-collections", Assert.Single(findings, found => found.FollowsFrom is null).Finding.Id);
    }

    /// <summary>A real sphinx-build: its collections free some objects, and take a fifth of the time.</summary>
    [Fact]
    public void Advice_Build_IsToSwitchGcOff()
    {
        var found = Assert.Single(
            Diagnoses.Run([.. Samples.Load("samples", "python", "sphinx.upgc").Select(AnalysedProcess.From)]).Findings).Finding;
        Assert.Equal(("costly-collections", Severity.Medium), (found.Id, found.Severity));
        Assert.Contains("gen2", found.Title, StringComparison.Ordinal);
        var off = Assert.Single(found.Advice, advice => advice.Code == "import gc\ngc.disable()");
        // 415,431 objects of 48 bytes and more.
        Assert.Matches("415,431 .* 19 MiB", off.Text);
        Assert.Contains(found.Advice, advice => advice.Setting == "unpause cycles -- CMD");
        Assert.Contains(found.Advice, advice => advice.Setting == "UNPAUSE_PYTHON_GC_THRESHOLD=10000,20,10");
    }

    /// <summary>
    /// Where collections free most of what they scan, reference cycles are the cause: thresholds and freezing save nothing.
    /// </summary>
    [Fact]
    public void Advice_UsefulCollections_IsToBreakTheCycles()
    {
        var recording = Assert.Single(Samples.Load("samples", "python", "cycles-busy.upgc.gz"));
        var freed = recording.Collections.Where(collection => !collection.Induced).Sum(collection => collection.FreedObjects ?? 0);
        var found = Assert.Single(Diagnoses.Run([AnalysedProcess.From(recording)]).Findings).Finding;
        Assert.Equal(("costly-collections", Severity.High), (found.Id, found.Severity));
        Assert.Equal(100, Value("freed_percent"), 0.5);
        Assert.InRange(Value("paused_percent"), 40, 50);
        Assert.Equal("unpause cycles -- CMD", found.Advice[0].Setting);
        Assert.Contains(FormattableString.Invariant($"freed {freed:N0} objects"), found.Advice[0].Text, StringComparison.Ordinal);
        Assert.DoesNotContain(found.Advice, advice => advice.Code?.Contains("freeze", StringComparison.Ordinal) == true);
        Assert.Contains("save little", found.ExpectedGain, StringComparison.Ordinal);

        double Value(string key) => found.Evidence.Single(evidence => evidence.Key == key).Value!.Value;
    }

    /// <summary>
    /// Collections that CPython never starts automatically are induced: in 3.14.0 to 3.14.4 all but generation 1, in free-threaded builds
    /// all but 0.
    /// </summary>
    [Theory]
    [InlineData("3.14.2", 4u, 2, true)]
    [InlineData("3.14.2", 4u, 0, true)]
    [InlineData("3.14.2", 4u, 1, false)]
    [InlineData("3.13.5", 5u, 2, true)]
    [InlineData("3.13.5", 5u, 0, false)]
    [InlineData("3.14.5", 4u, 2, false)]
    public void Collection_NeverAutomaticGeneration_IsInduced(string version, uint flags, byte generation, bool asked)
    {
        var file = new AgentFile(8, version, flags, begun: 1, exited: 20 * Millisecond)
            .Record(1, Millisecond, 2 * Millisecond, generation, count: 11, threshold: 10);
        Assert.Equal(asked, Assert.Single(Assert.Single(Samples.Of(file.Bytes)).Collections).Induced);
    }

    /// <summary>Two calls at the start are what the advice recommends.</summary>
    [Fact]
    public void ExplicitCollections_TwoCallsAtStart_IsSilent() => Assert.DoesNotContain(
        Diagnoses.Run([AnalysedProcess.From(Of(Runtimes.CPython, Generations.Gen2, true, 2, 300, 0.05))]).Findings,
        found => found.Finding.Id == "explicit-collections");

    private static void AssertReported(string name, Recording recording)
    {
        var process = AnalysedProcess.From(recording);
        if (!(process.Summary.Pauses.ThroughputPercent < Most)) return;
        var findings = Diagnoses.Run([process]).Findings;
        Assert.True(findings.Count > 0, $"{name}: {100 - process.Summary.Pauses.ThroughputPercent} % without a finding");
        Assert.All(findings, found => Assert.NotEmpty(found.Finding.Evidence));
        Assert.Contains(findings, found => found.FollowsFrom is null && found.Finding.Advice.Count > 0);
    }

    private static Recording Of(string runtime, string? generation, bool induced, int pauses, long lengthMilliseconds, double share)
    {
        var every = (long)(lengthMilliseconds * Millisecond / share);
        var recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = "synthetic", Runtime = runtime, Files = ["synthetic"], RuntimeVersion = "10.0" },
            DurationNanoseconds = every * pauses,
        };
        for (var i = 0; i < pauses; i++)
        {
            var collection = recording.Begin(i);
            collection.Generation = generation;
            collection.Cause = induced ? Causes.Induced : Causes.Allocation;
            collection.Induced = induced;
            collection.StartNanoseconds = i * every;
            recording.Pauses.Add(new Pause(i * every, lengthMilliseconds * Millisecond, i, "collection"));
        }

        return recording.Build();
    }
}
