using System.Globalization;
using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.Python;

/// <summary>
/// CPython's collector runs, and finds almost no cycles: reference counting has freed nearly everything already, so
/// the pauses buy nothing.
/// </summary>
public sealed class FutileCollections : Rule
{
    private const int FewestCollections = 20;
    private const double MostlyFutile = 0.8;
    private const double NotableShare = 0.05;
    private const double LeastPercent = 2;
    private const double HighPercent = 10;
    private const long LeastNanosecondsWithoutDuration = 100_000_000;
    private const long LongPauseNanoseconds = 100_000_000;

    /// <inheritdoc/>
    public override string Id => "futile-collections";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.CPython];

    /// <inheritdoc/>
    public override string Summary => "CPython's automatic collections cost time and free almost nothing.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var work = FutileWork.Of(process.Recording);
        if (work.Collections == 0 && process.Recording.Collections.Count >= FewestCollections && process.Recording.Pauses.Count == 0)
        {
            return Verdict.NotApplicable("The recording has no times of collections: record with unpause run, which measures them.");
        }

        if (work.Collections < FewestCollections || work.FutileNanoseconds < work.TotalNanoseconds * MostlyFutile) return Verdict.Silent;
        var percent = process.Recording.DurationNanoseconds is > 0 and { } duration ? 100.0 * work.FutileNanoseconds / duration : (double?)null;
        if (percent is < LeastPercent || (percent is null && work.FutileNanoseconds < LeastNanosecondsWithoutDuration)) return Verdict.Silent;
        var severity = percent is >= HighPercent || work.LongestNanoseconds >= LongPauseNanoseconds ? Severity.High : Severity.Medium;
        var advice = ThresholdAdvice.For(process.Recording.Source);
        return Verdict.Found(new Finding(Id, severity, Title(work, percent), EvidenceOf(work, percent, advice), [.. advice.All(FullCollectionsMatter(work, advice))], Gain(work, percent, advice)));
    }

    private static string Title(FutileWork work, double? percent) => percent is { } share
        ? Text($"{work.Futile:N0} of {work.Collections:N0} collections freed almost nothing, and took {share:0.#} % of the time")
        : Text($"{work.Futile:N0} of {work.Collections:N0} collections freed almost nothing, and took {Milliseconds(work.FutileNanoseconds):0} ms");

    private static List<Evidence> EvidenceOf(FutileWork work, double? percent, ThresholdAdvice advice)
    {
        List<Evidence> evidence =
        [
            new("automatic collections that freed at most 2 % of the objects that had come since their generation was last looked at", work.Futile, "collections"),
            new("their time", Milliseconds(work.FutileNanoseconds), "ms"),
            new(Text($"the longest of them (collection {work.LongestNumber})"), Milliseconds(work.LongestNanoseconds), "ms"),
            new("objects that all automatic collections freed", work.Freed, "objects"),
        ];
        if (percent is { } share) evidence.Insert(2, new("their share of the recording", Math.Round(share, 2), "percent"));
        if (work.Allocated is { } allocated) evidence.Add(new("objects that were new at those collections", allocated, "objects"));
        for (var generation = 0; generation < 3; generation++)
        {
            if (work.CountOf(generation) == 0) continue;
            evidence.Add(new(
                Text($"time of {work.CountOf(generation):N0} gen{generation} collections, which freed {work.FreedBy(generation):N0} objects"),
                Milliseconds(work.TimeOf(generation)),
                "ms"));
        }

        evidence.Add(new(Text($"thresholds in force: {string.Join(", ", advice.Now)}")));
        return evidence;
    }

    private static bool FullCollectionsMatter(FutileWork work, ThresholdAdvice advice) =>
        advice.Collector is PythonCollectors.Incremental or PythonCollectors.FreeThreaded || work.TimeOf(2) >= work.TotalNanoseconds * NotableShare;

    /// <summary>
    /// Young collections look at each new object once however large their batches are, so their time stays about the
    /// same; full collections look at everything each time, so their time falls with their number.
    /// </summary>
    private static string? Gain(FutileWork work, double? percent, ThresholdAdvice advice)
    {
        if (advice.Collector is PythonCollectors.Incremental or PythonCollectors.FreeThreaded)
        {
            return Text($"Collections become about {advice.FullCollectionFactor:0.#} times rarer. How much of the {Milliseconds(work.TotalNanoseconds):0} ms goes with them depends on how much each looks at, which this collector does not tell: try it and compare.");
        }

        var full = work.TimeOf(2);
        var saved = full - (full / advice.FullCollectionFactor);
        if (!FullCollectionsMatter(work, advice)) return Text($"Little from thresholds: young collections look at every new object once, in batches of any size. gc.freeze and gc.disable around bulk loading spare them, at most {Milliseconds(work.TotalNanoseconds):0} ms.");
        var share = percent is null ? "" : Text($", about {percent.Value * saved / work.FutileNanoseconds:0.#} % of the recording");
        return Text($"Up to {Milliseconds((long)saved):0} of the collector's {Milliseconds(work.TotalNanoseconds):0} ms{share}: full collections took {Milliseconds(full):0} ms and become about {advice.FullCollectionFactor:0.#} times rarer; the young ones look at each new object once whatever the threshold, so their time stays.");
    }

    private static double Milliseconds(long nanoseconds) => Math.Round(nanoseconds / 1e6, 3);

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
