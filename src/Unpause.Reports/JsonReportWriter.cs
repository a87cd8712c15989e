using System.Text.Json;

namespace Unpause.Reports;

/// <summary>The JSON contract <c>unpause.report/1</c> (schema/unpause.report-1.schema.json).</summary>
/// <param name="events">Whether to list every collection and to store the page's timeline.</param>
/// <param name="histograms">Whether to write all histograms, also those that no comparison reads.</param>
/// <param name="indented">Whether to indent the JSON.</param>
public sealed class JsonReportWriter(bool events = false, bool histograms = false, bool indented = true) : IReportWriter
{
    /// <inheritdoc/>
    public void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        var written = histograms ? document : WithComparedHistograms(document);
        if (events) written = timeline.PutInto(written);
        if (indented)
        {
            IndentedJson.Write(output, json => WritingJson.Write(json, written));
            return;
        }

        using (var json = new Utf8JsonWriter(output)) WritingJson.Write(json, written);
        output.WriteByte((byte)'\n');
    }

    /// <summary>
    /// The document with the histograms that <c>unpause compare</c> reads: pauses as the application experienced them, and requests.
    /// </summary>
    private static ReportDocument WithComparedHistograms(ReportDocument document) => document with
    {
        Processes = [.. document.Processes.Select(process => process with
        {
            Pauses = process.Stops?.GcStops is null ? process.Pauses : process.Pauses with { Histogram = null },
            Stops = process.Stops is { } stops ? stops with { Histogram = null } : null,
        })],
    };
}
