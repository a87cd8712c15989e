using Unpause.Reports.Cpu;

namespace Unpause.Reports;

/// <summary>
/// Stacks for Speedscope, with separate profiles of each process: all CPU samples and those in the collector, all allocated bytes and those
/// of large objects, and objects that died in gen2 where that was recorded. Format: jlfwong/speedscope, src/lib/file-format-spec.ts,
/// version 0.0.1.
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
        json.WriteString("name", document.Processes.Any(process => process.CpuSamples is not null) ? "CPU samples" : "allocations");
        json.WriteNumber("activeProfileIndex", 0);
        json.WriteStartArray("profiles");
        foreach (var process in document.Processes)
        {
            if (process.CpuSamples is { } cpu) WriteCpu(json, ProcessName.Format(process), cpu, frames);
            if (process.Allocations is not null) WriteProcess(json, process, frames);
        }

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

    private static void WriteCpu(Utf8JsonWriter json, string name, CpuSamplesDocument cpu, Dictionary<string, int> frames)
    {
        WriteProfile(json, $"CPU samples of {name}", "none", [.. cpu.Stacks.Select(Weighed)], frames);
        var own = cpu.Classes.Where(row => row.IsGc).Select(row => row.Name).ToHashSet(StringComparer.Ordinal);
        var collector = cpu.Stacks.Where(stack => own.Contains(stack.Class)).ToList();
        if (collector.Count > 0) WriteProfile(json, $"collector of {name}", "none", [.. collector.Select(Weighed)], frames);

        static (IEnumerable<string>, long) Weighed(CpuStackDocument stack) => (CpuStacks.Frames(stack), stack.Samples);
    }

    private static void WriteProcess(Utf8JsonWriter json, ProcessDocument process, Dictionary<string, int> frames)
    {
        var sites = process.Allocations!.Sites;
        var name = ProcessName.Format(process);
        WriteSites(json, $"allocations of {name}", sites, frames);
        var large = sites.Where(site => site.Large).ToList();
        if (large.Count > 0) WriteSites(json, $"large objects of {name}", large, frames);
        if (process.Allocations.Gen2Deaths is { Sites.Count: > 0 } deaths)
        {
            WriteSites(json, $"died in gen2 in {name}", deaths.Sites, frames);
        }
    }

    private static void WriteSites(
        Utf8JsonWriter json, string name, IReadOnlyList<AllocationSiteDocument> sites, Dictionary<string, int> frames) =>
        WriteProfile(json, name, "bytes", [.. sites.Select(site => (AllocationStacks.Frames(site), site.Bytes))], frames);

    private static void WriteProfile(
        Utf8JsonWriter json,
        string name,
        string unit,
        IReadOnlyList<(IEnumerable<string> Frames, long Weight)> stacks,
        Dictionary<string, int> frames)
    {
        json.WriteStartObject();
        json.WriteString("type", "sampled");
        json.WriteString("name", name);
        json.WriteString("unit", unit);
        json.WriteNumber("startValue", 0);
        json.WriteNumber("endValue", Total.Sum(stacks, stack => stack.Weight));
        json.WriteStartArray("samples");
        foreach (var stack in stacks)
        {
            json.WriteStartArray();
            foreach (var frame in stack.Frames) json.WriteNumberValue(IndexOf(frame, frames));
            json.WriteEndArray();
            if (json.BytesPending > FlushBytes) json.Flush();
        }

        json.WriteEndArray();
        json.WriteStartArray("weights");
        foreach (var stack in stacks) json.WriteNumberValue(stack.Weight);
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
