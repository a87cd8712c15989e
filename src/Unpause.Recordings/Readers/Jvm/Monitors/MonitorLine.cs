namespace Unpause.Recordings.Readers.Jvm.Monitors;

/// <summary>
/// A line about collections that an application's own monitor wrote. Sources: Elasticsearch, JvmGcMonitorService (versions 1 to 9, also
/// OpenSearch); Hadoop, JvmPauseMonitor (also HBase, ZooKeeper); Ratis, JvmPauseMonitor (0.5 to 3, also Ozone, Alluxio, IoTDB);
/// Cassandra, GCInspector (1.2 to 5); Ignite, the detector of pauses; airlift, JmxGcMonitor (Presto from 0.197 on, Trino).
/// </summary>
/// <param name="Kind">What it says.</param>
/// <param name="Monitor">Whose line it is.</param>
/// <param name="Nanoseconds">The length: of a collection, of several together, or of a pause.</param>
internal readonly record struct MonitorLine(MonitorLineKind Kind, string Monitor, long Nanoseconds)
{
    public const string Elasticsearch = "Elasticsearch", Hadoop = "Hadoop's JvmPauseMonitor", Ratis = "Ratis' JvmPauseMonitor",
        Cassandra = "Cassandra", Ignite = "Ignite", Airlift = "Trino or Presto (JmxGcMonitor)";

    /// <summary>How many collections took this long together.</summary>
    public long Collections { get; init; } = 1;

    /// <summary>The collector's name, of the table; null for a pause.</summary>
    public MonitoredPool? Pool { get; init; }

    /// <summary>The maximum heap size; null where the line has none.</summary>
    public long? HeapMaximumBytes { get; init; }

    /// <summary>How long the application ran since the last major collection; null for more than a day, or if not logged.</summary>
    public long? ApplicationNanoseconds { get; init; }

    private static ReadOnlySpan<byte> ElasticMark => "[gc]["u8;

    // "(eg GC): pause of approximately 2101ms", Cloudera's "(e.g. a stop the world GC, or JVM not scheduled): paused approximately 1011ms",
    // Ratis' "(eg GC): pause of approximately 160745200ns. No GCs detected." and, from 2.5 on, "approximately 93.265s without any GCs.".
    private static ReadOnlySpan<byte> PauseMark => "Detected pause in JVM or host machine "u8;

    private static ReadOnlySpan<byte> PoolMark => "GC pool '"u8;

    private static ReadOnlySpan<byte> NoneMark => "No GCs detected"u8;

    private static ReadOnlySpan<byte> WithoutMark => "s without any GCs"u8;

    private static ReadOnlySpan<byte> CassandraMark => "GCInspector"u8;

    private static ReadOnlySpan<byte> IgniteMark => "Possible too long JVM pause: "u8;

    private static ReadOnlySpan<byte> MajorMark => "Major GC: application "u8;

    private static ReadOnlySpan<byte> MinorMark => "Minor GC: duration "u8;

    /// <summary>The texts one of which each such line has, but for those that only follow another.</summary>
    public static bool HasMark(ReadOnlySpan<byte> text) =>
        text.IndexOf(ElasticMark) >= 0 || text.IndexOf(PauseMark) >= 0 || text.IndexOf(CassandraMark) >= 0
        || text.IndexOf(IgniteMark) >= 0 || text.IndexOf(MajorMark) >= 0 || text.IndexOf(MinorMark) >= 0;

    /// <summary>Reads a line; false when it is none of these.</summary>
    public static bool TryRead(ReadOnlySpan<byte> line, out MonitorLine read)
    {
        read = default;
        if (line.IndexOf(ElasticMark) is var elastic and >= 0) return TryReadElastic(line[(elastic + ElasticMark.Length)..], out read);
        if (line.IndexOf(PauseMark) is var pause and >= 0)
        {
            var cursor = new Utf8Cursor(line[pause..]);
            return cursor.TrySkipPast("approximately "u8) && TryReadPause(cursor.Rest, out read);
        }

        if (TryTakePool(ref line, out read)) return true;
        if (line.IndexOf(CassandraMark) is var cassandra and >= 0)
            return TryReadCassandra(line[(cassandra + CassandraMark.Length)..], out read);
        if (line.IndexOf(IgniteMark) is var ignite and >= 0)
            return TryReadMilliseconds(line[(ignite + IgniteMark.Length)..], MonitorLineKind.Pause, Ignite, out read);
        if (line.IndexOf(MajorMark) is var major and >= 0) return TryReadMajor(line[major..], out read);
        if (line.IndexOf(MinorMark) is var minor and >= 0)
        {
            if (!TryReadMilliseconds(line[(minor + MinorMark.Length)..], MonitorLineKind.Notification, Airlift, out read)) return false;
            read = read with { Pool = MonitoredPool.Find(line[minor..]) };
            return true;
        }

        if (line.IndexOf(NoneMark) < 0) return false;
        read = new(MonitorLineKind.NoCollection, Hadoop, 0);
        return true;
    }

    /// <summary>
    /// After the mark, <c>young][1234][56] duration [769ms], collections [1]/[1.2s], total […]/[…], memory [6.7gb]->[5.7gb]/[15.8gb]</c> or
    /// <c>1234] overhead, spent [500ms] collecting in the last [1s]</c>.
    /// </summary>
    private static bool TryReadElastic(ReadOnlySpan<byte> text, out MonitorLine read)
    {
        read = default;
        var cursor = new Utf8Cursor(text);
        if (text.IndexOf("] overhead, spent ["u8) is var overhead and >= 0)
        {
            cursor.Position = overhead + "] overhead, spent ["u8.Length;
            if (!MonitorUnits.TryTakeTime(ref cursor, out var spent)) return false;
            read = new(MonitorLineKind.Share, Elasticsearch, spent);
            return true;
        }

        if (MonitoredPool.Find(text) is not { } pool) return false;
        if (!cursor.TrySkipPast("] duration ["u8) || !MonitorUnits.TryTakeTime(ref cursor, out var length)) return false;
        if (!cursor.TryTake(", collections ["u8) || !cursor.TryTakeInteger(out var count) || count < 1) return false;
        if (!cursor.TryTake((byte)']')) return false;
        long? most = null;
        if (cursor.TrySkipPast(", memory ["u8) && cursor.TrySkipPast("]/["u8) && MonitorUnits.TryTakeSize(ref cursor, out var bytes))
            most = bytes;
        read = new(MonitorLineKind.Collections, Elasticsearch, length) { Collections = count, Pool = pool, HeapMaximumBytes = most };
        return true;
    }

    /// <summary>The length that a pause's line has: <c>2101ms</c>; of Ratis <c>160745200ns</c> or <c>93.265s</c>.</summary>
    private static bool TryReadPause(ReadOnlySpan<byte> text, out MonitorLine read)
    {
        const int Digits = 9;
        if (TryReadMilliseconds(text, MonitorLineKind.Pause, Hadoop, out read)) return true;
        var cursor = new Utf8Cursor(text);
        if (!cursor.TryTakeInteger(out var length) || !cursor.TryTake("ns"u8))
        {
            cursor.Position = 0;
            if (!cursor.TryTakeFixed(Digits, out length) || !cursor.TryTake((byte)'s')) return false;
        }

        if (length is < 0 or > Limits.PauseNanoseconds) return false;
        read = new(MonitorLineKind.Pause, Ratis, length);
        return true;
    }

    /// <summary>
    /// From its mark, <c>Major GC: application 51ms, stopped 9101ms: 49.47GB -> 49.35GB</c>. The sizes are of all memory pools together,
    /// with those outside of the heap.
    /// </summary>
    private static bool TryReadMajor(ReadOnlySpan<byte> text, out MonitorLine read)
    {
        read = default;
        var cursor = new Utf8Cursor(text[MajorMark.Length..]);
        if (!cursor.TryTakeInteger(out var ran) || ran < 0 || !cursor.TryTake("ms, stopped "u8)) return false;
        if (!TryReadMilliseconds(cursor.Rest, MonitorLineKind.Notification, Airlift, out read)) return false;
        long? application = ran <= Limits.PauseNanoseconds / 1_000_000 ? ran * 1_000_000 : null;
        read = read with { Pool = MonitoredPool.Find(text), ApplicationNanoseconds = application };
        return true;
    }

    /// <summary><c>2101ms</c>, <c>5123 milliseconds</c>.</summary>
    private static bool TryReadMilliseconds(ReadOnlySpan<byte> text, MonitorLineKind kind, string monitor, out MonitorLine read)
    {
        read = default;
        var cursor = new Utf8Cursor(text);
        if (!cursor.TryTakeInteger(out var milliseconds) || milliseconds is < 0 or > Limits.PauseNanoseconds / 1_000_000) return false;
        cursor.SkipSpaces();
        if (!cursor.TryTake("m"u8)) return false;
        read = new(kind, monitor, milliseconds * 1_000_000);
        return true;
    }

    /// <summary>Takes the next <c>GC pool 'ParNew' had collection(s): count=1 time=2257ms</c> of a line.</summary>
    public static bool TryTakePool(ref ReadOnlySpan<byte> text, out MonitorLine read)
    {
        read = default;
        if (text.IndexOf(PoolMark) is not (>= 0 and var at)) return false;
        text = text[(at + PoolMark.Length)..];
        if (MonitoredPool.Find(text) is not { } pool) return false;
        var cursor = new Utf8Cursor(text);
        if (!cursor.TrySkipPast("count="u8) || !cursor.TryTakeInteger(out var count) || count < 1) return false;
        if (!cursor.TrySkipPast("time="u8)) return false;
        if (!TryReadMilliseconds(cursor.Rest, MonitorLineKind.PoolOfPause, Hadoop, out read)) return false;
        read = read with { Collections = count, Pool = pool };
        return true;
    }

    /// <summary>Whether a line says that no collection ran during the pause that it or the line before reports.</summary>
    public static bool DeniesCollections(ReadOnlySpan<byte> line) => line.IndexOf(NoneMark) >= 0 || line.IndexOf(WithoutMark) >= 0;

    /// <summary>
    /// After the mark, <c>.java:284 - G1 Young Generation GC in 769ms. …</c>, or up to 2.0 <c>.java (line 119) GC for ParNew: 234 ms for 1
    /// collections, 2131 used; max is 8000</c>.
    /// </summary>
    private static bool TryReadCassandra(ReadOnlySpan<byte> text, out MonitorLine read)
    {
        read = default;
        if (text.IndexOf("GC for "u8) is var old and >= 0)
        {
            text = text[(old + "GC for "u8.Length)..];
            var cursor = new Utf8Cursor(text);
            if (MonitoredPool.Find(text) is not { } pool || !cursor.TrySkipPast(": "u8)) return false;
            if (!TryReadMilliseconds(cursor.Rest, MonitorLineKind.Collections, Cassandra, out read)) return false;
            if (!cursor.TrySkipPast(" for "u8) || !cursor.TryTakeInteger(out var count) || count < 1) return false;
            if (!cursor.TryTake(" collections"u8)) return false;
            long? most = cursor.TrySkipPast("max is "u8) && cursor.TryTakeInteger(out var bytes) && bytes > 0 ? bytes : null;
            read = read with { Collections = count, Pool = pool, HeapMaximumBytes = most };
            return true;
        }

        if (text.IndexOf(" GC in "u8) is not (>= 0 and var at)) return false;
        var name = text[..at];
        if (name.LastIndexOf("- "u8) is var dash and >= 0) name = name[(dash + 2)..];
        if (MonitoredPool.Find(name.TrimStart((byte)' ')) is not { } collector) return false;
        if (!TryReadMilliseconds(text[(at + " GC in "u8.Length)..], MonitorLineKind.Notification, Cassandra, out read)) return false;
        read = read with { Pool = collector };
        return true;
    }
}

/// <summary>What a monitor's line says.</summary>
internal enum MonitorLineKind
{
    /// <summary>One or more collections, and how long all of them stopped the application, as the JVM adds it up.</summary>
    Collections,

    /// <summary>One collection, from its beginning to its end; for a concurrent one that is no pause.</summary>
    Notification,

    /// <summary>A thread that slept woke up too late: the JVM or the host was stopped.</summary>
    Pause,

    /// <summary>Collections during the pause of the line before.</summary>
    PoolOfPause,

    /// <summary>There was no collection during the pause of the line before.</summary>
    NoCollection,

    /// <summary>How much of the last second collections took.</summary>
    Share,
}
