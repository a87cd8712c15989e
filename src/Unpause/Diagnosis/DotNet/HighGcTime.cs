using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// The share of time in pauses. Under 5 % a program is well-behaved, under 3 % there is nothing to win (thresholds by
/// the collector's author, Maoni0/mem-doc).
/// </summary>
public sealed class HighGcTime : Rule
{
    private const double WatchPercent = 5;
    private const double ActPercent = 10;
    private const int FewestPauses = 10;

    /// <inheritdoc/>
    public override string Id => "high-gc-time";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.DotNet];

    /// <inheritdoc/>
    public override string Summary => "More than 5 % (watch) or 10 % (act) of the time goes into pauses.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var pauses = process.Summary.Pauses;
        if (pauses.ThroughputPercent is not { } throughput || pauses.Count < FewestPauses) return Verdict.Silent;
        var percent = 100 - throughput;
        if (percent < WatchPercent) return Verdict.Silent;
        var costliest = process.Summary.Collections.ByGeneration.MaxBy(generation => generation.PauseTotalNanoseconds)!;
        List<Evidence> evidence =
        [
            new("share of the recording's time in pauses", Math.Round(percent, 2), "percent"),
            new("pauses", pauses.Count, "pauses"),
            new($"of their time, in {costliest.Generation} ({costliest.Count} collections)", Math.Round(100.0 * costliest.PauseTotalNanoseconds / Math.Max(1, pauses.TotalNanoseconds), 1), "percent"),
        ];
        if (process.Summary.Heap.AllocationRateBytesPerSecond is { } rate) evidence.Add(new("allocation rate", Math.Round(rate), "bytes per second"));
        return Verdict.Found(new Finding(
            Id,
            percent >= ActPercent ? Severity.High : Severity.Low,
            $"{Quantities.Percent(percent)} of the time goes into pauses, most of it in {costliest.Generation}",
            evidence,
            [AdviceFor(process.Recording, costliest.Generation)],
            $"At 5 % the program would have {Quantities.Percent(percent - WatchPercent)} more of its time."));
    }

    private static Advice AdviceFor(Recording recording, string? generation)
    {
        if (generation == Generations.Gen2)
        {
            return new("Gen2 costs most: see what makes it run (large objects, calls of GC.Collect, memory limits), and keep fewer objects alive that long.");
        }

        var server = recording.Source.Collector == DotNetCollectors.Server;
        return server
            ? new("Young collections cost most: they copy what survives. Give gen0 more room, so that more is dead when it is collected (hexadecimal, bytes; only in the environment; .NET 5 and later), and keep objects shorter.", "DOTNET_GCgen0size=0x10000000")
            : new("Young collections cost most: they copy what survives. Give gen0 more room, so that more is dead when it is collected (hexadecimal, bytes; only in the environment; .NET 5 and later). On a machine with several cores <ServerGarbageCollection>true</ServerGarbageCollection> lets several heaps share the work.", "DOTNET_GCgen0size=0x4000000");
    }
}
