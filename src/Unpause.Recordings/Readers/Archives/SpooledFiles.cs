using ZstdSharp;

namespace Unpause.Recordings.Readers.Archives;

/// <summary>
/// Files of an archive that is read once, from its start to its end. Parts of one log have to be open at the same time, so each file is
/// kept in memory, packed: logs and traces need a tenth of their size. Of a file that is certainly of no use, like a heap dump, its start
/// is kept, which says what it is.
/// </summary>
/// <param name="archive">The archive's name, before those of the files.</param>
internal sealed class SpooledFiles(string archive)
{
    private const int FastestLevel = 1;

    private static readonly string TooMuch =
        $"its files need more than {Quantities.Bytes((double)Limits.SpooledBytes)} of memory, packed";

    private readonly List<RecordingInput> _files = [];
    private readonly byte[] _start = new byte[Limits.DetectionBytes];
    private long _bytes;

    /// <summary>The files so far.</summary>
    public IReadOnlyList<RecordingInput> Files => _files;

    /// <summary>Reads a file.</summary>
    /// <param name="content">Read to its end, or to its fault.</param>
    /// <returns>Why the content ends early; null when it is whole.</returns>
    /// <exception cref="InvalidDataException">There are too many files.</exception>
    public string? Add(string name, Stream content)
    {
        if (_files.Count == Limits.ArchiveFiles) throw InputArchive.TooManyFiles();
        if (_bytes >= Limits.SpooledBytes) return TooMuch;
        var fault = Fill(content, out var filled);
        var start = _start.AsSpan(0, filled);
        if (filled == 0) return fault;
        var (packed, isPacked) = (start.ToArray(), false);
        var isUsed = OtherFiles.Certain(start) is null or OtherFiles.CycleSnapshots
            || Packing.Of(start) is not null || SevenZipInput.Is(start);
        if (fault is null && filled == _start.Length && isUsed) (packed, isPacked) = (Pack(start, content, out fault), true);
        _bytes += packed.Length;
        _files.Add(new RecordingInput($"{archive}/{name}", () => Open(packed, isPacked, fault)));
        return fault;
    }

    private static Stream Open(byte[] packed, bool isPacked, string? fault)
    {
        Stream stream = new MemoryStream(packed, writable: false);
        if (isPacked) stream = new DecompressionStream(stream, leaveOpen: false);
        return fault is null ? stream : new CutStream(stream, fault);
    }

    private string? Fill(Stream content, out int filled)
    {
        filled = 0;
        try
        {
            while (filled < _start.Length)
            {
                var read = content.Read(_start.AsSpan(filled));
                if (read == 0) break;
                filled += read;
            }

            return null;
        }
        catch (InvalidDataException exception)
        {
            return exception.Message;
        }
    }

    private byte[] Pack(ReadOnlySpan<byte> start, Stream content, out string? fault)
    {
        fault = null;
        using var packed = new MemoryStream();
        using (var packing = new CompressionStream(packed, FastestLevel))
        {
            packing.Write(start);
            try
            {
                for (var read = content.Read(_start); read > 0; read = content.Read(_start))
                {
                    packing.Write(_start.AsSpan(0, read));
                    if (_bytes + packed.Length < Limits.SpooledBytes) continue;
                    fault = TooMuch;
                    break;
                }
            }
            catch (InvalidDataException exception)
            {
                fault = exception.Message;
            }
        }

        return packed.ToArray();
    }

    /// <summary>A file whose end is missing.</summary>
    private sealed class CutStream(Stream inner, string fault) : ForwardStream
    {
        public override int Read(Span<byte> buffer)
        {
            var read = inner.Read(buffer);
            return read > 0 || buffer.IsEmpty ? read : throw new InvalidDataException(fault);
        }

        protected override void Dispose(bool disposing)
        {
            if (disposing) inner.Dispose();
            base.Dispose(disposing);
        }
    }
}
