namespace Unpause.Recordings.Readers.Archives;

/// <summary>
/// What may be read of all archives in archives of one input together. The limits of each archive alone would multiply: thousands of
/// small ones could unpack to <see cref="Limits.UnpackedBytes"/> each.
/// </summary>
internal sealed class NestedBudget
{
    private static readonly string TooMuch =
        $"its archives inside unpack to more than {Quantities.Bytes((double)Limits.NestedBytes)}: the rest was left out";

    private long _bytes = Limits.NestedBytes;
    private int _files = Limits.ArchiveFiles;

    /// <summary>The same stream, counted.</summary>
    public Stream Count(Stream inner) => new Counted(this, inner);

    /// <summary>Counts files.</summary>
    /// <exception cref="InvalidDataException">There are too many.</exception>
    public void TakeFiles(int count)
    {
        if ((_files -= count) < 0) throw InputArchive.TooManyFiles();
    }

    private sealed class Counted(NestedBudget budget, Stream inner) : ForwardStream
    {
        public override int Read(Span<byte> buffer)
        {
            if (budget._bytes < 0) throw new InvalidDataException(TooMuch);
            var read = inner.Read(buffer);
            if ((budget._bytes -= read) < 0) throw new InvalidDataException(TooMuch);
            return read;
        }

        protected override void Dispose(bool disposing)
        {
            if (disposing) inner.Dispose();
            base.Dispose(disposing);
        }
    }
}
