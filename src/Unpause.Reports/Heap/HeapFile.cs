using Unpause.Analysis.Heap;
using Unpause.Recordings.Heap;
using Unpause.Recordings.Histograms;
using Unpause.Recordings.Loading;
using Unpause.Recordings.PythonHeaps;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Words;

namespace Unpause.Reports.Heap;

/// <summary>
/// A heap snapshot from a file: a JVM class histogram, a report of dotnet-gcdump, the objects in a .nettrace file, or a heap
/// snapshot of a CPython process or of V8.
/// </summary>
public sealed class HeapFile
{
    private HeapFile(ClassHistogram histogram) => Histogram = histogram;

    private HeapFile(GcDumpReport report) => (Report, Histogram) = (report, report.Histogram);

    private HeapFile(HeapGraph graph, int? processId)
    {
        (Graph, ProcessId) = (graph, processId);
        Content = HeapContent.Analyse(graph);
        RetainedByType = HeapContent.RetainedByType(graph);
        Histogram = new ClassHistogram(graph.IsLibrary ?? HeapTypeName.IsLibrary);
        foreach (var type in Content.Types) Histogram.AddReadable(type.Name, type.Objects, type.Bytes);
    }

    private HeapFile(PythonHeap heap)
    {
        (Python, ProcessId) = (heap, heap.ProcessId);
        Histogram = new ClassHistogram(PythonTypeName.IsLibrary);
        foreach (var type in heap.Types) Histogram.AddReadable(type.Name, type.Live + type.Parts, type.LiveBytes + type.PartBytes);
    }

    /// <summary>The objects by class. For CPython, without cyclic garbage.</summary>
    public ClassHistogram Histogram { get; }

    /// <summary>The runtime, for people.</summary>
    public string Owner => Graph is not null ? Runtimes.TraitsOf(Graph.Runtime).Name
        : Report is not null ? ".NET" : Python is not null ? "CPython" : "a JVM";

    /// <summary>The report of dotnet-gcdump; null for other files.</summary>
    internal GcDumpReport? Report { get; }

    /// <summary>What retains the objects; null when the file does not have it.</summary>
    internal HeapContent? Content { get; }

    /// <summary>The objects with their references; null when the file does not have them.</summary>
    internal HeapGraph? Graph { get; }

    /// <summary>Retained sizes of the objects of each type in all, in bytes; null when the file does not have their references.</summary>
    internal IReadOnlyDictionary<string, long>? RetainedByType { get; }

    /// <summary>The heap snapshot of a CPython process; null for other runtimes.</summary>
    internal PythonHeap? Python { get; }

    /// <summary>The process ID; null when unknown.</summary>
    internal int? ProcessId { get; }

    /// <summary>Reads a file; null when it has no heap snapshot.</summary>
    /// <param name="why">What is wrong with the file, as a clause, where that is known.</param>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <exception cref="InvalidDataException">The file is compressed, and the compressed data is damaged.</exception>
    public static HeapFile? Read(RecordingInput input, out string? why)
    {
        why = null;
        using var stream = PeekedStream.Unpack(input.Open());
        if (PythonHeapReader.Recognises(stream.Peek(Limits.DetectionBytes))) return OfPython(stream, out why);
        var format = RuntimeTable.Default.DetectAtStart(stream.Peek(Limits.DetectionBytes));
        if (format is not { Binary: true })
        {
            why = OtherFiles.Certain(stream.Peek(Limits.DetectionBytes)) is { } other ? $"it is {other}" : null;
            if (why is null && GcDumpReport.Recognises(stream.Peek(Limits.DetectionBytes)))
                return GcDumpReport.Read(stream, HeapTypeName.IsLibrary) is { } report ? new HeapFile(report) : null;
            if (why is null && HistogramReader.Read(stream) is { } histogram) return new HeapFile(histogram);
            why ??= format is null ? null : "it is a GC log without a class histogram; unpause report reads it";
            return null;
        }

        var loaded = RuntimeTable.Default.Load([new RecordingInput(input.Name, () => stream)]);
        var heap = loaded.Recordings.FirstOrDefault(recording => recording.HeapGraph is not null);
        if (heap is not null) return new HeapFile(heap.HeapGraph!, heap.Source.ProcessId);
        why = loaded.Recordings.SelectMany(recording => recording.Coverage.Notes).FirstOrDefault(note => note.Unreadable)?.Text;
        return null;
    }

    private static HeapFile? OfPython(Stream stream, out string? why)
    {
        var heap = PythonHeapReader.Read(stream);
        why = heap switch
        {
            { TooMany: { } objects } => $"the process has {Quantities.Count(objects, "object")}: too many for a heap snapshot",
            { Objects: not null } => null,
            _ => "the heap snapshot is incomplete",
        };
        return why is null ? new HeapFile(heap!) : null;
    }
}

/// <summary>The comparison of two heap snapshots.</summary>
public sealed class HeapComparison
{
    private HeapComparison(HistogramComparison classes, IReadOnlyList<RetainedChange>? retainers, PythonGrowth? python) =>
        (Classes, Retainers, Python) = (classes, retainers, python);

    /// <summary>Retained sizes by type in the first; null when one of the two lacks references.</summary>
    internal IReadOnlyDictionary<string, long>? RetainedBefore { get; private init; }

    /// <summary>The same of the second.</summary>
    internal IReadOnlyDictionary<string, long>? RetainedAfter { get; private init; }

    /// <summary>The changes by class.</summary>
    internal HistogramComparison Classes { get; }

    /// <summary>The changes by retention path; null when one of the two lacks references.</summary>
    internal IReadOnlyList<RetainedChange>? Retainers { get; }

    /// <summary>What retains the newest objects of a CPython process; null for other runtimes.</summary>
    internal PythonGrowth? Python { get; }

    /// <summary>Compares two heap snapshots.</summary>
    public static HeapComparison Compare(HeapFile before, HeapFile after) => new(
        HistogramComparison.Compare(before.Histogram, after.Histogram),
        before is { Graph: { } earlier, Content: { } first } && after is { Graph: { } later, Content: { } second }
            ? RetainedChange.Compare(earlier, later, first, second)
            : null,
        before.Python is { } then && after.Python is { } now ? PythonGrowth.Compare(then, now) : null)
    {
        RetainedBefore = after.RetainedByType is null ? null : before.RetainedByType,
        RetainedAfter = before.RetainedByType is null ? null : after.RetainedByType,
    };
}
