using System.Text.Json;
using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>The JSON contract <c>unpause.report/1</c> (schema/unpause.report-1.schema.json).</summary>
/// <param name="events">Whether every collection is listed, and the page's timeline stored.</param>
/// <param name="indented">Whether people will read it.</param>
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
