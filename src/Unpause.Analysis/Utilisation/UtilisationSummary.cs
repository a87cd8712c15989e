using Unpause.Analysis.Summaries;
using Unpause.Recordings.Windows;

namespace Unpause.Analysis.Utilisation;

/// <summary>
/// How little of the time the application had at worst, at every time scale: MMU (<see cref="WorstWindows"/>) and BMU
/// (<see cref="DensestWindows"/>) at fixed lengths, of stop-the-world pauses alone, and with the CPU time of concurrent collection.
/// </summary>
/// <param name="IsOfStops">Whether of whole stops, for any reason; else of pauses as the collector reports them.</param>
/// <param name="Windows">By length, the shortest first; only lengths that fit into the recording, and between its gaps.</param>
public sealed record UtilisationSummary(bool IsOfStops, IReadOnlyList<UtilisationWindow> Windows)
{
    private const long Millisecond = 1_000_000, Second = 1_000 * Millisecond, Minute = 60 * Second;

    /// <summary>The lengths of windows in nanoseconds: steps of 1, 2 and 5 from 1 ms to 100 s, and a minute.</summary>
    public static IReadOnlyList<long> Lengths { get; } =
    [
        Millisecond, 2 * Millisecond, 5 * Millisecond, 10 * Millisecond, 20 * Millisecond, 50 * Millisecond,
        100 * Millisecond, 200 * Millisecond, 500 * Millisecond, Second, 2 * Second, 5 * Second,
        10 * Second, 20 * Second, 50 * Second, Minute, 100 * Second,
    ];

    /// <summary>
    /// Computes all windows; null where pauses or their times are unknown. Stops without times count as the pauses in them.
    /// </summary>
    internal static UtilisationSummary? Compute(Recording recording, PausesInStops? places)
    {
        if (recording.DurationNanoseconds is not { } length || length <= 0) return null;
        if (recording.PauseKnowledge != PauseKnowledge.Known) return null;
        var isOfStops = recording.Stops is not null && places is not null;
        var stops = isOfStops ? TimedStops.OfStops(recording, places!, length) : null;
        isOfStops &= stops is not null;
        stops ??= TimedStops.OfPauses(recording, length);
        if (stops is null) return null;
        var stretches = StretchesOf(recording.Gaps, length);
        var withCpu = ProcessorsOf(recording) is { } processors ? ConcurrentWork.AddTo(stops, recording, processors, length) : null;
        return new UtilisationSummary(isOfStops, Compute(recording, stops, withCpu, stretches));
    }

    private static UtilisationWindow[] Compute(
        Recording recording, TakenTime stops, TakenTime? withCpu, List<ObservedStretch> stretches)
    {
        var longest = 0L;
        foreach (var stretch in stretches) longest = Math.Max(longest, stretch.Length);
        var count = 0;
        while (count < Lengths.Count && Lengths[count] <= longest) count++;
        var windows = new UtilisationWindow[count];
        var shares = ComputeAll(recording, stops, stretches, count);
        var cpuShares = withCpu is null ? null : ComputeAll(recording, withCpu, stretches, count);
        for (var i = 0; i < count; i++) windows[i] = new UtilisationWindow(Lengths[i], shares[i], cpuShares?[i]);
        return windows;
    }

    /// <summary>The shares for the first lengths.</summary>
    internal static LeastShare[] ComputeAll(Recording recording, TakenTime taken, IReadOnlyList<ObservedStretch> stretches, int count)
    {
        var worst = new WorstWindow[count];
        Apart.Do(recording, count, at => worst[at] = WorstWindows.Find(taken, stretches, Lengths[at])!.Value);
        var shares = new LeastShare[count];
        Apart.Do(recording, count, at =>
        {
            var known = 0.0;
            for (var longer = at; longer < count; longer++) known = Math.Max(known, worst[longer].TakenShare);
            shares[at] = LeastShare.From(worst[at], DensestWindows.Find(taken, stretches, Lengths[at], known));
        });
        return shares;
    }

    /// <summary>The parts of a recording between its gaps.</summary>
    private static List<ObservedStretch> StretchesOf(IReadOnlyList<Gap> gaps, long length)
    {
        var stretches = new List<ObservedStretch>();
        var from = 0L;
        foreach (var gap in gaps)
        {
            if (gap.StartNanoseconds > from) stretches.Add(new(from, Math.Min(length, gap.StartNanoseconds)));
            from = Math.Max(from, gap.StartNanoseconds + gap.DurationNanoseconds);
        }

        if (from < length) stretches.Add(new(from, length));
        return stretches;
    }

    private static long? ProcessorsOf(Recording recording) =>
        recording.Source.Settings.TryGetValue(GoSettings.Processors, out var text)
            && long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var processors) && processors >= 1
            ? processors
            : null;
}

/// <summary>How little the application had in the worst window of a length.</summary>
/// <param name="LengthNanoseconds">The length.</param>
/// <param name="Stops">Of stop-the-world pauses alone.</param>
/// <param name="WithCollectorCpu">With the CPU time of concurrent collection; null where the recording does not report it.</param>
public sealed record UtilisationWindow(long LengthNanoseconds, LeastShare Stops, LeastShare? WithCollectorCpu);

/// <summary>The least share of the time that the application had.</summary>
/// <param name="MmuPercent">In the worst window of the length.</param>
/// <param name="StartNanoseconds">Where this window starts, since the recording's zero; null where nothing was taken in any.</param>
/// <param name="BmuPercent">In the worst window of the length or longer.</param>
public sealed record LeastShare(double MmuPercent, long? StartNanoseconds, double BmuPercent)
{
    /// <summary>From the worst window, and the share that is taken in the worst one that is at least as long.</summary>
    internal static LeastShare From(WorstWindow worst, double takenShare) => new(
        worst.LeftPercent,
        worst.TakenNanoseconds == 0 ? null : worst.StartNanoseconds,
        Math.Min(worst.LeftPercent, 100 * (1 - takenShare)));
}

/// <summary>What stopped the application, with times.</summary>
internal static class TimedStops
{
    /// <summary>Stops for any reason, and pauses outside of them; null where the time of one is unknown.</summary>
    public static TakenTime? OfStops(Recording recording, PausesInStops places, long length)
    {
        var stops = recording.Stops!;
        var count = stops.Count + places.WithoutStop.Count;
        var (starts, ends, at) = (new long[count], new long[count + 1], 0);
        foreach (var chunk in stops.ChunkSpans)
        {
            foreach (ref readonly var stop in chunk)
            {
                var start = places.StartOf(recording, stop, at);
                if (start == Pause.NoTime) return null;
                (starts[at], ends[++at]) = Clip(start, stop.DurationNanoseconds, length);
            }
        }

        foreach (var index in places.WithoutStop)
        {
            var pause = recording.Pauses[index];
            if (!pause.HasTime) return null;
            (starts[at], ends[++at]) = Clip(pause.StartNanoseconds, pause.DurationNanoseconds, length);
        }

        return TakenTime.FromStops(starts, ends, count);
    }

    /// <summary>Pauses as the collector reports them; null where the time of one is unknown.</summary>
    public static TakenTime? OfPauses(Recording recording, long length)
    {
        var count = recording.Pauses.Count;
        var (starts, ends, at) = (new long[count], new long[count + 1], 0);
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                if (!pause.HasTime) return null;
                (starts[at], ends[++at]) = Clip(pause.StartNanoseconds, pause.DurationNanoseconds, length);
            }
        }

        return TakenTime.FromStops(starts, ends, count);
    }

    private static (long Start, long End) Clip(long start, long duration, long length) =>
        (Math.Clamp(start, 0, length), Math.Clamp(start + duration, 0, length));
}
