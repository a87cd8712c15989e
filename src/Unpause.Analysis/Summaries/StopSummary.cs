using System.Buffers;
using System.Diagnostics.CodeAnalysis;

namespace Unpause.Analysis.Summaries;

/// <summary>
/// What the application felt: stops for any reason, with time to safepoint and suspension; times in nanoseconds. A pause that is in no
/// recorded stop counts as a stop of its own length.
/// </summary>
public sealed record StopSummary : PauseSummary
{
    [SetsRequiredMembers]
    private StopSummary(PauseSummary all, PauseSummary byCollections, IReadOnlyList<StopReasonSummary> byReason)
        : base(all) => (ByCollections, ByReason) = (byCollections, byReason);

    /// <summary>The time that stopping the threads took; null where the runtime does not record it.</summary>
    public Total? TimeToSafepointTotalNanoseconds { get; private init; }

    /// <summary>The part of the stops outside of the pauses that the collector reports.</summary>
    public long OutsidePausesNanoseconds { get; private init; }

    /// <summary>The stops that collections made, including the time to stop and restart the threads.</summary>
    public PauseSummary ByCollections { get; }

    /// <summary>Stops by what they were made for, the most time first.</summary>
    public IReadOnlyList<StopReasonSummary> ByReason { get; }

    /// <summary>The longest time that stopping the threads took; null where the runtime does not record it.</summary>
    public long? TimeToSafepointMaxNanoseconds { get; init; }

    /// <summary>Pauses among them that are in no recorded stop: the time to stop and restart the threads is unknown for these.</summary>
    public long PausesWithoutStop { get; init; }

    /// <summary>Which stop contains each pause.</summary>
    public PausesInStops Places { get; private init; } = null!;

    /// <summary>Computes the numbers; null when the recording has no stops.</summary>
    internal static new StopSummary? Compute(Recording recording)
    {
        if (recording.Stops is not { } stops || PausesInStops.Place(recording) is not { } places) return null;
        var count = stops.Count + places.WithoutStop.Count;
        var rented = ArrayPool<long>.Shared.Rent(Math.Max(2 * count, 1));
        try
        {
            return Compute(recording, stops, places, rented.AsSpan(0, count), rented.AsSpan(count, count));
        }
        finally
        {
            ArrayPool<long>.Shared.Return(rented);
        }
    }

    private static StopSummary Compute(
        Recording recording, Column<Stop> stops, PausesInStops places, Span<long> durations, Span<long> ofCollections)
    {
        var (count, collections) = (0, 0);
        Total? toSafepoint = null;
        long? latest = null;
        var reasons = new ReasonTotals(places);
        foreach (var chunk in stops.ChunkSpans)
        {
            foreach (ref readonly var stop in chunk)
            {
                var byCollection = places.IsByCollection(count);
                reasons.Add(stop, byCollection);
                durations[count++] = stop.DurationNanoseconds;
                if (byCollection) ofCollections[collections++] = stop.DurationNanoseconds;
                if (stop.TimeToSafepointNanoseconds is not { } reaching) continue;
                toSafepoint = (toSafepoint ?? default) + reaching;
                latest = Math.Max(latest ?? 0, reaching);
            }
        }

        foreach (var index in places.WithoutStop)
        {
            var pause = recording.Pauses[index];
            durations[count++] = ofCollections[collections++] = pause.DurationNanoseconds;
            reasons.Add(PausesInStops.Alone(pause), byCollections: true);
        }

        var all = Compute(durations, recording.ObservedNanoseconds);
        return new StopSummary(all, Compute(ofCollections[..collections], recording.ObservedNanoseconds), reasons.All())
        {
            TimeToSafepointTotalNanoseconds = toSafepoint,
            OutsidePausesNanoseconds = Math.Max(0, all.TotalNanoseconds.Value - PauseTotal(recording).Value),
            TimeToSafepointMaxNanoseconds = latest,
            PausesWithoutStop = places.WithoutStop.Count,
            Places = places,
        };
    }

    private static Total PauseTotal(Recording recording)
    {
        var sum = default(Total);
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk) sum += pause.DurationNanoseconds;
        }

        return sum;
    }
}

/// <summary>Stops that were made for one thing; times in nanoseconds.</summary>
/// <param name="Reason">What for, in plain words.</param>
/// <param name="Operations">The same in the runtime's words, in the order in which they came.</param>
/// <param name="ByCollections">Whether collections made them.</param>
/// <param name="Count">Stops.</param>
/// <param name="TimeToSafepointTotalNanoseconds">Of it, stopping the threads; null where the runtime does not record it.</param>
public sealed record StopReasonSummary(
    string Reason, IReadOnlyList<string> Operations, bool ByCollections, long Count, Total TotalNanoseconds, long MaxNanoseconds,
    Total? TimeToSafepointTotalNanoseconds);
