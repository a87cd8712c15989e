using Unpause.Analysis.Heap;
using Unpause.Histograms;
using Unpause.Readers;
using Unpause.Recordings;
using Unpause.Recordings.Heap;

namespace Unpause.Reports;

/// <summary>The objects of a heap from a file: a JVM's class histogram, or the list of objects in a .nettrace file.</summary>
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

    /// <summary>The objects by class.</summary>
    public ClassHistogram Histogram { get; }

    /// <summary>Whether who holds them is known too.</summary>
    public bool HasHolders => Content is not null;

    /// <summary>Who holds them; null when the file doesn't tell.</summary>
    internal HeapContent? Content { get; }

    /// <summary>The objects with their references; null when the file doesn't tell.</summary>
    internal HeapGraph? Graph { get; }

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
}
