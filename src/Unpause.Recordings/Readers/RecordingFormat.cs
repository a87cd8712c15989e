namespace Unpause.Recordings.Readers;

/// <summary>One format of a runtime: how it is recognised, and what reads it.</summary>
/// <param name="Name">The name in the contract (<c>source.format</c>).</param>
/// <param name="Evidence">What the recogniser goes by: text formats are recognised in any block
/// of the input, others at its start only.</param>
/// <param name="Recognises">
/// Whether a block of the input is of this format. For text the block begins at a line's start and ends at a line's
/// end (or at the input's). Must not throw whatever the bytes, and must be fast: it sees every block of a large
/// input until one matches.
/// </param>
/// <param name="CreateReader">Makes the reader.</param>
/// <param name="FirstStamp">For formats whose files rotate: the first timestamp of a part's first block, by which
/// parts are put in order; null for others.</param>
public sealed record RecordingFormat(
    string Name, FormatEvidence Evidence, RecognisesBlock Recognises, Func<IRecordingReader> CreateReader, StampsBlock? FirstStamp = null)
{
    /// <summary>
    /// The step in which it writes pauses, where that is coarser than a microsecond: a pause that reads 0 is shorter than it.
    /// </summary>
    public long? PauseStepNanoseconds { get; init; }

    /// <summary>The step in which it writes sizes of the heap, where that isn't a byte: a size that reads 0 is smaller than it.</summary>
    public long? HeapResolutionBytes { get; init; }

    /// <summary>
    /// Finds its lines behind text that others put in front of them, from which that prefix is learnt; null for formats whose readers find
    /// their lines anywhere, and for binary ones.
    /// </summary>
    public FindsLine? LineStart { get; init; }

    /// <summary>Binary formats are recognised at the start of the input only.</summary>
    public bool Binary => Evidence == FormatEvidence.Magic;
}

/// <summary>Whether a block of bytes is of a format.</summary>
public delegate bool RecognisesBlock(ReadOnlySpan<byte> block);

/// <summary>Gives the first timestamp of a block; null when it has none.</summary>
public delegate PartStamp? StampsBlock(ReadOnlySpan<byte> block);

/// <summary>Where a format's own text begins in a line; 0 when nothing is in front of it, -1 when the line is none of the format.</summary>
public delegate int FindsLine(ReadOnlySpan<byte> line);

/// <summary>
/// What a recogniser goes by. Formats with better evidence are tried first, so that none claims an input that it merely resembles.
/// </summary>
public enum FormatEvidence
{
    /// <summary>Bytes that every input of the format begins with and no text has: binary formats, recognised at the start only.</summary>
    Magic,

    /// <summary>A whole line that nothing else prints.</summary>
    WholeLine,

    /// <summary>The shape of lines.</summary>
    LineShape,
}

/// <summary>Recognises formats by their lines.</summary>
internal static class LinesOfBlock
{
    /// <summary>Whether any line of a block is one of a format's.</summary>
    public static bool HasAny(ReadOnlySpan<byte> block, RecognisesBlock isLine)
    {
        while (!block.IsEmpty)
        {
            var end = block.IndexOf((byte)'\n');
            if (isLine(end < 0 ? block : block[..end])) return true;
            block = end < 0 ? default : block[(end + 1)..];
        }

        return false;
    }
}
