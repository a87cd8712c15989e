using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Reports;

namespace Unpause.Tests.Reports;

/// <summary>The document's histograms agree with the numbers beside them.</summary>
public class HistogramDocumentTests
{
    [Theory]
    [InlineData("jvm/retaining-g1-jdk17.log.gz")]
    [InlineData("dotnet/server.nettrace.gz")]
    [InlineData("go/catalog-gogc100.gctrace")]
    [InlineData("python/debug-stats.txt")]
    public void Histograms_Sample_HoldEveryPauseAndStop(string sample)
    {
        var loaded = RuntimeTable.Default.Load([RecordingInput.File(RepositoryFolder.File("samples", sample))]);
        var process = Report.Create(loaded.Recordings).ToDocument().Processes[0];
        var all = process.Pauses.Histogram!.All;
        Assert.Equal((process.Pauses.Count, process.Pauses.TotalMs, process.Pauses.MaxMs), (all.Count, all.SumMs, all.MaxMs));
        Assert.DoesNotContain(0, all.Counts);
        Assert.Equal(all.Count, all.Counts.Sum() + all.ZeroCount);
        Assert.True(process.Pauses.Histogram.Blocks.Sum(block => block.Values.Count) <= all.Count, "a value counts in one block");
        if (process.Stops is { } stops) Assert.Equal((stops.Count, stops.TotalMs), (stops.Histogram!.All.Count, stops.Histogram.All.SumMs));
    }

    /// <summary>The 99th percentile by rank lies in the bucket that the histogram's counts give.</summary>
    [Fact]
    public void Histograms_Percentiles_AreWithinTwoPercent()
    {
        var sample = RepositoryFolder.File("samples", "jvm", "retaining-g1-jdk17.log.gz");
        var process = Report.Create(RuntimeTable.Default.Load([RecordingInput.File(sample)]).Recordings).ToDocument().Processes[0];
        var all = process.Pauses.Histogram!.All;
        var (rank, index) = ((long)Math.Ceiling(0.9 * all.Count), 0);
        for (var before = all.ZeroCount; before + all.Counts[index] < rank; index++) before += all.Counts[index];
        var bucket = all.Indexes[index];
        var bucketBase = Math.Pow(2, 1.0 / 32);
        var exact = process.Pauses.P90Ms!.Value.Nanoseconds / 1e6;
        Assert.InRange(exact, Math.Pow(bucketBase, bucket) * 0.999999, Math.Pow(bucketBase, bucket + 1) * 1.000001);
    }

    [Fact]
    public void Histograms_Requests_AreCountedWhereTheyArrive()
    {
        var requests = JudgedRequests.Of(
            [JudgedRequests.EverySecond()], 50, JudgedRequests.Touched(Enumerable.Range(0, 20))).ToDocument().Requests!;
        Assert.Equal((requests.Count, requests.MaxMs), (requests.Histogram!.All.Count, requests.Histogram.All.MaxMs));
        Assert.Equal(requests.Count, requests.Histogram.Blocks.Sum(block => block.Values.Count));
        Assert.Equal(0, requests.Histogram.Blocks[0].Index);
    }
}
