namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// Finds the fields of <c>runtime.MemStats</c> in JSON, in whatever it stands: a page of expvar (<c>/debug/vars</c>), the struct alone,
/// several of them one after the other. Only keys, numbers and arrays of numbers are looked at, byte by byte, and nothing is nested.
/// </summary>
internal sealed class MemStatsText(Stream stream)
{
    /// <summary>Longest key of the struct, in bytes.</summary>
    private const int MostKey = 16;

    private readonly byte[] _buffer = new byte[Limits.BlockBytes];
    private readonly byte[] _key = new byte[MostKey];
    private int _at, _end;
    private int? _kept;

    /// <summary>Line ends so far.</summary>
    public long LineEnds { get; private set; }

    /// <summary>The error that ended reading early; null when the end was reached.</summary>
    public Exception? Failure { get; private set; }

    /// <summary>The next snapshot; null at the end. One ends where a field comes again.</summary>
    public MemStatsSnapshot? Read()
    {
        MemStatsSnapshot? snapshot = null;
        var fields = 0;
        while (TryKey(out var field))
        {
            if ((fields & (1 << (int)field)) != 0)
            {
                _kept = (int)field;
                return snapshot;
            }

            fields |= 1 << (int)field;
            ReadValue(snapshot ??= new MemStatsSnapshot(), field);
        }

        return snapshot;
    }

    private void ReadValue(MemStatsSnapshot snapshot, Field field)
    {
        switch (field)
        {
            case Field.Pauses: snapshot.PauseCount = ReadArray(snapshot.Pauses); break;
            case Field.Ends: snapshot.EndCount = ReadArray(snapshot.Ends); break;
            case Field.Cycles: snapshot.Cycles = ReadNumber(); break;
            case Field.Forced: snapshot.Forced = ReadNumber(); break;
            case Field.Total: snapshot.PauseTotal = ReadNumber(); break;
            case Field.Heap: snapshot.HeapBytes = ReadNumber(); break;
            case Field.Goal: snapshot.GoalBytes = ReadNumber(); break;
        }
    }

    /// <summary>Goes behind the colon of the next key that is looked for.</summary>
    private bool TryKey(out Field field)
    {
        if (_kept is { } kept)
        {
            (field, _kept) = ((Field)kept, null);
            return true;
        }

        field = default;
        while (Next() is var each and >= 0)
        {
            if (each != '"') continue;
            var length = 0;
            while (Next() is var letter and >= 0 && letter is not ('"' or '\n'))
            {
                if (letter == '\\') Next();
                if (length < MostKey) _key[length] = (byte)letter;
                length++;
            }

            if (length > MostKey || !TryFind(_key.AsSpan(0, length), out field)) continue;
            SkipBlanks();
            if (Peek() != ':') continue;
            Next();
            return true;
        }

        return false;
    }

    private static bool TryFind(ReadOnlySpan<byte> key, out Field field)
    {
        field = key switch
        {
            _ when key.SequenceEqual("PauseNs"u8) => Field.Pauses,
            _ when key.SequenceEqual("PauseEnd"u8) => Field.Ends,
            _ when key.SequenceEqual("NumGC"u8) => Field.Cycles,
            _ when key.SequenceEqual("NumForcedGC"u8) => Field.Forced,
            _ when key.SequenceEqual("PauseTotalNs"u8) => Field.Total,
            _ when key.SequenceEqual("HeapAlloc"u8) => Field.Heap,
            _ when key.SequenceEqual("NextGC"u8) => Field.Goal,
            _ => Field.None,
        };
        return field != Field.None;
    }

    /// <summary>An array of whole numbers; null when it is none. What is beyond the ring's length is counted only.</summary>
    private int? ReadArray(long[] values)
    {
        SkipBlanks();
        if (Peek() != '[') return null;
        Next();
        var count = 0;
        while (true)
        {
            SkipBlanks();
            if (Peek() == ',')
            {
                Next();
                continue;
            }

            if (ReadNumber() is not { } value) return Peek() == ']' ? count : null;
            if (count < values.Length) values[count] = value;
            count = Math.Min(count + 1, values.Length + 1);
        }
    }

    private long? ReadNumber()
    {
        SkipBlanks();
        long value = 0;
        var digits = 0;
        for (; Peek() is >= '0' and <= '9' and var digit; digits++, Next())
        {
            value = value > (long.MaxValue / 10) - 10 ? long.MaxValue : (value * 10) + (digit - '0');
        }

        return digits > 0 && value < long.MaxValue ? value : null;
    }

    private void SkipBlanks()
    {
        while (Peek() is ' ' or '\t' or '\r' or '\n') Next();
    }

    private int Peek()
    {
        if (_at < _end) return _buffer[_at];
        try
        {
            (_at, _end) = (0, stream.Read(_buffer));
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException)
        {
            Failure = exception;
            _end = 0;
        }

        return _end == 0 ? -1 : _buffer[0];
    }

    private int Next()
    {
        var each = Peek();
        if (each < 0) return each;
        if (each == '\n') LineEnds++;
        _at++;
        return each;
    }

    private enum Field
    {
        None,
        Pauses,
        Ends,
        Cycles,
        Forced,
        Total,
        Heap,
        Goal,
    }
}
