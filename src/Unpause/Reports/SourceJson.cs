using System.Globalization;
using System.Text.Json;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>The contract's <c>source</c>: where the numbers come from and how much was understood.</summary>
internal static class SourceJson
{
    public static void Write(Utf8JsonWriter json, Recording recording)
    {
        var source = recording.Source;
        json.WriteStartObject("source");
        JsonReportWriter.WriteStrings(json, "files", source.Files);
        json.WriteString("format", source.Format);
        json.WriteString("runtime", source.Runtime);
        json.WriteString("runtime_version", source.RuntimeVersion);
        json.WriteString("collector", source.Collector);
        json.WriteNumberOrNull("pid", source.ProcessId);
        json.WriteString("command", source.Command);
        json.WriteString("started_at", recording.Clock.StartedAt is { } started ? Instant(started.UtcDateTime) : null);
        json.WriteMilliseconds("duration_ms", recording.DurationNanoseconds);
        json.WriteNumberOrNull("lines", recording.Coverage.Lines);
        json.WriteNumber("lines_not_understood", recording.Coverage.LinesNotUnderstood);
        json.WriteStartObject("clock");
        json.WriteString("source", recording.Clock.Basis);
        json.WriteMilliseconds("uncertainty_ms", recording.Clock.UncertaintyNanoseconds);
        json.WriteEndObject();
        WriteCoverage(json, recording.Coverage);
        json.WriteStartObject("settings");
        foreach (var (name, value) in source.Settings) json.WriteString(name, value);
        json.WriteEndObject();
        json.WriteEndObject();
    }

    /// <summary>A moment as the contract writes it: ISO 8601 in UTC, to 100 ns.</summary>
    public static string Instant(long unixNanoseconds) => Instant(DateTime.UnixEpoch.AddTicks(unixNanoseconds / 100));

    private static string Instant(DateTime utc) => utc.ToString("yyyy-MM-dd'T'HH:mm:ss.FFFFFFF'Z'", CultureInfo.InvariantCulture);

    /// <summary>How much of an input was understood.</summary>
    public static void WriteCoverage(Utf8JsonWriter json, Coverage coverage)
    {
        json.WriteStartObject("coverage");
        json.WriteStartArray("examples");
        foreach (var example in coverage.Examples)
        {
            json.WriteStartObject();
            json.WriteNumber("line", example.Number);
            json.WriteString("text", example.Text);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteStartArray("notes");
        foreach (var note in coverage.Notes)
        {
            json.WriteStartObject();
            json.WriteString("severity", note.Unreadable ? "unreadable" : "info");
            json.WriteString("text", note.Text);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }
}
