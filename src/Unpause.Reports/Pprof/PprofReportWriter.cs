using System.IO.Compression;

namespace Unpause.Reports.Pprof;

/// <summary>
/// CPU samples, allocation sites, and for Go the heap in use and goroutines, as a gzip'ed profile for <c>go tool pprof</c> and other
/// readers of google/pprof's profile.proto. Object types and classes of CPU samples are labels (<c>-tagleaf=type</c>,
/// <c>-tagroot=class</c>). With several processes, the outermost frame is the process name. The same report gives the same bytes.
/// </summary>
public sealed class PprofReportWriter : IReportWriter
{
    /// <summary>Whether a report has any samples.</summary>
    public static bool HasSites(ReportDocument document) => document.Processes.Any(
        process => HasSites(process));

    private static bool HasSites(ProcessDocument process) =>
        process.CpuSamples is not null || process.Allocations is not null || process.LiveHeap is not null || process.Goroutines is not null;

    /// <inheritdoc/>
    public void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        var columns = Columns(document);
        var profile = new PprofProfile();
        foreach (var column in columns) profile.AddType(column.Type, column.Unit);
        profile.AddComment($"unpause {ToolVersion.Text}");
        var with = document.Processes.Where(HasSites).ToList();
        foreach (var process in with) Add(profile, process, columns, with.Count > 1 ? ProcessName.Format(process) : null);
        using var gzip = new GZipStream(output, CompressionLevel.Optimal, leaveOpen: true);
        var program = with.Count == 1 ? ProcessName.Format(with[0]) : $"{Quantities.Count(with.Count)} processes";
        var shown = columns.Find(column => column.OfCpu is not null) ?? columns.Find(column => column.Unit == "bytes") ?? columns[^1];
        profile.Write(gzip, program, shown.Type);
    }

    private static void Add(PprofProfile profile, ProcessDocument process, List<PprofColumn> columns, string? name)
    {
        var bases = (string?[])[process.CpuSamples?.Basis, process.Allocations?.Basis, process.LiveHeap?.Basis, process.Goroutines?.Basis];
        foreach (var basis in bases.OfType<string>()) profile.AddComment(PlainText.Clean(basis));
        foreach (var stack in process.CpuSamples?.Stacks ?? [])
        {
            profile.AddSample(
                Stack(stack.Stack, name),
                columns.Select(column => column.OfCpu?.Invoke(stack) ?? 0),
                ("class", stack.Class),
                ("thread", stack.Thread is { } thread ? PlainText.Clean(thread) : null));
        }

        foreach (var site in process.Allocations?.Sites ?? [])
        {
            var heap = site.Large ? "large" : site.Pinned ? "pinned" : null;
            profile.AddSample(
                Stack(site.Stack, name, site.Type),
                columns.Select(column => column.OfAllocation?.Invoke(site) ?? 0),
                ("type", site.Type is { } type ? PlainText.Clean(type) : null),
                ("heap", heap));
        }

        foreach (var site in process.LiveHeap?.Sites ?? [])
            profile.AddSample(Stack(site.Stack, name), columns.Select(column => column.OfLive?.Invoke(site) ?? 0));
        foreach (var site in process.Goroutines?.Sites ?? [])
            profile.AddSample(Stack(site.Stack, name), columns.Select(column => column.OfGoroutine?.Invoke(site) ?? 0));
    }

    /// <summary>The value types that any process has.</summary>
    private static List<PprofColumn> Columns(ReportDocument document)
    {
        var all = document.Processes;
        var sites = all.SelectMany(process => process.Allocations?.Sites ?? []).ToList();
        var columns = new List<PprofColumn>();
        if (all.Any(process => process.CpuSamples is not null)) columns.Add(new("cpu_samples", "count") { OfCpu = stack => stack.Samples });
        if (sites.Exists(site => site.Objects is not null))
            columns.Add(new("alloc_objects", "count") { OfAllocation = site => site.Objects ?? 0 });
        if (sites.Exists(site => site.Samples > 0)) columns.Add(new("samples", "count") { OfAllocation = site => site.Samples });
        if (all.Any(process => process.Allocations is not null))
            columns.Add(new("alloc_space", "bytes") { OfAllocation = site => site.Bytes });
        if (all.Any(process => process.LiveHeap is not null))
        {
            columns.Add(new("inuse_objects", "count") { OfLive = site => site.Objects ?? 0 });
            columns.Add(new("inuse_space", "bytes") { OfLive = site => site.Bytes });
        }

        if (all.Any(process => process.Goroutines is not null))
            columns.Add(new("goroutine", "count") { OfGoroutine = site => site.Count });
        return columns;
    }

    private static IEnumerable<string> Stack(IReadOnlyList<string> stack, string? process, string? type = null)
    {
        foreach (var function in stack) yield return PlainText.Clean(function);
        // pprof would drop a sample without a location.
        if (stack.Count == 0) yield return type is null ? "other call sites" : PlainText.Clean(type);
        if (process is not null) yield return process;
    }
}

/// <summary>A value type of a profile, and the sites that have it; the others have 0.</summary>
/// <param name="Type">The name of the value type, Go's where Go has one.</param>
internal sealed record PprofColumn(string Type, string Unit)
{
    /// <summary>The value of an allocation site.</summary>
    public Func<AllocationSiteDocument, long>? OfAllocation { get; init; }

    /// <summary>The value of a site with objects in use.</summary>
    public Func<LiveSiteDocument, long>? OfLive { get; init; }

    /// <summary>The value of a stack with CPU samples.</summary>
    public Func<CpuStackDocument, long>? OfCpu { get; init; }

    /// <summary>The value of a stack of goroutines.</summary>
    public Func<GoroutineSiteDocument, long>? OfGoroutine { get; init; }
}
