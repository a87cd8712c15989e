using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Requests.Attribution;

/// <summary>Collections of one generation within a request.</summary>
/// <param name="Generation">One of <see cref="Generations"/>, or null.</param>
/// <param name="Count">Collections with a pause that meets the request.</param>
/// <param name="StoppedNanoseconds">Pause time within the request.</param>
public sealed record CollectionsInRequest(string? Generation, int Count, long StoppedNanoseconds)
{
    /// <summary>The collections in an interval of wall time, youngest generation first.</summary>
    public static IReadOnlyList<CollectionsInRequest> Find(
        Recording recording, RecordedStretch stretch, ClockAlignment clock, long from, long to)
    {
        var counted = new HashSet<int>();
        var found = new Dictionary<string, CollectionsInRequest>(StringComparer.Ordinal);
        foreach (var pause in recording.Pauses)
        {
            if (!pause.HasTime || !stretch.Holds(pause.StartNanoseconds, pause.DurationNanoseconds)) continue;
            var start = clock.Map(stretch.From + pause.StartNanoseconds);
            var inside = Math.Min(to, start + pause.DurationNanoseconds) - Math.Max(from, start);
            if (inside <= 0) continue;
            var generation = recording.Collections[pause.Collection].Generation;
            var known = found.GetValueOrDefault(generation ?? "") ?? new CollectionsInRequest(generation, 0, 0);
            found[generation ?? ""] = new CollectionsInRequest(
                generation, known.Count + (counted.Add(pause.Collection) ? 1 : 0), known.StoppedNanoseconds + inside);
        }

        return [.. found.Values.OrderBy(one => recording.Source.Traits.Order(one.Generation))];
    }
}
