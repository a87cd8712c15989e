using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Threads that stand still to allocate while a background collection runs. These waits are no pauses, so no pause
/// statistic shows them.
/// </summary>
internal sealed class LargeObjectWaits : Rule
{
    private static readonly Threshold Long = Threshold.Milliseconds("a long wait", 10, "shorter ones are the spinning of any allocator");

    private static readonly Threshold LeastTotal = Threshold.Milliseconds("least total", 50, "one wait alone is chance");

    private static readonly Threshold VeryLong = Threshold.Milliseconds(
        "a wait that makes the finding high", 100, "a request that meets it is late");

    private static readonly Threshold High = Threshold.Percent(
        "total, against the recorded time, that makes the finding high", 20, "then a fifth of one thread stands still");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "large-object-waits",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"Threads wait to allocate large objects while a background gen2 collection runs, {Long} or more at a time and "
            + $"{LeastTotal} in all.",
        Background = "Threads that stand still to allocate while a background collection runs are in no pause statistic: these waits are "
            + "no pauses. A request that meets one is slow all the same.",
        Thresholds = [Long, LeastTotal, VeryLong, High],
        Needs = [DotNetNeeds.Collections, DotNetNeeds.PrivateEvents],
        Advises =
        [
            "go to .NET 10 from .NET 7 to 9",
            "let the large object heap grow further before threads must wait",
            "allocate fewer large objects",
        ],
        FollowsFrom = ["large-object-churn"],
        Confidence = Confidence.Certain("the runtime tells each wait"),
        Versions = ".NET 5 and later; .NET 7 to 9 wait most, .NET 10 has a setting.",
        Sources =
        [
            "dotnet/runtime issues 115411 and 118567",
            "dotnet/runtime, BGCAllocWaitBegin (private provider)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var background = recording.Collections.Count(collection => collection.Kind == CollectionKind.Background);
        if (recording.Stalls.Count == 0)
        {
            var privateEvents = recording.Phases.Any(phase => phase.Name.StartsWith("background: concurrent", StringComparison.Ordinal));
            return background == 0 || privateEvents
                ? Verdict.Silent
                : DotNetNeeds.PrivateEvents.Missing();
        }

        var (total, longest) = Of(recording);
        if (SeverityOf(recording) is not { } severity) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            severity,
            $"Threads waited {Quantities.Count(recording.Stalls.Count)} times to allocate while a background collection ran, up "
            + $"to {Quantities.Duration(longest.DurationNanoseconds)}",
            EvidenceOf(recording, total, longest, background),
            AdviceFor(recording),
            $"Up to {Quantities.Duration(total)} of waiting, which comes on top of "
            + $"the {Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)} of pauses.",
            Gain.UpTo(GainMetrics.TotalStall, total / 1e6, "ms")));
    }

    /// <summary>How much a recording's waits matter; null where they don't.</summary>
    public static Severity? SeverityOf(Recording recording)
    {
        if (recording.Stalls.Count == 0) return null;
        var (total, longest) = Of(recording);
        if (longest.DurationNanoseconds < Long.Nanoseconds || total < LeastTotal.Nanoseconds) return null;
        return longest.DurationNanoseconds >= VeryLong.Nanoseconds || total >= recording.DurationNanoseconds * High.Share
            ? Severity.High
            : Severity.Medium;
    }

    private static (Total Total, Stall Longest) Of(Recording recording)
    {
        var total = default(Total);
        var longest = recording.Stalls[0];
        foreach (var stall in recording.Stalls)
        {
            total += stall.DurationNanoseconds;
            if (stall.DurationNanoseconds > longest.DurationNanoseconds) longest = stall;
        }

        return (total, longest);
    }

    private static List<Evidence> EvidenceOf(Recording recording, Total total, Stall longest, int background)
    {
        return
        [
            Evidence.Count("large_object_waits", "waits of single threads", recording.Stalls.Count, "waits"),
            Evidence.Time("stall_total_ms", "thread time in them, all threads together", total),
            Evidence.Time(
                "stall_max_ms",
                $"the longest ({longest.Name}; at {Quantities.Duration(longest.StartNanoseconds)})", longest.DurationNanoseconds),
            Evidence.Count("background_collections", "background collections", background, "collections"),
        ];
    }

    private static List<Advice> AdviceFor(Recording recording)
    {
        List<Advice> advice = [];
        if (DotNetSettings.MajorVersion(recording.Source) is >= 7 and < 10)
        {
            advice.Add(new(
                "Go to .NET 10: in .NET 7 to 9 threads wait far more often, because any growth of the large object heap during a "
                + "background collection counts (dotnet/runtime issue 118567)."));
        }

        if (DotNetSettings.MajorVersion(recording.Source) is null or >= 10)
        {
            advice.Add(new(
                "Let the large object heap grow further during a background collection before threads must wait (.NET 10 and later; "
                + "percent, default 200; hexadecimal in the environment). In runtimeconfig.json: "
                + "\"System.GC.UOHWaitBGCSizeIncPercent\": 400.",
                "DOTNET_UOHWaitBGCSizeIncPercent=0x190"));
        }

        advice.Add(new(
            "Allocate fewer large objects: rent buffers, write to streams, split collections (ArrayPool<T>, "
            + "ChunkedList<T>, ChunkedHashSet<T>)."));
        return advice;
    }
}
