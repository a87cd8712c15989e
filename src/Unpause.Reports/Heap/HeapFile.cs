using Unpause.Analysis.Heap;
using Unpause.Histograms;
using Unpause.PythonHeaps;
using Unpause.Readers;
using Unpause.Recordings;
using Unpause.Recordings.Heap;

namespace Unpause.Reports;

/// <summary>
/// The objects of a heap from a file: a JVM's class histogram, the list of objects in a .nettrace file, or a look at a CPython program's.
/// </summary>
public sealed class HeapFile
{
    private HeapFile(ClassHistogram histogram) => Histogram = histogram;

    private HeapFile(HeapGraph graph, int? processId)
    {
        (Graph, ProcessId) = (graph, processId);
        Content = HeapContent.Of(graph);
        Histogram = new ClassHistogram(HeapTypeName.IsLibrary);
        foreach (var type in Content.Types) Histogram.AddReadable(type.Name, type.Objects, type.Bytes);
    }

    private HeapFile(PythonHeap heap)
    {
        (Python, ProcessId) = (heap, heap.ProcessId);
        Histogram = new ClassHistogram(PythonTypeName.IsLibrary);
        foreach (var type in heap.Types) Histogram.AddReadable(type.Name, type.Live + type.Parts, type.LiveBytes + type.PartBytes);
    }

    /// <summary>The objects by class; of CPython those that the collector alone can free are not among them.</summary>
    public ClassHistogram Histogram { get; }

    /// <summary>Whose heap it is, for people.</summary>
    public string Owner => Content is not null ? ".NET" : Python is not null ? "CPython" : "a JVM";

    /// <summary>Who holds them; null when the file doesn't tell.</summary>
    internal HeapContent? Content { get; }

    /// <summary>The objects with their references; null when the file doesn't tell.</summary>
    internal HeapGraph? Graph { get; }

    /// <summary>What a look at a CPython program's heap told; null of other runtimes.</summary>
    internal PythonHeap? Python { get; }

    /// <summary>The process; null when not told.</summary>
    internal int? ProcessId { get; }

    /// <summary>Reads a file; null when it holds neither.</summary>
    /// <param name="input">The file.</param>
    /// <param name="why">What is wrong with it, as a sentence, where that is known.</param>
    /// <exception cref="IOException">It cannot be read.</exception>
    /// <exception cref="InvalidDataException">It is packed, and the packing is damaged.</exception>
    public static HeapFile? Read(RecordingInput input, out string? why)
    {
        why = null;
        using var stream = PeekedStream.Unpack(input.Open());
        if (PythonHeapReader.Recognises(stream.Peek(Limits.DetectionBytes))) return OfPython(stream, out why);
        var format = RuntimeTable.Default.DetectAtStart(stream.Peek(Limits.DetectionBytes));
        if (format is not { Binary: true })
        {
            why = OtherFiles.Certain(stream.Peek(Limits.DetectionBytes)) is { } other ? $"it is {other}" : null;
            if (why is null && HistogramReader.Read(stream) is { } histogram) return new HeapFile(histogram);
            why ??= format is null ? null : "it is a GC log without a class histogram; unpause report reads it";
            return null;
        }

        var loaded = RecordingLoader.Load([new RecordingInput(input.Name, () => stream)]);
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
            { TooMany: { } objects } => $"the program has {Quantities.Count(objects, "object")}: too many for a look",
            { Objects: not null } => null,
            _ => "the look was not written to its end",
        };
        return why is null ? new HeapFile(heap!) : null;
    }
}
