namespace Unpause.Recordings.Readers.Jvm.OpenJ9;

/// <summary>A tag of the log that is read.</summary>
internal enum VerboseElement
{
    None, Root, Initialized, Attribute, ExclusiveStart, Response, ExclusiveEnd, AllocationFailure, SystemCollection, Taxation, Kickoff,
    Trigger, ConcurrentFinal, Percolate, CycleStart, CycleContinue, CycleEnd, Before, BeforeClosed, After, AfterClosed, Memory, Space,
    Operation, Copied, CopyFailed, Allocated, ConcurrentStart, ConcurrentEnd, ConcurrentEndClosed, Quanta, SynchronousInfo, FreeMemory,
}

/// <summary>
/// The names of the tags that are read. Sources: VerboseHandlerOutput.cpp and VerboseHandlerOutputStandard.cpp of Eclipse OMR;
/// VerboseHandlerOutputVLHGC.cpp (balanced) and VerboseHandlerOutputRealtime.cpp (metronome) of Eclipse OpenJ9, 0.8 to 0.60; IBM's J9
/// from Java 6.0.1 (R26) on writes the same.
/// </summary>
internal static class VerboseElements
{
    private static readonly (byte[] Name, VerboseElement Element)[] Table =
    [
        ("verbosegc"u8.ToArray(), VerboseElement.Root),
        ("initialized"u8.ToArray(), VerboseElement.Initialized),
        ("attribute"u8.ToArray(), VerboseElement.Attribute),
        ("exclusive-start"u8.ToArray(), VerboseElement.ExclusiveStart),
        ("response-info"u8.ToArray(), VerboseElement.Response),
        ("exclusive-end"u8.ToArray(), VerboseElement.ExclusiveEnd),
        ("af-start"u8.ToArray(), VerboseElement.AllocationFailure),
        ("sys-start"u8.ToArray(), VerboseElement.SystemCollection),
        ("allocation-taxation"u8.ToArray(), VerboseElement.Taxation),
        ("concurrent-kickoff"u8.ToArray(), VerboseElement.Kickoff),
        ("trigger-start"u8.ToArray(), VerboseElement.Trigger),
        ("concurrent-global-final"u8.ToArray(), VerboseElement.ConcurrentFinal),
        // R26 to R28.
        ("concurrent-collection-start"u8.ToArray(), VerboseElement.ConcurrentFinal),
        ("percolate-collect"u8.ToArray(), VerboseElement.Percolate),
        ("cycle-start"u8.ToArray(), VerboseElement.CycleStart),
        ("cycle-continue"u8.ToArray(), VerboseElement.CycleContinue),
        ("cycle-end"u8.ToArray(), VerboseElement.CycleEnd),
        ("gc-start"u8.ToArray(), VerboseElement.Before),
        ("/gc-start"u8.ToArray(), VerboseElement.BeforeClosed),
        ("gc-end"u8.ToArray(), VerboseElement.After),
        ("/gc-end"u8.ToArray(), VerboseElement.AfterClosed),
        ("mem-info"u8.ToArray(), VerboseElement.Memory),
        ("mem"u8.ToArray(), VerboseElement.Space),
        ("gc-op"u8.ToArray(), VerboseElement.Operation),
        ("memory-copied"u8.ToArray(), VerboseElement.Copied),
        ("copy-failed"u8.ToArray(), VerboseElement.CopyFailed),
        ("allocation-stats"u8.ToArray(), VerboseElement.Allocated),
        ("concurrent-start"u8.ToArray(), VerboseElement.ConcurrentStart),
        ("concurrent-end"u8.ToArray(), VerboseElement.ConcurrentEnd),
        ("/concurrent-end"u8.ToArray(), VerboseElement.ConcurrentEndClosed),
        ("quanta"u8.ToArray(), VerboseElement.Quanta),
        ("syncgc-info"u8.ToArray(), VerboseElement.SynchronousInfo),
        ("free-mem-delta"u8.ToArray(), VerboseElement.FreeMemory),
    ];

    private const int LongestName = 27;

    /// <summary>The tag with which a text begins, behind its opening bracket.</summary>
    /// <param name="text">What follows the bracket.</param>
    /// <param name="element">The tag.</param>
    /// <param name="length">Bytes of its name.</param>
    public static bool TryFind(ReadOnlySpan<byte> text, out VerboseElement element, out int length)
    {
        element = VerboseElement.None;
        length = text[..Math.Min(text.Length, LongestName + 1)].IndexOfAny((byte)' ', (byte)'>', (byte)'\t');
        if (length <= 0) return false;
        var name = text[..length];
        foreach (var (known, which) in Table)
        {
            if (known.Length != length || !name.SequenceEqual(known)) continue;
            element = which;
            return true;
        }

        return false;
    }

    /// <summary>Whether a line has a tag that only this log writes.</summary>
    public static bool IsOwnLine(ReadOnlySpan<byte> line)
    {
        while (VerboseTag.TryTake(ref line, out var tag, out _))
        {
            switch (tag.Element)
            {
                case VerboseElement.Root when tag.Text("xmlns"u8).EndsWith("/j9/verbosegc"u8):
                case VerboseElement.ExclusiveEnd when tag.Nanoseconds("durationms"u8) is not null:
                case VerboseElement.After when tag.Nanoseconds("durationms"u8) is not null:
                case VerboseElement.ExclusiveStart or VerboseElement.Initialized or VerboseElement.CycleStart or VerboseElement.Operation
                    when tag.Number("id"u8) is not null && tag.LocalTime() is not null:
                    return true;
            }
        }

        return false;
    }
}
