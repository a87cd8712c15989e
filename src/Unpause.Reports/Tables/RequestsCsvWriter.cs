using Unpause.Requests.Attribution;

namespace Unpause.Reports.Tables;

/// <summary>
/// Attributed requests, one per row, by process and arrival: slow ones (the longest, when there are very many) and a sample of the others,
/// the same as on the page.
/// </summary>
public sealed class RequestsCsvWriter : IReportWriter
{
    private static readonly string[] Names = ["process", "start", "duration_ms", "name", "service", "trace_id", "outcome"];

    /// <inheritdoc/>
    public void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        using var csv = new CsvText(output);
        foreach (var name in Names) csv.Text(name);
        csv.End();
        if (timeline.Requests is not { } requests) return;
        foreach (var points in requests.Attribution.Points)
        {
            var process = ProcessName.Format(document.Processes[points.Recording]);
            foreach (var point in points.Shown)
            {
                var set = requests.Sets[point.Set];
                var request = set.Requests[point.Request];
                csv.Text(process).Text(Instant(point.StartUnixNanoseconds)).Milliseconds(point.DurationNanoseconds)
                    .Text(request.Name >= 0 ? set.Names[request.Name] : null)
                    .Text(request.Service >= 0 ? set.Services[request.Service].Name : null)
                    .Text(request.Span >= 0 ? set.Spans[request.Span].TraceId.ToString("x32", CultureInfo.InvariantCulture) : null)
                    .Text(Word(point.Fate)).End();
            }
        }
    }

    private static string Word(RequestFate fate) => fate switch
    {
        RequestFate.SlowBecauseOfGc => "slow_because_of_gc",
        RequestFate.SlowWithPause => "slow_with_pause",
        RequestFate.SlowWithoutPause => "slow_untouched",
        _ => "not_slow",
    };

    /// <summary>RFC 3339 with nanoseconds; a time outside of the calendar stays a number.</summary>
    private static string Instant(long unixNanoseconds)
    {
        var (ticks, rest) = (Math.DivRem(unixNanoseconds, 100, out var left), left);
        if (rest < 0) (ticks, rest) = (ticks - 1, rest + 100);
        return DateTime.UnixEpoch.AddTicks(ticks).ToString("yyyy-MM-ddTHH:mm:ss.fffffff", CultureInfo.InvariantCulture)
            + rest.ToString("00", CultureInfo.InvariantCulture) + "Z";
    }
}
