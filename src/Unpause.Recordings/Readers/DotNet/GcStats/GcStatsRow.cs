using Unpause.Recordings.Readers.DotNet.Collections;

namespace Unpause.Recordings.Readers.DotNet.GcStats;

/// <summary>One collection in the report; null is what a form of it does not have.</summary>
internal record struct GcStatsRow
{
    private const byte Background = (byte)'B', Foreground = (byte)'F';

    public long? Number, Start, Suspension, Pause, PeakBytes, BytesAfter, PromotedBytes, PinnedObjects, Heaps, MemoryLoad, Handles;
    public long? CollectionStart, CollectionTime;

    /// <summary>The runtime's word and ours.</summary>
    public (string Word, string Cause)? Reason;

    /// <summary>0 to 2; null while it is not known.</summary>
    public int? Generation;

    public bool IsBackground, IsForeground;

    /// <summary>Whether it has what a pause needs.</summary>
    public readonly bool IsComplete =>
        Number is not null && Start is not null && Pause is <= Limits.PauseNanoseconds && Generation is not null;

    /// <summary>Takes the value of a column or of an attribute.</summary>
    public void Take(GcStatsColumn column, ReadOnlySpan<byte> text)
    {
        switch (column)
        {
            case GcStatsColumn.Number: Number = GcStatsNumber.Whole(text); break;
            case GcStatsColumn.Start: Start = GcStatsNumber.Nanoseconds(text); break;
            case GcStatsColumn.Reason: Reason = GcReasons.Find(text); break;
            case GcStatsColumn.Generation: TakeGeneration(text); break;
            case GcStatsColumn.Suspension: Suspension = GcStatsNumber.Nanoseconds(text); break;
            case GcStatsColumn.Pause: Pause = GcStatsNumber.Nanoseconds(text); break;
            case GcStatsColumn.PeakSize: PeakBytes = GcStatsNumber.Bytes(text); break;
            case GcStatsColumn.SizeAfter: BytesAfter = GcStatsNumber.Bytes(text); break;
            case GcStatsColumn.Promoted: PromotedBytes = GcStatsNumber.Bytes(text); break;
            case GcStatsColumn.PinnedObjects: PinnedObjects = GcStatsNumber.Whole(text); break;
            case GcStatsColumn.CollectionStart: CollectionStart = GcStatsNumber.Nanoseconds(text); break;
            case GcStatsColumn.CollectionTime: CollectionTime = GcStatsNumber.Nanoseconds(text); break;
            case GcStatsColumn.Type: TakeType(text); break;
            case GcStatsColumn.Heaps: Heaps = GcStatsNumber.Whole(text); break;
            case GcStatsColumn.MemoryLoad: MemoryLoad = GcStatsNumber.Whole(text); break;
            case GcStatsColumn.Handles: Handles = GcStatsNumber.Whole(text); break;
        }
    }

    /// <summary><c>2B</c>, <c>0NI</c>; in the XML the number alone.</summary>
    private void TakeGeneration(ReadOnlySpan<byte> text)
    {
        if (text.IsEmpty || text[0] is < (byte)'0' or > (byte)'2') return;
        Generation = text[0] - '0';
        if (text.Length < 2) return;
        IsBackground = text[1] == Background;
        IsForeground = text[1] == Foreground;
    }

    private void TakeType(ReadOnlySpan<byte> text)
    {
        IsBackground = text.SequenceEqual("BackgroundGC"u8);
        IsForeground = text.SequenceEqual("ForegroundGC"u8);
    }
}
