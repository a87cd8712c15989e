using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Threads that stand still to allocate while a background collection runs. These waits are no pauses, so no pause
/// statistic shows them.
/// </summary>
public sealed class LargeObjectWaits : Rule
{
    private const long LongNanoseconds = 10_000_000;
    private const long LargeTotalNanoseconds = 50_000_000;
    private const long HighNanoseconds = 100_000_000;
    private const double HighShareOfTime = 0.2;

    /// <inheritdoc/>
    public override string Id => "large-object-waits";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.DotNet];

    /// <inheritdoc/>
    public override string Summary => "Threads wait to allocate large objects while a background gen2 collection runs, 10 ms or more at a time and 50 ms in all.";

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
                : Verdict.NotApplicable("Waits are told by the runtime's private provider, which was not recorded: add Microsoft-Windows-DotNETRuntimePrivate:0x1:4.");
        }

        var total = default(Total);
        var longest = recording.Stalls[0];
        foreach (var stall in recording.Stalls)
        {
            total += stall.DurationNanoseconds;
            if (stall.DurationNanoseconds > longest.DurationNanoseconds) longest = stall;
        }

        if (longest.DurationNanoseconds < LongNanoseconds || total < LargeTotalNanoseconds) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            longest.DurationNanoseconds >= HighNanoseconds || total >= recording.DurationNanoseconds * HighShareOfTime ? Severity.High : Severity.Medium,
            $"Threads waited {Quantities.Count(recording.Stalls.Count)} times to allocate while a background collection ran, up to {Quantities.Duration(longest.DurationNanoseconds)}",
            EvidenceOf(recording, total, longest, background),
            AdviceFor(recording),
            $"Up to {Quantities.Duration(total)} of waiting, which comes on top of the {Quantities.Duration(process.Summary.Pauses.TotalNanoseconds)} of pauses."));
    }

    private static List<Evidence> EvidenceOf(Recording recording, Total total, Stall longest, int background)
    {
        return
        [
            new("waits of single threads", recording.Stalls.Count, "waits"),
            new("thread time in them, all threads together", Math.Round(total / 1e6, 3), "ms"),
            new($"the longest ({longest.Name}; at {Quantities.Duration(longest.StartNanoseconds)})", Math.Round(longest.DurationNanoseconds / 1e6, 3), "ms"),
            new("background collections", background, "collections"),
        ];
    }

    private static List<Advice> AdviceFor(Recording recording)
    {
        List<Advice> advice = [];
        if (DotNetSettings.MajorVersion(recording.Source) is >= 7 and < 10)
        {
            advice.Add(new("Go to .NET 10: in .NET 7 to 9 threads wait far more often, because any growth of the large object heap during a background collection counts (dotnet/runtime issue 118567)."));
        }

        if (DotNetSettings.MajorVersion(recording.Source) is null or >= 10)
        {
            advice.Add(new("Let the large object heap grow further during a background collection before threads must wait (.NET 10 and later; percent, default 200; hexadecimal in the environment). In runtimeconfig.json: \"System.GC.UOHWaitBGCSizeIncPercent\": 400.", "DOTNET_UOHWaitBGCSizeIncPercent=0x190"));
        }

        advice.Add(new("Allocate fewer large objects: rent buffers, write to streams, split collections (ArrayPool<T>, ChunkedList<T>, ChunkedHashSet<T>)."));
        return advice;
    }
}
