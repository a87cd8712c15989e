using Unpause.Analysis.Summaries;

namespace Unpause.Reports.Html;

/// <summary>
/// Stop-the-world pauses for the page: recorded stops with their reasons, then GC pauses outside of any recorded stop as stops of their
/// own. <c>time_to_safepoint</c> is the time to stop, <c>pause</c> the longest GC pause inside, and <c>collection</c> the collection of
/// that pause, <c>finding</c> the one in the report that explains it.
/// </summary>
internal static class StopsJson
{
    /// <summary>Writes the property <c>stops</c>; null where the runtime reports no stops, or none with timestamps.</summary>
    public static void Write(Utf8JsonWriter json, PackedColumns packed, ProcessTimeline columns)
    {
        if (columns is not { Stops: { } stops, PausePlaces: { } places } || !Timed(stops))
        {
            json.WriteNull("stops");
            return;
        }

        var alone = places.WithoutStop;
        var count = stops.Count + alone.Count;
        var reasons = new NameColumn(count, i => ReasonOf(i));
        json.WriteStartObject("stops");
        reasons.WriteTable(json, "reasons");
        packed.WriteDifferences(
            json, "start", count, i => StopOf(i) is { StartNanoseconds: not Pause.NoTime and var at } ? ColumnJson.Microseconds(at) : null);
        packed.Write(json, "duration", count, i => ColumnJson.Microseconds(StopOf(i).DurationNanoseconds));
        packed.Write(json, "time_to_safepoint", count, i => ColumnJson.Microseconds(StopOf(i).TimeToSafepointNanoseconds));
        packed.Write(json, "pause", count, i => ColumnJson.Microseconds(PauseOf(i)?.DurationNanoseconds));
        packed.WriteDifferences(json, "collection", count, i => PauseOf(i)?.Collection);
        packed.Write(json, "reason", count, i => reasons.IndexOf(ReasonOf(i)));
        packed.Write(json, "finding", count, i => columns.FindingOf(i));
        json.WriteEndObject();

        Stop StopOf(int i) => i < stops.Count ? stops[i] : PausesInStops.Alone(columns.Pauses[alone[i - stops.Count]]);

        Pause? PauseOf(int i)
        {
            if (i >= stops.Count) return columns.Pauses[alone[i - stops.Count]];
            return places.LongestIn(i) is { } pause ? columns.Pauses[pause] : null;
        }

        string ReasonOf(int i) => places.ReasonOf(StopOf(i).Operation, i >= stops.Count || places.IsByCollection(i));
    }

    private static bool Timed(Column<Stop> stops)
    {
        foreach (var stop in stops)
        {
            if (stop.StartNanoseconds == Pause.NoTime) return false;
        }

        return stops.Count > 0;
    }
}
