using System.Text;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Node;
using Unpause.Analysis.LiveSets;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Diagnosis;

/// <summary>What the rules of Node.js make of real recordings beside their two each.</summary>
public class NodeRulesTests
{
    [Theory]
    [InlineData("snapshots", NodeReasons.HeapProfiler)]
    [InlineData("low-memory", NodeReasons.LowMemory)]
    public void MonitoringStops_ToolCollects_IsFoundAndNoOtherCause(string sample, string reason)
    {
        var process = Load(sample);
        var asked = process.Recording.Collections.Count(collection => collection.RuntimeCause == reason);
        var findings = Diagnoses.Run([process]).Findings;
        Assert.Equal(["monitoring-stops"], findings.Select(one => one.Finding.Id));
        var stops = findings[0].Finding.Evidence.Single(evidence => evidence.Key == "observer_stops");
        Assert.Equal(asked, stops.Value);
        Assert.Equal(ConfidenceLevel.Certain, findings[0].Finding.Confidence!.Level);
    }

    /// <summary>Young collections for external memory come as often with a larger semi-space.</summary>
    [Fact]
    public void Tree_Buffers_ExternalMemoryIsTheCauseOfAll()
    {
        var findings = Diagnoses.Run([Load("buffers")]).Findings;
        Assert.Equal("external-memory-collections", findings[0].Finding.Id);
        Assert.All(findings.Skip(1), one => Assert.Equal(0, one.FollowsFrom));
        Assert.DoesNotContain(findings, one => one.Finding.Id == "promoting-scavenges");
    }

    [Fact]
    public void Tree_NearLimit_LongCollectionsAndStepsFollowFromIt()
    {
        var findings = Diagnoses.Run([Load("limit-48")]).Findings;
        Assert.Equal(
            [("heap-near-limit", (int?)null), ("long-mark-compacts", 0), ("marking-steps", 0)],
            findings.Select(one => (one.Finding.Id, one.FollowsFrom)));
        // 43 MiB are live: half of the limit that is advised, in steps of 64 MiB.
        Assert.Equal("NODE_OPTIONS=--max-old-space-size=128", findings[0].Finding.Advice[0].Setting);
    }

    [Fact]
    public void HeapNearLimit_LinesWithoutLimit_FiresOnLastResort()
    {
        const string Line = "[7:0x1]  {0} ms: Mark-Compact 47.0 (60.0) -> 46.5 (60.0) MB, 40.00 / 0.00 ms  "
            + "(average mu = 0.1, current mu = 0.1) {1}\n";
        var text = new StringBuilder();
        for (var i = 1; i <= 6; i++)
        {
            text.AppendFormat(
                System.Globalization.CultureInfo.InvariantCulture, Line, i * 100,
                i < 6 ? "allocation failure; GC in old space requested" : "last resort; GC in old space requested");
        }

        var process = AnalysedProcess.From(Assert.Single(Samples.Of(Encoding.UTF8.GetBytes(text.ToString()))));
        var found = Assert.IsType<Verdict.FoundVerdict>(new HeapNearLimit().Check(process));
        Assert.Equal(1, found.Finding.Evidence.Single(evidence => evidence.Key == "low_memory_collections").Value);
        var before = text.ToString().Replace("last resort", "allocation failure", StringComparison.Ordinal);
        var unknown = AnalysedProcess.From(Assert.Single(Samples.Of(Encoding.UTF8.GetBytes(before))));
        Assert.IsType<Verdict.NotApplicableVerdict>(new HeapNearLimit().Check(unknown));
    }

    /// <summary>V8 measured: v8.getHeapStatistics().heap_size_limit − --max-old-space-size is three semi-spaces.</summary>
    [Theory]
    [InlineData(null, "", 16)]
    [InlineData("20.20.2", "", 16)]
    [InlineData("24.22.3", "", 64)]
    [InlineData("26.12.1", "", 32)]
    [InlineData("20.20.2", "--max-semi-space-size=8 --max_semi_space_size=32", 32)]
    [InlineData("20.20.2", "--max-semi-space-size=many --max-semi-space-size= --max-semi-space-size", 16)]
    public void SemiSpace_VersionAndOptions_AreV8s(string? version, string options, long mebibytes)
    {
        var source = new SourceBuilder { Format = NodeFormats.TraceEvents, Runtime = Runtimes.Node, RuntimeVersion = version };
        source.Settings[NodeSettings.Options] = options;
        Assert.Equal(mebibytes, NodeOptions.SemiSpaceOf(source.Build()));
    }

    /// <summary>The trace names why marking was started; a collection that ends it says only that it does.</summary>
    [Fact]
    public void Reader_MarkingStarted_KeepsItsReason()
    {
        var recording = Load("buffers").Recording;
        Assert.Contains(recording.Collections, collection => NodeMarks.IsStartedBy(collection, NodeReasons.ExternalMemory));
        Assert.All(
            recording.Collections.Where(collection => collection.Generation == Generations.Young),
            collection => Assert.Null(collection.Marks));
    }

    private static AnalysedProcess Load(string sample) =>
        AnalysedProcess.From(Assert.Single(Samples.Load("samples", "node", "rules", $"{sample}.trace.gz")));
}
