namespace Unpause.Analysis.Diagnosis.Node;

/// <summary>Calls of <c>gc()</c>: each is a full collection that stops the isolate's thread.</summary>
internal sealed class ForcedCollections : Rule
{
    private static readonly Threshold Few = Threshold.Count(
        "acceptable forced collections", 2, "collections", "one or two after start-up delay no request");

    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of time", 2, "below this a change has no visible effect, unless one of them is long");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "a long forced collection", 50, "users of a service start to notice a single pause of about this length");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time that makes the finding high", 10, "then the calls are the first thing to change");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "forced-collections",
        AppliesTo = [Runtimes.Node],
        Summary = $"Code calls gc() for more than {Few}, which take at least {Least} of the time, or one of which takes at least {Long}.",
        Background = "gc() exists with --expose-gc, or after v8.setFlagsFromString('--expose-gc'). Each call marks the whole heap while "
            + "the thread that runs JavaScript is stopped: nothing of it happens beside the program, unlike in collections that V8 starts "
            + "itself. Calls in a request or a timer are often meant to reduce memory, which they seldom do.",
        Thresholds = [Few, Least, Long, High],
        Needs = [NodeNeeds.Reasons],
        Advises =
        [
            "find the call and remove it, and --expose-gc with it",
            "where a smaller heap is wanted, lower --max-old-space-size",
        ],
        FollowsFrom = ["monitoring-stops"],
        Confidence = Confidence.Certain("V8 names the call as the reason of these collections"),
        Versions = "Node.js 8 and later.",
        Sources = ["V8, src/extensions/gc-extension.cc", "Node.js documentation, --expose-gc: https://nodejs.org/api/cli.html"],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        if (recording.Collections.Count > 0 && recording.Collections.All(collection => collection.Cause is null))
            return NodeNeeds.Reasons.Missing();
        var forced = CollectionGroup.Select(recording, collection => collection.Induced);
        var percent = forced.PercentOfTime;
        var isLong = percent >= Least.Value || forced.PauseMaxNanoseconds >= Long.Nanoseconds;
        if (forced.Count <= Few.Value || !isLong) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Count("induced_collections", $"forced collections (gc {forced.Numbers})", forced.Count, "collections"),
            Evidence.Time("pause_total_ms", "their total time", forced.PauseTotalNanoseconds),
            Evidence.Time("pause_max_ms", $"longest (gc {forced.LongestNumber})", forced.PauseMaxNanoseconds),
        ];
        if (percent is { } share)
            evidence.Add(Evidence.Percent("share_of_recording_percent", "their share of the recording's time", share));
        var ofTime = percent is { } known ? $", {Quantities.Percent(known)} of the time" : "";
        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"gc() was called {Quantities.Count(forced.Count)} times and took {Quantities.Duration(forced.PauseTotalNanoseconds)}{ofTime}",
            evidence,
            [
                new("Find the call of gc() and remove it, and --expose-gc with it: V8 collects by itself, and marks beside the program."),
                new("Where the calls are meant to keep the process small, lower the limit of its heap instead.",
                    Setting: "NODE_OPTIONS=--max-old-space-size=512"),
            ],
            $"Saves up to {Quantities.Duration(forced.PauseTotalNanoseconds)}, the time of these calls. V8's own collections take "
            + "some of it.",
            Gain.PausesUpTo(process, forced.PauseTotalNanoseconds)),
            forced);
    }
}
