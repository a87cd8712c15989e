using System.Text.Json;
using Unpause.Requests;
using Unpause.Requests.Attribution;

namespace Unpause.Reports.Html;

/// <summary>
/// A process's requests in the page's timeline element: their number, and columns of those that are drawn, in order of arrival, on the
/// recording's clock (without the clock offset). <c>outcome</c> is <see cref="RequestFate"/>.
/// </summary>
internal static class RequestPointsJson
{
    /// <summary>Writes the property <c>requests</c>; null when the process's requests were not attributed.</summary>
    public static void Write(Utf8JsonWriter json, RequestReport? requests, int process, ProcessTimeline columns)
    {
        var points = requests?.Attribution.Points.FirstOrDefault(candidate => candidate.Recording == process);
        if (requests is null || points is null || RequestClock.Find(requests.Attribution, process, columns) is not { } clock)
        {
            json.WriteNull("requests");
            return;
        }

        var shown = points.Shown;
        var names = new NameColumn(shown.Count, i => NameOf(requests.Sets, shown[i]));
        json.WriteStartObject("requests");
        json.WriteNumber("slow", points.Slow);
        json.WriteNumber("not_slow", points.NotSlow);
        names.WriteTable(json, "names");
        ColumnJson.WriteDifferences(
            json, "start", shown.Count, i => ColumnJson.Microseconds(clock.SinceZero(shown[i].StartUnixNanoseconds)));
        ColumnJson.Write(json, "duration", shown.Count, i => ColumnJson.Microseconds(shown[i].DurationNanoseconds));
        ColumnJson.Write(json, "outcome", shown.Count, i => (long)shown[i].Fate);
        ColumnJson.Write(json, "name", shown.Count, i => names.IndexOf(NameOf(requests.Sets, shown[i])));
        json.WriteEndObject();
    }

    private static string? NameOf(IReadOnlyList<RequestSet> sets, RequestPoint point) =>
        sets[point.Set].Requests[point.Request].Name is var name and >= 0 ? sets[point.Set].Names[name] : null;
}
