namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>
/// The tables in the words of a server's version. Both have the same names, columns and order, so one batch and one query fit both.
/// A run replaces an older row with its key. Causes, long stops and traces count only with the run that was sent with them: their key and
/// <c>made</c> must be the run's. So a run is replaced as a whole, and what arrived without its run counts nowhere.
/// </summary>
/// <param name="IsNew">Whether the server has codecs, LowCardinality, TTL and DateTime64: since 20.8.</param>
internal sealed record ClickHouseDialect(bool IsNew)
{
    /// <summary>The table of runs.</summary>
    public const string Runs = "unpause_run";

    /// <summary>The table of causes.</summary>
    public const string Causes = "unpause_cause";

    /// <summary>The table of long stops.</summary>
    public const string Stops = "unpause_stop";

    /// <summary>The table of samples of traces: a row for each run, with lists that have an entry for each trace.</summary>
    public const string Traces = "unpause_trace";

    /// <summary>How long single stops and traces are kept: as raw events usually are. They only serve to find what coincides.</summary>
    public const int StopDays = 7;

    /// <summary>How long runs and causes are kept: two years have the same season twice.</summary>
    public const int RunDays = 730;

    private const int FirstNewMajor = 20, FirstNewMinor = 8;

    /// <summary>The dialect of a version as <c>SELECT version()</c> gives it.</summary>
    public static ClickHouseDialect Of(string version)
    {
        var parts = version.Split('.');
        return new(parts.Length > 1 && int.TryParse(parts[0], out var major) && int.TryParse(parts[1], out var minor)
            && (major, minor).CompareTo((FirstNewMajor, FirstNewMinor)) >= 0);
    }

    /// <summary>The statements that make the tables where they are not there yet.</summary>
    public IEnumerable<string> CreateTables() =>
    [
        $"""
        CREATE TABLE IF NOT EXISTS {Runs} (
          key Int64{Random}, made UInt64{Dense}, content UInt64{Random}, day Date, start Int64{Dense}, end Int64{Dense},{Moments}
          report String, idx Int64, host {Word}, service {Word}, version {Word}, process {Word}, runtime {Word},
          runtime_version {Word}, collector {Word}, settings {Word}, verdict String{Dense},
          covered_seconds Float64, processors Nullable(Int64), memory_limit Nullable(Int64),
          stops UInt64, stop_seconds Float64, max_seconds Float64, zero_stops UInt64,
          buckets Array(Int16){Dense}, counts Array(UInt64){Dense},
          collections UInt64, allocated_bytes Nullable(Float64), live_set Nullable(Int64), heap_peak Nullable(Int64),
          heap_limit Nullable(Int64), collector_cpu_seconds Nullable(Float64), requests Nullable(Int64), slow Nullable(Int64),
          slow_because_of_gc Nullable(Int64), lost_request_seconds Nullable(Float64)
        ) ENGINE = ReplacingMergeTree(made) PARTITION BY toYYYYMM(day) ORDER BY key{Expiry(RunDays)}
        """,
        $"""
        CREATE TABLE IF NOT EXISTS {Causes} (
          key Int64{Random}, made UInt64{Dense}, place UInt16, day Date, start Int64{Dense},
          service {Word}, runtime {Word}, process {Word}, report String, idx Int64,
          finding {Word}, title {Word}, advice {Word}, setting {Word},
          stop_seconds Float64, saves_seconds Nullable(Float64), lost_request_seconds Nullable(Float64),
          core_seconds Nullable(Float64), max_seconds Float64
        ) ENGINE = ReplacingMergeTree(made) PARTITION BY toYYYYMM(day) ORDER BY (key, made, place){Expiry(RunDays)}
        """,
        $"""
        CREATE TABLE IF NOT EXISTS {Stops} (
          key Int64{Random}, made UInt64{Dense}, place UInt16, day Date,
          service {Word}, host {Word}, process {Word}, report String, idx Int64,
          at Int64{Dense}, length Int64, clock_error Int64, cause {Word}
        ) ENGINE = ReplacingMergeTree(made) PARTITION BY day ORDER BY (key, made, place){Expiry(StopDays)}
        """,
        $"""
        CREATE TABLE IF NOT EXISTS {Traces} (
          key Int64{Random}, made UInt64{Dense}, day Date, service {Word}, report String, idx Int64,
          trace_high Array(UInt64){Random}, trace_low Array(UInt64){Random}, at Array(UInt64){Dense}, length Array(UInt64){Dense},
          stopped Array(UInt64){Dense}
        ) ENGINE = ReplacingMergeTree(made) PARTITION BY day ORDER BY (key, made){Expiry(StopDays)}
        """,
    ];

    private string Word => IsNew ? "LowCardinality(String)" : "String";

    private string Dense => IsNew ? " CODEC(ZSTD(1))" : "";

    // A hash has nothing to compress.
    private string Random => IsNew ? " CODEC(NONE)" : "";

    // For people who query the tables themselves; nothing is stored for it.
    private string Moments => IsNew
        ? "\n  start_time DateTime64(3, 'UTC') ALIAS fromUnixTimestamp64Milli(start, 'UTC'),"
            + "\n  end_time DateTime64(3, 'UTC') ALIAS fromUnixTimestamp64Milli(end, 'UTC'),"
        : "";

    private string Expiry(int days) => IsNew ? $"\nTTL day + INTERVAL {days} DAY SETTINGS ttl_only_drop_parts = 1" : "";
}
