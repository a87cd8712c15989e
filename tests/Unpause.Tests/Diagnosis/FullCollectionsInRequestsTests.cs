using System.Text.Json;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Python;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Diagnosis;

/// <summary>The finding's numbers match those that the recorded service counted itself.</summary>
public class FullCollectionsInRequestsTests
{
    [Fact]
    public void Evidence_RecordedService_MatchesItsOwnCounts()
    {
        using var document = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("samples", "python", "web.json")));
        var requests = document.RootElement.GetProperty("requests").EnumerateArray().ToList();
        var full = requests.FindAll(request => request.GetProperty("runs")[2].GetInt32() > 0);
        var verdict = Samples.Ask(new FullCollectionsInRequests(), "samples", "python", "web.upgc.gz");
        var finding = Assert.IsType<Verdict.FoundVerdict>(verdict).Finding;
        var evidence = finding.Evidence;
        double Value(string key) => evidence.Single(one => one.Key == key).Value!.Value;
        Assert.Equal(full.Count, Value("with_full_requests"));
        Assert.Equal(requests.Count - full.Count, Value("without_full_requests"));
        Assert.Equal(Median(full.Select(request => request.GetProperty("gc_ms")[2].GetDouble())), Value("median_full_ms"), 0.05);
        // The service's own times do not include the work of its server and of the middleware.
        Assert.InRange(Value("median_with_full_ms") - Median(full.Select(Took)), 0, 1);
        Assert.InRange(Value("median_without_full_ms") - Median(requests.Except(full).Select(Took)), 0, 1);
        Assert.Equal(Severity.Medium, finding.Severity);
    }

    [Fact]
    public void Check_NoRequests_SaysWhatRecordsThem()
    {
        var verdict = Samples.Ask(new FullCollectionsInRequests(), "samples", "python", "recommend-default.upgc");
        Assert.Contains("no requests", Assert.IsType<Verdict.NotApplicableVerdict>(verdict).Why, StringComparison.Ordinal);
    }

    [Fact]
    public void Check_FreeThreadedBuild_IsSilent()
    {
        var recording = Assert.Single(Samples.Load("samples", "python", "web.upgc.gz"));
        var free = recording with { Source = recording.Source with { Collector = PythonCollectors.FreeThreaded } };
        Assert.Same(Verdict.Silent, new FullCollectionsInRequests().Check(AnalysedProcess.From(free)));
    }

    private static double Took(JsonElement request) => request.GetProperty("ms").GetDouble();

    private static double Median(IEnumerable<double> values)
    {
        var sorted = values.Order().ToList();
        return sorted[(sorted.Count - 1) / 2];
    }
}
