namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Threads that wait to allocate large objects while a background collection runs. These waits are not pauses, so pause statistics do not
/// show them.
/// </summary>
internal sealed class LargeObjectWaits : Rule
{
    private static readonly Threshold Long = Threshold.Milliseconds("a long wait", 10, "shorter "
        + "waits are ordinary spinning in the allocator");

    private static readonly Threshold LeastTotal = Threshold.Milliseconds("minimum total wait", 50, "a single wait may be noise");

    private static readonly Threshold VeryLong = Threshold.Milliseconds(
        "a wait that makes the finding high", 100, "a request that overlaps it is late");

    private static readonly Threshold High = Threshold.Percent(
        "total, relative to the recorded time, that makes the finding high", 20, "then one thread waits a fifth of the time");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "large-object-waits",
        AppliesTo = [Runtimes.DotNet],
        Summary = "Threads wait to allocate large objects while a background gen2 collection runs, at least "
            + $"{Long} at a time and at least {LeastTotal} in all.",
        Background = "Threads can be blocked in an allocation while a background gen2 collection runs. Such a wait is not a pause, so "
            + "pause statistics do not show it. A request that waits is slow all the same.",
        Thresholds = [Long, LeastTotal, VeryLong, High],
        Needs = [DotNetNeeds.Collections, DotNetNeeds.PrivateEvents],
        Advises =
        [
            "upgrade from .NET 7, 8 or 9 to .NET 10",
            "let the large object heap grow more before threads must wait",
            "allocate fewer large objects",
        ],
        FollowsFrom = ["large-object-churn"],
        Confidence = Confidence.Certain("the runtime records each wait"),
        Versions = ".NET 5 and later. Waits are most frequent in .NET 7 to 9; .NET 10 has a setting.",
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

        var (total, longest) = SumWaits(recording);
        if (SeverityOf(recording) is not { } severity) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            severity,
            $"Threads waited {Quantities.Count(recording.Stalls.Count)} times to allocate large objects during a background collection, up "
            + $"to {Quantities.Duration(longest.DurationNanoseconds)}",
            EvidenceOf(recording, total, longest, background),
            AdviceFor(recording),
            $"Saves up to {Quantities.Duration(total)} of thread time in waits. These are in addition to "
            + $"{Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)} of pauses.",
            Gain.UpTo(GainMetrics.TotalStall, total / 1e6, "ms")));
    }

    /// <summary>How severe a recording's waits are; null where they do not matter.</summary>
    public static Severity? SeverityOf(Recording recording)
    {
        if (recording.Stalls.Count == 0) return null;
        var (total, longest) = SumWaits(recording);
        if (longest.DurationNanoseconds < Long.Nanoseconds || total < LeastTotal.Nanoseconds) return null;
        return longest.DurationNanoseconds >= VeryLong.Nanoseconds || total >= recording.DurationNanoseconds * High.Share
            ? Severity.High
            : Severity.Medium;
    }

    private static (Total Total, Stall Longest) SumWaits(Recording recording)
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
            Evidence.Time("stall_total_ms", "thread time in these waits, all threads together", total),
            Evidence.Time(
                "stall_max_ms",
                $"longest wait ({longest.Name}; at {Quantities.Duration(longest.StartNanoseconds)})", longest.DurationNanoseconds),
            Evidence.Count("background_collections", "background collections", background, "collections"),
        ];
    }

    private static List<Advice> AdviceFor(Recording recording)
    {
        List<Advice> advice = [];
        if (DotNetSettings.MajorVersion(recording.Source) is >= 7 and < 10)
        {
            advice.Add(new(
                "Upgrade to .NET 10. In .NET 7 to 9 threads wait far more often, because any growth of the large object heap during a "
                + "background collection counts (dotnet/runtime issue 118567)."));
        }

        if (DotNetSettings.MajorVersion(recording.Source) is null or >= 10)
        {
            advice.Add(new(
                "Let the large object heap grow more during a background collection before threads must wait (.NET 10 and later; percent, "
                + "default 200; hexadecimal in the environment). In runtimeconfig.json: \"System.GC.UOHWaitBGCSizeIncPercent\": 400.",
                "DOTNET_UOHWaitBGCSizeIncPercent=0x190"));
        }

        advice.Add(new(
            "Allocate fewer large objects: rent buffers, write to streams, split collections (ArrayPool<T>, "
            + "ChunkedList<T>, ChunkedHashSet<T>)."));
        return advice;
    }
}
