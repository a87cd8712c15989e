using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Gen2 collections that stop the program for their whole length, although .NET can do them in the background. Why
/// they block decides what helps: concurrent GC switched off, memory near its limit, or too many large objects.
/// </summary>
public sealed class BlockingGen2 : Rule
{
    private const long LongNanoseconds = 50_000_000;
    private const long HighNanoseconds = 200_000_000;
    private const double NotablePercent = 5;
    private const double HighMemoryPercent = 90;

    /// <inheritdoc/>
    public override string Id => "blocking-gen2";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.DotNet];

    /// <inheritdoc/>
    public override string Summary => "Gen2 collections block the program for 50 ms or more, or for more than 5 % of the time, instead of running in the background.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var blocking = CollectionPauses.Of(recording, Blocks);
        var percent = blocking.Percent(recording) ?? 0;
        if (blocking.Count == 0 || (blocking.MaxNanoseconds < LongNanoseconds && percent < NotablePercent)) return Verdict.Silent;
        var background = CollectionPauses.Of(recording, collection => collection is { Generation: Generations.Gen2, Kind: CollectionKind.Background });
        var severity = blocking.MaxNanoseconds >= HighNanoseconds || percent >= 2 * NotablePercent ? Severity.High : Severity.Medium;
        return Verdict.Found(new Finding(
            Id,
            severity,
            $"{Collections(blocking.Count)} of gen2 blocked the program, the longest for {Quantities.Duration(blocking.MaxNanoseconds)} (gc {blocking.LongestNumber})",
            EvidenceOf(recording, blocking, background, percent),
            AdviceFor(recording, blocking),
            Gain(blocking, background)));
    }

    private static bool Blocks(Collection collection) =>
        collection is { Generation: Generations.Gen2, Kind: CollectionKind.Blocking, Induced: false } && collection.Cause != Causes.Diagnostic;

    private static List<Evidence> EvidenceOf(Recording recording, CollectionPauses blocking, CollectionPauses background, double percent)
    {
        List<Evidence> evidence =
        [
            new($"blocking gen2 collections that no code asked for ({blocking.Cited})", blocking.Count, "collections"),
            new($"longest of their pauses (gc {blocking.LongestNumber})", Milliseconds(blocking.MaxNanoseconds), "ms"),
            new("all their pauses", Milliseconds(blocking.TotalNanoseconds), "ms"),
            new("share of the recording's time", Math.Round(percent, 2), "percent"),
        ];
        foreach (var (cause, count) in blocking.Causes.Take(3)) evidence.Add(new($"of them with the runtime's reason {cause}", count, "collections"));
        foreach (var (reason, count) in ReasonsToBlock(recording).Take(3)) evidence.Add(new($"of them chosen because of: {reason}", count, "collections"));
        if (background.Count > 0) evidence.Add(new($"longest pause of the {background.Count} background gen2 collections (gc {background.LongestNumber})", Milliseconds(background.MaxNanoseconds), "ms"));
        if (recording.Source.Settings.TryGetValue(DotNetSettingNames.Concurrent, out var concurrent)) evidence.Add(new($"gcConcurrent={concurrent}"));
        if (DotNetSettings.HighestMemoryLoad(recording) is { } load) evidence.Add(new("highest memory load of the machine or container at a collection's start", load, "percent"));
        return evidence;
    }

    private static List<Advice> AdviceFor(Recording recording, CollectionPauses blocking)
    {
        var advice = new List<Advice>();
        if (DotNetSettings.Is(recording.Source, DotNetSettingNames.Concurrent, "0"))
        {
            advice.Add(new("Background collections are switched off, so every gen2 collection blocks. Switch them on (.NET Core 3.0 and later, read at start; the default is on), in the project or with DOTNET_gcConcurrent=1 in the environment.", DotNetSettingNames.Concurrent));
        }

        if (DotNetSettings.Number(recording.Source, DotNetSettingNames.HardLimit) is { } limit)
        {
            advice.Add(new(
                $"The heap may not grow beyond {Quantities.Bytes(limit)} (a hard limit, or 75 % of the container's memory), and near it collections block and compact. Raise the container's memory or the limit (.NET 5 and later; decimal in runtimeconfig.json, hexadecimal in the environment). In runtimeconfig.json: \"System.GC.HeapHardLimit\": {limit * 2}.", $"DOTNET_GCHeapHardLimit=0x{limit * 2:X}"));
        }
        else if (DotNetSettings.HighestMemoryLoad(recording) >= HighMemoryPercent)
        {
            advice.Add(new("Memory load reached the point (90 % by default) from which the collector does blocking, compacting gen2 collections. Give the machine or container more memory, or move the point if the rest is free for this process (.NET 5 and later; percent, hexadecimal in the environment).", "DOTNET_GCHighMemPercent=0x5F"));
        }

        if (blocking.Causes.Any(cause => cause.Cause is DotNetReasons.AllocLarge or DotNetReasons.OutOfSpaceLarge))
        {
            advice.Add(new(
                "Objects of 85,000 bytes and more are only collected with gen2. Don't create them, rent them, or split them: rent buffers, and use lists and sets whose chunks stay below the threshold (ChunkedList<T> and ChunkedHashSet<T> of Unpause.Collections).",
                Code: "var buffer = ArrayPool<byte>.Shared.Rent(size);\ntry { … }\nfinally { ArrayPool<byte>.Shared.Return(buffer); }"));
        }

        if (ReasonsToBlock(recording).Any(reason => reason.Reason == DotNetMarks.TooSmallForBackground))
        {
            advice.Add(new("Gen2 is so small that the collector finds a blocking collection cheaper than a background one. What helps is to reach gen2 less often: give gen0 more room, so that more is dead before (hexadecimal bytes, only in the environment; .NET 5 and later).", "DOTNET_GCgen0size=0x4000000"));
        }

        if (advice.Count == 0)
        {
            advice.Add(new("Background collections are on, so the collector chose to block: usually the heap is small, or fragmented. Allocate less that survives to gen2; if only one phase of the program matters, GCSettings.LatencyMode keeps blocking gen2 collections away for it, at the price of a bigger heap.", Code: "GCSettings.LatencyMode = GCLatencyMode.SustainedLowLatency;"));
        }

        return advice;
    }

    private static string? Gain(CollectionPauses blocking, CollectionPauses background) => background.Count == 0
        ? null
        : $"The {background.Count} background gen2 collections of this recording paused the program for at most {Quantities.Duration(background.MaxNanoseconds)} at a time, blocking ones for up to {Quantities.Duration(blocking.MaxNanoseconds)}.";

    /// <summary>The collector's own reasons for its choice, the commonest first.</summary>
    private static List<(string Reason, int Count)> ReasonsToBlock(Recording recording)
    {
        var reasons = new Dictionary<string, int>(StringComparer.Ordinal);
        foreach (var collection in recording.Collections)
        {
            if (!Blocks(collection)) continue;
            foreach (var mark in collection.Marks ?? []) reasons[mark] = reasons.GetValueOrDefault(mark) + 1;
        }

        return [.. reasons.Select(pair => (pair.Key, pair.Value)).OrderByDescending(pair => pair.Value).ThenBy(pair => pair.Key, StringComparer.Ordinal)];
    }

    private static string Collections(int count) => count == 1 ? "1 collection" : $"{Quantities.Count(count)} collections";

    private static double Milliseconds(long nanoseconds) => Math.Round(nanoseconds / 1e6, 3);
}
