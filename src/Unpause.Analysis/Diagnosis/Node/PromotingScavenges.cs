using Unpause.Analysis.LiveSets;

namespace Unpause.Analysis.Diagnosis.Node;

/// <summary>
/// Young collections that copy much and promote it, only for it to die in the old space: the semi-space is too small for how long a
/// request holds its objects.
/// </summary>
internal sealed class PromotingScavenges : Rule
{
    private static readonly Threshold Fewest = Threshold.Count(
        "minimum young collections", 20, "collections", "fewer may be the start-up phase");

    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of time in young collections", 3, "below this a change has no visible effect");

    private static readonly Threshold High = Threshold.Percent(
        "share that makes the finding high", 10, "then every tenth request waits for a young collection");

    private static readonly Threshold Surviving = Threshold.Percent(
        "minimum share of the young objects that survive", 20, "the time of a young collection is that of copying survivors");

    private static readonly Threshold Dying = Threshold.Percent(
        "minimum share of the promoted bytes that is freed again", 60, "what stays is retained, and would be copied anyway");

    private static readonly Threshold Largest = Threshold.Mebibytes(
        "largest semi-space that is advised", 128, "the young generation takes up to three times as much memory");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "promoting-scavenges",
        AppliesTo = [Runtimes.Node],
        Summary = $"Over at least {Fewest}, young collections take at least {Least} of the time. At least {Surviving} of what they find "
            + $"survives, and at least {Dying} of what they promote is freed again later.",
        Background = "A young collection (scavenge) copies what is still in use, and stops the thread that runs JavaScript meanwhile. What "
            + "survives two of them is promoted to the old space, and is freed by a full collection only. Requests that wait for a "
            + "database hold their objects for tens of milliseconds. A semi-space of 16 MiB is full sooner than that in a busy service, "
            + "so most objects of running requests are copied twice and promoted. In a larger one they are dead by the time it is full.",
        Thresholds = [Fewest, Least, High, Surviving, Dying, Largest],
        Needs = [NodeNeeds.Trace],
        Advises = ["raise --max-semi-space-size, and measure memory"],
        Confidence = Confidence.Likely("what is allocated in the old space directly counts as promoted"),
        Versions = "Node.js 14 and later; in NODE_OPTIONS from Node.js 18 on.",
        Sources =
        [
            "V8, src/heap/heap.cc and src/flags/flag-definitions.h (max_semi_space_size)",
            "Node.js documentation, --max-semi-space-size: https://nodejs.org/api/cli.html",
            "samples/node/promotes.js: 17.8 % of the time paused with 16 MiB, 8.8 % with 32, 5.2 % with 64, 4 % with 128",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        // Those for external memory come as often with any semi-space.
        var young = CollectionGroup.Select(
            recording, collection => collection is { Generation: Generations.Young, RuntimeCause: not NodeReasons.ExternalMemory });
        if (young.Count < Fewest.Value || !(young.PercentOfTime >= Least.Value)) return Verdict.Silent;
        if (Moves.Of(recording) is not { } moves) return NodeNeeds.Trace.Missing();
        if (moves.SurvivingPercent < Surviving.Value || !(moves.DyingPercent >= Dying.Value)) return Verdict.Silent;
        var now = NodeOptions.SemiSpaceOf(recording.Source);
        var better = Math.Min(now * 4, (long)Largest.Value >> 20);
        if (better <= now) return Verdict.Silent;
        var isSet = NodeOptions.Mebibytes(recording.Source, NodeSettings.MaxSemiSpace) is not null;
        var percent = young.PercentOfTime!.Value;
        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"Young collections take {Quantities.Percent(percent)} of the time: {Quantities.Percent(moves.SurvivingPercent)} of the young "
            + $"objects survive, and {Quantities.Percent(moves.DyingPercent!.Value)} of what is promoted dies in the old space",
            [
                Evidence.Time(
                    "pause_total_ms", $"total time of {Quantities.Count(young.Count)} young collections", young.PauseTotalNanoseconds),
                Evidence.Percent("share_of_recording_percent", "their share of the recording's time", percent),
                Evidence.Percent("survival_percent", "share of the young bytes that survive a young collection", moves.SurvivingPercent),
                Evidence.Size("promoted_bytes", "promoted to the old space, at most", moves.Promoted),
                Evidence.Percent("promoted_freed_percent", "share of it that full collections freed again", moves.DyingPercent.Value),
                Evidence.Fact(
                    "semi_space", $"largest semi-space: {now} MiB{(isSet ? "" : " (the default; not recorded)")}"),
            ],
            [
                new(
                    $"Raise the largest semi-space from {now} to {better} MiB, so that objects of a request are dead when it is full. It "
                    + $"takes up to {3 * (better - now)} MiB more memory. In NODE_OPTIONS from Node.js 18 on; before, as an argument of "
                    + "node.",
                    Setting: $"NODE_OPTIONS={NodeSettings.MaxSemiSpace}={better}"),
            ],
            $"Saves up to {Quantities.Duration(young.PauseTotalNanoseconds)}, the time of the young collections. How much depends on how "
            + "long requests hold their objects: measure, and compare.",
            Gain.PausesUpTo(process, young.PauseTotalNanoseconds)),
            young);
    }

    /// <summary>What young collections moved.</summary>
    /// <param name="Survived">Bytes that they copied, over all.</param>
    /// <param name="Young">Bytes of young objects that they found, over all.</param>
    /// <param name="Promoted">Bytes that they promoted between the first and the last full collection.</param>
    /// <param name="Grown">By how much the live set grew meanwhile; null without two full collections.</param>
    private sealed record Moves(double Survived, double Young, double Promoted, double? Grown)
    {
        public double SurvivingPercent => Math.Min(100, 100 * Survived / Young);

        public double? DyingPercent => Grown is { } grown && Promoted > 0 ? Math.Clamp(100 * (1 - (grown / Promoted)), 0, 100) : null;

        public static Moves? Of(Recording recording)
        {
            var (survived, young, promoted, between) = (0.0, 0.0, 0.0, 0.0);
            long? first = null, last = null;
            foreach (var collection in recording.Collections)
            {
                if (collection.LiveSetBytes is { } live)
                {
                    first ??= live;
                    last = live;
                    promoted += between;
                    between = 0;
                }
                else if (collection is { SurvivorBytes: { } copied, YoungBeforeBytes: { } before })
                {
                    survived += copied;
                    young += before;
                    if (first is not null) between += collection.PromotedBytes ?? 0;
                }
            }

            return young > 0 ? new Moves(survived, young, promoted, promoted > 0 ? last - first : null) : null;
        }
    }
}
