namespace Unpause.Recordings.Readers.Jvm.Jstat;

/// <summary>The columns of jstat that are read. Others are known by their names only.</summary>
internal enum JstatColumn
{
    Other,
    Timestamp,
    OldPercent,
    Survivor0,
    Survivor1,
    Eden,
    Old,
    Survivor0Capacity,
    Survivor1Capacity,
    EdenCapacity,
    OldCapacity,
    YoungCount,
    YoungTime,
    FullCount,
    FullTime,
    ConcurrentCount,
    ConcurrentTime,
    Total,
}

/// <summary>
/// The header of jstat's output, which names its columns: of <c>-gc</c>, <c>-gcutil</c>, <c>-gccause</c>, <c>-gcnew</c> and <c>-gcold</c>,
/// with or without <c>-t</c>. Source: OpenJDK, jdk.jcmd/share/classes/sun/tools/jstat/resources/jstat_options (JDK 7 to 25).
/// </summary>
internal sealed class JstatColumns
{
    /// <summary>Columns of a line that are looked at; the widest output has 20.</summary>
    private const int Most = 32;

    private static readonly (byte[] Name, JstatColumn Column)[] Names =
    [
        .. new (string, JstatColumn)[]
        {
            ("Timestamp", JstatColumn.Timestamp),
            ("S0", JstatColumn.Other), ("S1", JstatColumn.Other), ("E", JstatColumn.Other), ("O", JstatColumn.OldPercent),
            ("M", JstatColumn.Other), ("P", JstatColumn.Other), ("CCS", JstatColumn.Other),
            ("S0C", JstatColumn.Survivor0Capacity), ("S1C", JstatColumn.Survivor1Capacity),
            ("S0U", JstatColumn.Survivor0), ("S1U", JstatColumn.Survivor1),
            ("EC", JstatColumn.EdenCapacity), ("EU", JstatColumn.Eden), ("OC", JstatColumn.OldCapacity), ("OU", JstatColumn.Old),
            ("MC", JstatColumn.Other), ("MU", JstatColumn.Other), ("PC", JstatColumn.Other), ("PU", JstatColumn.Other),
            ("CCSC", JstatColumn.Other), ("CCSU", JstatColumn.Other),
            ("TT", JstatColumn.Other), ("MTT", JstatColumn.Other), ("DSS", JstatColumn.Other),
            ("YGC", JstatColumn.YoungCount), ("YGCT", JstatColumn.YoungTime),
            ("FGC", JstatColumn.FullCount), ("FGCT", JstatColumn.FullTime),
            ("CGC", JstatColumn.ConcurrentCount), ("CGCT", JstatColumn.ConcurrentTime),
            ("GCT", JstatColumn.Total), ("LGCC", JstatColumn.Other), ("GCC", JstatColumn.Other),
        }.Select(row => (System.Text.Encoding.ASCII.GetBytes(row.Item1), row.Item2)),
    ];

    private readonly JstatColumn[] _columns;

    private JstatColumns(JstatColumn[] columns) => _columns = columns;

    private static ReadOnlySpan<byte> Mark => "GCT"u8;

    /// <summary>Reads a header; null when the line is none.</summary>
    public static JstatColumns? Read(ReadOnlySpan<byte> line)
    {
        if (line.IndexOf(Mark) < 0) return null;
        Span<JstatColumn> found = stackalloc JstatColumn[Most];
        var count = 0;
        while (TryTakeWord(ref line, out var word))
        {
            if (count == Most || Find(word) is not { } column) return null;
            found[count++] = column;
        }

        found = found[..count];
        // Each word is a column of its own, and without a count with its time there is nothing to report.
        var known = Has(found, JstatColumn.YoungCount, JstatColumn.YoungTime) || Has(found, JstatColumn.FullCount, JstatColumn.FullTime)
            || Has(found, JstatColumn.ConcurrentCount, JstatColumn.ConcurrentTime);
        return known ? new JstatColumns(found.ToArray()) : null;
    }

    /// <summary>Whether another header names the same columns.</summary>
    public bool Equal(JstatColumns other) => _columns.AsSpan().SequenceEqual(other._columns);

    /// <summary>Reads a row; false when the line is none.</summary>
    public bool TryRead(ReadOnlySpan<byte> line, out JstatRow row)
    {
        row = default;
        for (var i = 0; i < _columns.Length; i++)
        {
            // What stands behind the last number is the cause of a collection, in words (-gccause).
            if (!TryTakeWord(ref line, out var word) || !row.TrySet(_columns[i], word)) return false;
            if (_columns[i] == JstatColumn.Total) return true;
        }

        return line.IndexOfAnyExcept((byte)' ', (byte)'\t') < 0;
    }

    /// <summary>Whether a line has nothing but numbers: a row with too few or too many of them.</summary>
    public static bool LooksLikeRow(ReadOnlySpan<byte> line)
    {
        line = line.Trim(" \t"u8);
        return line.Length > 0 && line.IndexOfAnyExcept("0123456789.,- \t"u8) < 0 && line.IndexOfAny(" \t"u8) >= 0;
    }

    private static bool Has(ReadOnlySpan<JstatColumn> columns, JstatColumn count, JstatColumn time) =>
        columns.IndexOf(count) >= 0 && columns.IndexOf(time) >= 0;

    private static JstatColumn? Find(ReadOnlySpan<byte> word)
    {
        foreach (var (name, column) in Names)
        {
            if (word.SequenceEqual(name)) return column;
        }

        return null;
    }

    private static bool TryTakeWord(ref ReadOnlySpan<byte> line, out ReadOnlySpan<byte> word)
    {
        line = line.TrimStart(" \t"u8);
        var end = line.IndexOfAny((byte)' ', (byte)'\t');
        word = end < 0 ? line : line[..end];
        line = line[word.Length..];
        return word.Length > 0;
    }
}

/// <summary>The numbers of one row; null for a column that the output does not have or the collector does not fill (<c>-</c>).</summary>
internal struct JstatRow
{
    private const int NanosecondDigits = 9;
    private const int Kilobyte = 1024;

    // Milliseconds of the sizes' fraction: "1255.3" is in KB with one digit.
    private const int SizeDigits = 3;
    private const double Thousandth = 1e-3;

    /// <summary>Since the JVM's start.</summary>
    public long? Nanoseconds { get; private set; }

    /// <summary>Counts and times since the JVM's start.</summary>
    public CountAndTime Young, Full, Concurrent;

    /// <summary>In use in the young and the old generation.</summary>
    public long? UsedBytes { get; private set; }

    /// <summary>Of the young and the old generation.</summary>
    public long? CapacityBytes { get; private set; }

    /// <summary>How much of the old generation's capacity is in use.</summary>
    public double? OldPercent { get; private set; }

    /// <summary>Takes the text of a column; false when it is no number.</summary>
    public bool TrySet(JstatColumn column, ReadOnlySpan<byte> text)
    {
        if (text.SequenceEqual("-"u8)) return true;
        var cursor = new Utf8Cursor(text);
        var digits = column switch
        {
            JstatColumn.YoungCount or JstatColumn.FullCount or JstatColumn.ConcurrentCount => 0,
            JstatColumn.Timestamp or JstatColumn.YoungTime or JstatColumn.FullTime or JstatColumn.ConcurrentTime => NanosecondDigits,
            _ => SizeDigits,
        };
        if (!cursor.TryTakeFixed(digits, out var value) || !cursor.AtEnd) return false;
        switch (column)
        {
            case JstatColumn.Timestamp:
                Nanoseconds = value;
                return value <= Limits.LongestNanoseconds;
            case JstatColumn.YoungCount: Young.Count = value; break;
            case JstatColumn.YoungTime: Young.Nanoseconds = value; break;
            case JstatColumn.FullCount: Full.Count = value; break;
            case JstatColumn.FullTime: Full.Nanoseconds = value; break;
            case JstatColumn.ConcurrentCount: Concurrent.Count = value; break;
            case JstatColumn.ConcurrentTime: Concurrent.Nanoseconds = value; break;
            case JstatColumn.OldPercent: OldPercent = value * Thousandth; break;
            case JstatColumn.Survivor0 or JstatColumn.Survivor1 or JstatColumn.Eden or JstatColumn.Old:
                return TryAddSize(value, UsedBytes, out var used) && (UsedBytes = used) >= 0;
            case JstatColumn.Survivor0Capacity or JstatColumn.Survivor1Capacity or JstatColumn.EdenCapacity or JstatColumn.OldCapacity:
                return TryAddSize(value, CapacityBytes, out var capacity) && (CapacityBytes = capacity) >= 0;
        }

        return value <= Limits.LongestNanoseconds;
    }

    private static bool TryAddSize(long thousandths, long? before, out long bytes)
    {
        bytes = 0;
        if (thousandths > Limits.HeapBytes) return false;
        bytes = (before ?? 0) + (long)Math.Round(thousandths * Thousandth * Kilobyte);
        return bytes <= Limits.HeapBytes;
    }
}

/// <summary>How many collections of a kind there were since the JVM's start, and how long they took; null without columns.</summary>
internal struct CountAndTime
{
    public long? Count, Nanoseconds;

    /// <summary>Whether both are known.</summary>
    public readonly bool IsKnown => Count is not null && Nanoseconds is not null;
}
