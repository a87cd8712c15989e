using System.Text.Json;
using Unpause.Analysis;
using Unpause.Diagnosis;

namespace Unpause.Reports;

/// <summary>
/// The JSON contract <c>unpause.report/1</c> (schema/unpause.report-1.schema.json): times in milliseconds, sizes in
/// bytes, unknown is null.
/// </summary>
/// <param name="events">Whether every collection is listed.</param>
/// <param name="indented">Whether people will read it.</param>
/// <param name="sites">Whether the places of allocations are listed.</param>
public sealed class JsonReportWriter(bool events = false, bool indented = true, bool sites = true) : IReportWriter
{
    /// <summary>The contract's name and version.</summary>
    public const string Schema = "unpause.report/1";

    /// <inheritdoc/>
    public void Write(Report report, Stream output)
    {
        using var json = new Utf8JsonWriter(output, new JsonWriterOptions { Indented = indented });
        json.WriteStartObject();
        json.WriteString("schema", Schema);
        json.WriteString("tool_version", ToolVersion.Text);
        json.WriteString("verdict", report.Verdict);
        WriteStrings(json, "not_recorded", report.NotRecorded);
        json.WriteStartArray("processes");
        foreach (var process in report.Processes) WriteProcess(json, process);
        json.WriteEndArray();
        RequestsJson.Write(json, report.Requests);
        WriteFindings(json, report.Diagnoses);
        json.WriteEndObject();
        json.Flush();
        output.WriteByte((byte)'\n');
    }

    private void WriteProcess(Utf8JsonWriter json, AnalysedProcess process)
    {
        json.WriteStartObject();
        SourceJson.Write(json, process.Recording);
        SummaryJson.Write(json, process.Summary, process.Recording.InducedBy);
        SurvivalJson.Write(json, process);
        AllocationsJson.Write(json, process.Recording.Allocations, process.Recording.LargeObjectDeaths, process.Recording.Gen2Deaths, sites);
        HoldersJson.Write(json, process.Summary.Holders);
        CountersJson.Write(json, process.Recording.ProcessCounters);
        if (events) EventsJson.Write(json, process.Recording);
        json.WriteEndObject();
    }

    private static void WriteFindings(Utf8JsonWriter json, Diagnoses diagnoses)
    {
        json.WriteStartArray("findings");
        foreach (var (process, finding) in diagnoses.Findings) FindingJson.Write(json, process, finding);
        json.WriteEndArray();
        json.WriteStartArray("not_applicable");
        foreach (var (process, id, why) in diagnoses.NotApplicable)
        {
            json.WriteStartObject();
            json.WriteString("id", id);
            json.WriteNumber("process", process);
            json.WriteString("why", why);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    internal static void WriteStrings(Utf8JsonWriter json, string name, IReadOnlyList<string> values)
    {
        json.WriteStartArray(name);
        foreach (var value in values) json.WriteStringValue(value);
        json.WriteEndArray();
    }
}
