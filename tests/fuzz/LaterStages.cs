using System.Text.Json;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Reports;
using Unpause.Reports.Hdr;
using Unpause.Reports.Html;
using Unpause.Reports.Pprof;
using Unpause.Reports.Tables;
using Unpause.Requests;
using Unpause.Requests.Attribution;

namespace Unpause.Fuzz;

/// <summary>Analysis and writers over what was read: they see the values that a hostile file has.</summary>
internal static class LaterStages
{
    private const int PageEvery = 16;
    private const long SlowNanoseconds = 1_000_000;

    // 24 November 2026: what is read may not depend on the day.
    private const long NowUnixNanoseconds = 1_795_478_400_000_000_000;

    private static readonly IReportWriter[] Writers =
    [
        new MarkdownReportWriter(), new PerfettoReportWriter(), new SpeedscopeReportWriter(), new FoldedReportWriter(),
        new CollectionsCsvWriter(), new RequestsCsvWriter(), new HdrLogWriter(),
    ];

    private static readonly Lazy<Recording> Recorded = new(ReadRecording);

    /// <summary>A recording with pauses and a wall clock, for inputs that are requests.</summary>
    public static Recording OfRequests => Recorded.Value;

    /// <summary>Analyses recordings, with the requests that they have themselves, and writes the report in every format.</summary>
    public static void Report(IReadOnlyList<Recording> recordings)
    {
        var report = Reports.Report.Create(recordings);
        var sets = RecordedRequestSets.From([.. report.Processes.Select(process => process.Recording)]);
        Write(WithRequests(report, sets).Finish());
    }

    /// <summary>Judges requests by a recording that has nothing to do with them, and writes the report.</summary>
    public static void Report(IReadOnlyList<RequestSet> sets) => Write(WithRequests(Reports.Report.Create([OfRequests]), sets).Finish());

    /// <summary>Writes a report in every format; the JSON has to be read back.</summary>
    public static void Write(FinishedReport report)
    {
        var json = Written(report, new JsonReportWriter(events: true, indented: false));
        RequireJson(json);
        using var again = new MemoryStream(json);
        if (StoredReports.Read(again, out var fault) is null)
            throw new InvalidOperationException($"the report that was just written cannot be read: {fault}");
        foreach (var writer in Writers) Written(report, writer);
        // The command answers with a sentence where there is nothing to write (EmptyOutput.cs).
        if (PprofReportWriter.HasSites(report.Document)) Written(report, new PprofReportWriter());
        // The page is large whatever the recording, and what it says is the JSON.
        if (json.Length % PageEvery == 0) Written(report, new HtmlReportWriter());
    }

    /// <summary>Requires that a text is JSON.</summary>
    public static void RequireJson(ReadOnlySpan<byte> json)
    {
        var reader = new Utf8JsonReader(json, new JsonReaderOptions { MaxDepth = 256 });
        while (reader.Read())
        {
        }
    }

    private static byte[] Written(FinishedReport report, IReportWriter writer)
    {
        using var output = new MemoryStream();
        writer.Write(report.Document, report.Timeline, output);
        return output.ToArray();
    }

    private static Report WithRequests(Report report, IReadOnlyList<RequestSet> sets) => sets.Count == 0
        ? report
        : report with
        {
            Requests = RequestReport.Create(sets, report, new AttributionOptions(SlowNanoseconds), NowUnixNanoseconds),
        };

    private static Recording ReadRecording()
    {
        var file = RepositoryFolder("samples", "go", "catalog-stamped.gctrace");
        return RuntimeTable.Default.Load([RecordingInput.File(file)]).Recordings[0];
    }

    private static string RepositoryFolder(params string[] parts) => Tests.RepositoryFolder.File(parts);
}
