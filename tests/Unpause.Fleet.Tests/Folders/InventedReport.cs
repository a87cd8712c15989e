using System.Globalization;
using System.Text.Json.Nodes;
using Unpause.Fleet.Tests.ClickHouse;

namespace Unpause.Fleet.Tests.Folders;

/// <summary>A small report of one process, with the fields that the index reads.</summary>
internal sealed record InventedReport
{
    /// <summary>A time after all invented reports.</summary>
    public static DateTimeOffset Later { get; } = new(2026, 12, 1, 0, 0, 0, TimeSpan.Zero);

    public string Schema { get; init; } = "unpause.report/1";

    public string? Service { get; init; } = "orders";

    public string? Version { get; init; } = "1.0";

    public string? Host { get; init; } = "web-1";

    public long? Pid { get; init; } = 42;

    public string? RunId { get; init; } = Guid.NewGuid().ToString("N");

    public DateTimeOffset Start { get; init; } = new(2026, 10, 1, 10, 0, 0, TimeSpan.Zero);

    public double DurationMs { get; init; } = 600_000;

    public double StopMs { get; init; } = 3000;

    public long? Processors { get; init; } = 4;

    public double? LostMs { get; init; }

    public string Finding { get; init; } = "starved-collector";

    public double ExplainedMs { get; init; } = 2000;

    public string? OtherFinding { get; init; }

    public double OtherExplainedMs { get; init; }

    public string Runtime { get; init; } = "jvm";

    public string MaxHeapSize { get; init; } = "1g";

    public long? LiveSet { get; init; } = 1000;

    public long HeapLimit { get; init; } = 4000;

    public long? AllocatedBytes { get; init; } = 6000;

    public string Setting { get; init; } = "cpu=2";

    public string Title { get; init; } = "GC threads were starved";

    public double StopAtMs { get; init; } = 1000;

    /// <summary>All its stops, in nanoseconds, in place of three of <see cref="StopMs"/> in all.</summary>
    public IReadOnlyList<long>? Stops { get; init; }

    /// <summary>The sample of traces, as JSON; null for none.</summary>
    public JsonNode? TraceSample { get; init; }

    /// <summary>A sample of traces, which start one after the other.</summary>
    /// <param name="traces">Ids, and for how long each was stopped in milliseconds.</param>
    public static JsonObject SampleOf(params (UInt128 Id, double StoppedMs)[] traces) => new()
    {
        ["requests"] = traces.Length, ["below"] = 1, ["started_at"] = "2026-10-01T10:00:00.5Z",
        ["trace_ids"] = new JsonArray(
            [.. traces.Select(trace => JsonValue.Create(trace.Id.ToString("x32", CultureInfo.InvariantCulture)))]),
        ["start_ms"] = new JsonArray([.. traces.Select((_, i) => JsonValue.Create(i * 4_000.0))]),
        ["duration_ms"] = new JsonArray([.. traces.Select(trace => JsonValue.Create(20 + trace.StoppedMs))]),
        ["stopped_ms"] = new JsonArray([.. traces.Select(trace => JsonValue.Create(trace.StoppedMs))]),
    };

    public string Json()
    {
        var known = Stops is null ? null : MadeRuns.StopsOf(Stops);
        var (count, stop, max) = known is null ? (3, StopMs, StopMs / 2) : (known.Count, known.SumSeconds * 1e3, known.MaxSeconds * 1e3);
        int[] indexes = known is null ? [300, 310] : [.. known.Indexes.Select(index => (int)index)];
        long[] counts = known?.Counts ?? [1, 2];
        var pauses = new JsonObject
        {
            ["count"] = count, ["total_ms"] = stop, ["max_ms"] = max,
            ["histogram"] = new JsonObject
            {
                ["scale"] = 5,
                ["all"] = new JsonObject
                {
                    ["count"] = count, ["sum_ms"] = stop, ["max_ms"] = max, ["zero_count"] = 0,
                    ["indexes"] = new JsonArray([.. indexes.Select(index => JsonValue.Create(index))]),
                    ["counts"] = new JsonArray([.. counts.Select(number => JsonValue.Create(number))]),
                },
            },
            ["longest"] = new JsonArray(new JsonObject { ["duration_ms"] = max, ["start_ms"] = StopAtMs, ["cause"] = "alloc" }),
        };
        var process = new JsonObject
        {
            ["source"] = new JsonObject
            {
                ["runtime"] = Runtime, ["runtime_version"] = "21", ["collector"] = "G1", ["pid"] = Pid,
                    ["command"] = "/usr/bin/java -Xmx1g -jar /app/orders.jar",
                ["started_at"] = Start.UtcDateTime.ToString("O", CultureInfo.InvariantCulture), ["duration_ms"] = DurationMs,
                ["clock"] = new JsonObject { ["uncertainty_ms"] = 1 }, ["settings"] = new JsonObject { ["MaxHeapSize"] = MaxHeapSize },
                ["identity"] = new JsonObject
                {
                    ["run_id"] = RunId, ["host"] = Host, ["service"] = Service, ["version"] = Version, ["processors"] = Processors,
                },
            },
            ["pauses"] = pauses,
            ["stops"] = null,
            ["collections"] = new JsonObject { ["count"] = count },
            ["heap"] = new JsonObject { ["live_set_bytes"] = LiveSet, ["limit_bytes"] = HeapLimit, ["allocated_bytes"] = AllocatedBytes },
        };
        var finding = new JsonObject
        {
            ["id"] = Finding, ["process"] = 0, ["title"] = Title, ["symptom_of"] = null,
            ["explains"] = new JsonObject { ["total_ms"] = ExplainedMs }, ["savings_max_ms"] = 1000,
            ["advice"] = new JsonArray(new JsonObject { ["text"] = "Give it CPUs", ["setting"] = Setting }),
        };
        var findings = new JsonArray(finding);
        if (OtherFinding is not null)
        {
            var other = finding.DeepClone();
            (other["id"], other["explains"]!["total_ms"]) = (OtherFinding, OtherExplainedMs);
            findings.Add(other);
        }

        var requests = LostMs is null && TraceSample is null ? null : new JsonObject
        {
            ["count"] = 1000, ["slow"] = 10, ["slow_because_of_gc"] = 5, ["lost_ms"] = LostMs,
            ["processes"] = new JsonArray(new JsonObject
            {
                ["process"] = 0, ["count"] = 1000, ["trace_sample"] = TraceSample?.DeepClone(),
            }),
        };
        return new JsonObject
        {
            ["schema"] = Schema, ["tool_version"] = "0.3.0", ["verdict"] = "v", ["processes"] = new JsonArray(process),
            ["findings"] = findings, ["requests"] = requests,
        }.ToJsonString();
    }
}
