using Unpause.Reports.Documents;
using Unpause.Requests;
using Unpause.Requests.Attribution;

namespace Unpause.Cli.Sessions;

/// <summary>The requests to attribute.</summary>
/// <param name="Paths">Files, folders, globs, <c>-</c>; empty for the requests in the recordings.</param>
/// <param name="Attribution">Threshold and options.</param>
/// <param name="Reading">The user's options about the files.</param>
internal sealed record RequestSource(IReadOnlyList<string> Paths, AttributionOptions Attribution, RequestOptions Reading)
{
    /// <summary>Whether --slow is not from the command line: recordings without requests are then not an error.</summary>
    public bool IsUsual { get; init; }

    /// <summary>The longest request that is read: none is slow, so nothing is judged.</summary>
    private const long NoneIsSlow = 10L * 366 * 24 * 3600 * 1_000_000_000;

    /// <summary>Requests of which only the delays by pauses are wanted.</summary>
    /// <param name="paths">Files; empty for the requests in the recordings, if there are any.</param>
    public static RequestSource OfDelays(IReadOnlyList<string> paths) =>
        new(paths, new AttributionOptions(NoneIsSlow), new RequestOptions()) { IsUsual = true };

    /// <summary>Reads the requests and attributes them to a report's processes.</summary>
    /// <exception cref="UserMistake">Nothing can be read.</exception>
    public Report AddTo(Report report)
    {
        if (Paths.Count == 0) return AddRecorded(report);
        var inputs = InputExpansion.Expand(Paths);
        var loaded = ReadingProgress.Load(inputs, Reading);
        if (loaded.Sets.Count == 0)
        {
            throw new UserMistake(loaded.Unread.Count == 0
                ? $"no requests in {string.Join(", ", Paths)}"
                : string.Join("; ", loaded.Unread.Take(3).Select(input => $"{input.Name}: {input.Reason}")));
        }

        var unread = InputExpansion.Named(inputs, loaded.Unread);
        foreach (var input in unread) Console.Error.WriteLine($"unpause: {input.Name}: {input.Reason}; left out");
        var requests = RequestReport.Create(loaded.Sets, report, Attribution, UnixTime.NowNanoseconds);
        return report with
        {
            Requests = requests with { Incomplete = unread.Count > 0 || loaded.Sets.Any(set => set.Coverage.Unreadable) }
        };
    }

    /// <summary>Suggests --slow on standard error when requests were recorded and no threshold is given.</summary>
    public static void Offer(Report report, bool recordingIsRemoved)
    {
        if (report.Requests is not null) return;
        var sets = RecordedRequestSets.From(RecordingsOf(report));
        if (sets.Count == 0) return;
        var latency = LatencyDistribution.Compute(
            sets.SelectMany(set => set.Requests).Select(request => request.DurationNanoseconds).ToArray(), 0);
        var keep = recordingIsRemoved ? " (and --keep FOLDER to report on the same recording again)" : "";
        Console.Error.WriteLine(
            $"unpause: {Quantities.Count(sets.Sum(set => (long)set.Requests.Count))} requests were recorded "
            + $"(p50 {Quantities.Duration(latency.P50Nanoseconds!.Value)}, "
            + $"p99 {Quantities.Duration(latency.P99Nanoseconds!.Value)}); to see which ones GC made slow, add "
            + $"for example --slow 100ms{keep}");
    }

    private Report AddRecorded(Report report)
    {
        var sets = RecordedRequestSets.From(RecordingsOf(report));
        if (sets.Count == 0)
        {
            if (IsUsual) return report;
            throw new UserMistake(
                "--slow is given, but the recording contains no requests: name traces or an access log with --requests (requests are "
                + "recorded for ASP.NET Core, for Node.js by unpause run, in Go's execution traces, and for CPython with the middleware "
                + "unpause_requests)");
        }

        return report with { Requests = RequestReport.Create(sets, report, Attribution, UnixTime.NowNanoseconds) };
    }

    private static IReadOnlyList<Recordings.Recording> RecordingsOf(Report report) =>
        [.. report.Processes.Select(process => process.Recording)];

    /// <summary>Explains on standard error why requests were not judged.</summary>
    /// <param name="requests">The requests in the report.</param>
    /// <param name="read">Whether a report with the reasons was just printed as text: they are not repeated then.</param>
    /// <returns><see cref="ExitCodes.NotEnoughEvidence"/> then, else <see cref="ExitCodes.Done"/>.</returns>
    public static int Judge(RequestsDocument? requests, bool read)
    {
        if (requests is not { Outcome: RequestsDocument.NotEnoughEvidence }) return ExitCodes.Done;
        var refused = requests.Explanations.Any(reported => reported.ImplausibleTimes || reported.Kind == ExplanationDocument.NotJudged);
        if (read && refused)
        {
            Console.Error.WriteLine("unpause: the requests were not judged; the report has the reason");
            return ExitCodes.NotEnoughEvidence;
        }

        foreach (var doubt in requests.Explanations.Where(explanation => explanation.ImplausibleTimes))
        {
            Console.Error.WriteLine($"unpause: {PlainText.Clean(doubt.Text)}");
        }

        var refusals = requests.Explanations.Where(explanation => explanation.Kind == ExplanationDocument.NotJudged).ToList();
        foreach (var refusal in refusals) Console.Error.WriteLine($"unpause: {PlainText.Clean(refusal.Text)}");
        if (refusals.Count == 0) Console.Error.WriteLine("unpause: no request is longer than --slow");
        return ExitCodes.NotEnoughEvidence;
    }
}
