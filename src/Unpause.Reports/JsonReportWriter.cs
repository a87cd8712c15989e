using System.Text.Json;

namespace Unpause.Reports;

/// <summary>The JSON contract <c>unpause.report/1</c> (schema/unpause.report-1.schema.json).</summary>
/// <param name="events">Whether to list every collection and to store the page's timeline.</param>
/// <param name="indented">Whether to indent the JSON.</param>
public sealed class JsonReportWriter(bool events = false, bool indented = true) : IReportWriter
{
    /// <inheritdoc/>
    public void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        using (var writer = new Utf8JsonWriter(new StreamedBytes(output), new JsonWriterOptions { Indented = indented }))
        {
            WritingJson.Write(writer, events ? timeline.PutInto(document) : document);
        }

        output.WriteByte((byte)'\n');
    }
}
