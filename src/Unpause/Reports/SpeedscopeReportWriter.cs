using System.Text.Json;
using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>
/// Allocated bytes for Speedscope: one sampled profile for each process with samples, one for its large objects, and one for what died in
/// gen2 where that was followed. Format: jlfwong/speedscope, src/lib/file-format-spec.ts, version 0.0.1.
/// </summary>
public sealed class SpeedscopeReportWriter : IReportWriter
{
    private const int FlushBytes = 32 * 1024;

    /// <inheritdoc/>
    public void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        var frames = new Dictionary<string, int>(StringComparer.Ordinal);
        using var json = new Utf8JsonWriter(output);
        json.WriteStartObject();
        json.WriteString("$schema", "https://www.speedscope.app/file-format-schema.json");
        json.WriteString("exporter", $"unpause {ToolVersion.Text}");
        json.WriteString("name", "allocations");
        json.WriteNumber("activeProfileIndex", 0);
        json.WriteStartArray("profiles");
        foreach (var process in document.Processes.Where(process => process.Allocations is not null)) WriteProcess(json, process, frames);
        json.WriteEndArray();
        json.WriteStartObject("shared");
        json.WriteStartArray("frames");
        foreach (var (name, _) in frames.OrderBy(frame => frame.Value))
        {
            json.WriteStartObject();
            json.WriteString("name", name);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
        json.WriteEndObject();
    }

    private static void WriteProcess(Utf8JsonWriter json, ProcessDocument process, Dictionary<string, int> frames)
    {
        var sites = process.Allocations!.Sites;
        var name = ProcessName.Of(process);
        WriteProfile(json, $"allocations of {name}", sites, frames);
        var large = sites.Where(site => site.Large).ToList();
        if (large.Count > 0) WriteProfile(json, $"large objects of {name}", large, frames);
        if (process.Allocations.Gen2Deaths is { Sites.Count: > 0 } deaths)
        {
            WriteProfile(json, $"died in gen2 in {name}", deaths.Sites, frames);
        }
    }

    private static void WriteProfile(
        Utf8JsonWriter json, string name, IReadOnlyList<AllocationSiteDocument> sites, Dictionary<string, int> frames)
    {
        json.WriteStartObject();
        json.WriteString("type", "sampled");
        json.WriteString("name", name);
        json.WriteString("unit", "bytes");
        json.WriteNumber("startValue", 0);
        json.WriteNumber("endValue", Total.Of(sites, site => site.Bytes));
        json.WriteStartArray("samples");
        foreach (var site in sites)
        {
            json.WriteStartArray();
            foreach (var frame in AllocationStacks.Frames(site)) json.WriteNumberValue(IndexOf(frame, frames));
            json.WriteEndArray();
            if (json.BytesPending > FlushBytes) json.Flush();
        }

        json.WriteEndArray();
        json.WriteStartArray("weights");
        foreach (var site in sites) json.WriteNumberValue(site.Bytes);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static int IndexOf(string frame, Dictionary<string, int> frames)
    {
        if (frames.TryGetValue(frame, out var known)) return known;
        frames.Add(frame, frames.Count);
        return frames.Count - 1;
    }
}
