namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>How a log is read.</summary>
/// <param name="BlockBytes">Bytes of a block that is filled on the reader's own thread.</param>
/// <param name="AheadBlockBytes">Bytes of each block that is filled ahead.</param>
/// <param name="AheadFrom">From as many bytes of text on, a thread fills blocks ahead.</param>
internal sealed record BlockReading(int BlockBytes, int AheadBlockBytes, long AheadFrom)
{
    /// <summary>A smaller log is read sooner than a thread has begun; without a second processor a thread is of no use.</summary>
    public static BlockReading Default { get; } =
        new(Limits.BlockBytes, 2 * Limits.BlockBytes, Environment.ProcessorCount > 1 ? 8L * 1024 * 1024 : long.MaxValue);

    /// <summary>All on the reader's own thread.</summary>
    public BlockReading Alone => this with { AheadFrom = long.MaxValue };

    /// <summary>Whether each read of the stream makes a block, so that lines of a log that is still written come at once.</summary>
    public bool ByRead { get; init; }

    /// <summary>Whether lines are taken apart in their blocks; if not, the reader does it as with unusual lines.</summary>
    public bool TakesApart { get; init; } = true;

    /// <summary>Bytes from which on a line is cut: one that is shorter fits into each block.</summary>
    public int LongestLine => Math.Min(Limits.BlockBytes, Math.Min(BlockBytes, AheadBlockBytes));
}

/// <summary>
/// The lines of a log one after the other, taken apart as far as that needs no knowledge of the lines before. Of a long log it is done on
/// a thread of its own, some blocks ahead.
/// </summary>
/// <remarks>Line ends and what is too long are as in <see cref="LineReader"/>.</remarks>
/// <param name="stream">The bytes.</param>
/// <param name="memory">Asked between blocks, about once per megabyte; when it is full, the lines end with a failure. May be null.</param>
/// <param name="linesBefore">Lines of the file before the stream's position.</param>
internal sealed class ParsedLines(Stream stream, MemoryLimit? memory, long linesBefore, BlockReading reading) : IDisposable
{
    private const int AskedBytes = 1024 * 1024;

    private readonly BlockFiller _filler = new(stream, reading);
    private LineBlock _block = new(reading.BlockBytes);
    private FilledAhead? _ahead;
    private long _untilAhead = reading.AheadFrom;
    private long _untilAsked = AskedBytes;
    private int _line = -1;
    private bool _began;

    /// <summary>The current line, taken apart.</summary>
    public ref readonly ParsedLine Current => ref _block.Lines[_line];

    /// <summary>The current line without its end; valid until the next <see cref="MoveNext"/>.</summary>
    public ReadOnlySpan<byte> Line => _block.TextOf(Current);

    /// <summary>The block that the current line is in.</summary>
    public LineBlock Block => _block;

    /// <summary>1-based number of the current line; after the end, the number of lines.</summary>
    public long Number { get; private set; } = linesBefore;

    /// <summary>Whether the current line is the last of its block.</summary>
    public bool EndsBlock => _line == _block.LineCount - 1;

    /// <summary>Whether the current line is the last and has no line end: it may be torn.</summary>
    public bool Torn => _block.IsTorn && EndsBlock;

    /// <summary>Lines that were longer than <see cref="BlockReading.LongestLine"/>.</summary>
    public long CutLines { get; private set; }

    /// <summary>What ended reading early: a damaged gzip file, a disk error, full memory; null when the end was reached.</summary>
    public Exception? Failure { get; private set; }

    /// <summary>Goes to the next line; false at the end.</summary>
    public bool MoveNext()
    {
        if (_line + 1 >= _block.LineCount && !MoveOn()) return false;
        _line++;
        Number++;
        return true;
    }

    /// <summary>Goes to the next block with lines.</summary>
    private bool MoveOn()
    {
        do
        {
            if (_began)
            {
                if (Failure is not null) return false;
                if (_block.IsLast) return End();
                if (IsMemoryFull())
                {
                    Failure = new InvalidDataException(memory!.Reason);
                    return _block.EndTorn();
                }
            }

            _began = true;
            Fill();
            _line = -1;
            CutLines += _block.CutLines;
        }
        while (_block.LineCount == 0);
        return true;
    }

    private bool End()
    {
        Failure = _block.Failure;
        _block.Thrown?.Throw();
        return false;
    }

    /// <summary>The memory's lists grow on this thread, so it is asked on this thread.</summary>
    private bool IsMemoryFull()
    {
        if (memory is null || _untilAsked > 0) return false;
        _untilAsked = AskedBytes;
        return memory.IsFull;
    }

    private void Fill()
    {
        if (_ahead is null && _untilAhead <= 0) _ahead = new FilledAhead(_filler, reading.AheadBlockBytes);
        if (_ahead is not null) _block = _ahead.Next();
        else _filler.Fill(_block);
        _untilAhead -= _block.ReadBytes;
        _untilAsked -= _block.ReadBytes;
    }

    /// <inheritdoc/>
    public void Dispose() => _ahead?.Dispose();
}
