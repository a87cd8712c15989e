namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// Reads lines of <c>GODEBUG=gcpacertrace=1</c> without those of gctrace (<see cref="PacerLine"/>): how many cycles there were, how large
/// the heap was, and which share of the CPU time GC took while it marked. They have neither times nor pauses.
/// </summary>
internal sealed class PacerReader : IRecordingReader
{
    /// <summary>Whether a line of a block is one.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) => LinesOfBlock.HasAny(block, PacerLine.IsIn);

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = GoFormats.Pacer, Runtime = Runtimes.Go, Files = context.Files },
        };
        var shares = new PacerShares();
        var heap = new CounterSeries("heap at mark end", "bytes");
        context.Memory.Watch(() => recording.MemoryBytes + shares.MemoryBytes + heap.MemoryBytes);
        var lines = new LineReader(stream, context.LinesBefore);
        var (isMarking, found) = (false, false);
        while (lines.MoveNext())
        {
            if (PacerLine.Find(lines.Line) is not { } line) continue;
            found = true;
            if (line.Event == PacerEvent.Swept) continue;
            if (line.Event == PacerEvent.Start || !isMarking) Begin(recording);
            isMarking = line.Event == PacerEvent.Start;
            if (isMarking) continue;
            if (line.CpuPercent is { } share) shares.Add(null, share);
            if (line.EndBytes is { } end) heap.Add(null, end);
            recording.Edit(recording.Collections.Count - 1).HeapBeforeBytes = line.StartBytes;
        }

        if (!found) return [];
        recording.Coverage.Lines = lines.Number - context.LinesBefore;
        recording.Coverage.Add("Lines of gcpacertrace have no pauses and no times. GODEBUG=gctrace=1,gcpacertrace=1 prints both.");
        shares.AddTo(recording, heap);
        if (lines.Failure is { } failure)
        {
            recording.Coverage.Add($"Reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
        }

        return [recording.Build()];
    }

    private static void Begin(RecordingBuilder recording)
    {
        var collection = recording.Begin(recording.Collections.Count + 1);
        collection.WholeHeap = true;
        collection.Kind = CollectionKind.Background;
    }
}
