using System.Globalization;

namespace Unpause.Services.Watch.Judging;

/// <summary>What <c>unpause report</c> says of a kept ring, in its own words.</summary>
/// <param name="Sentence">The verdict.</param>
internal sealed record RingVerdict(string Sentence)
{
    /// <summary>The longest stop with its explanation; null where there is none.</summary>
    public string? LongestStop { get; init; }

    /// <summary>The first finding's title; null without one.</summary>
    public string? Cause { get; init; }

    /// <summary>Its id, for <c>unpause explain</c>.</summary>
    public string? CauseId { get; init; }

    /// <summary>What to change.</summary>
    public string? Change { get; init; }

    /// <summary>The exact setting or code of it.</summary>
    public string? Setting { get; init; }

    /// <summary>Requests, and how many of the slow ones are because of GC; null without requests.</summary>
    public RequestFigures? Requests { get; init; }

    /// <summary>The trace of the slowest request that would not be slow without GC; null where none is known.</summary>
    public UInt128? SlowestTrace { get; init; }

    /// <summary>The findings.</summary>
    public FoundRules Findings { get; init; } = FoundRules.None;

    /// <summary>Reads a report's JSON; null where it is none.</summary>
    public static RingVerdict? Read(ReadOnlySpan<byte> json)
    {
        try
        {
            var reader = new Utf8JsonReader(json);
            using var document = JsonDocument.ParseValue(ref reader);
            var root = document.RootElement;
            var finding = First(root, "findings");
            var advice = finding is { } found ? First(found, "advice") : null;
            var process = First(root, "processes");
            var longest = process is { } one && one.TryGetProperty("explanations", out var stops) ? First(stops) : null;
            return new RingVerdict(root.Text("verdict") ?? "")
            {
                Cause = finding is { } a ? a.Text("title") : null,
                CauseId = finding is { } b ? b.Text("id") : null,
                Change = advice is { } c ? c.Text("text") : null,
                Setting = advice is { } d ? d.Text("setting") ?? d.Text("code") : null,
                LongestStop = longest is { } e ? string.Join(": ", new[] { e.Text("what"), e.Text("why") }.OfType<string>()) : null,
                Requests = RequestsOf(root),
                SlowestTrace = SlowestTraceOf(root),
                Findings = FindingsOf(root),
            };
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return null;
        }
    }

    private static RequestFigures? RequestsOf(JsonElement root)
    {
        if (!root.TryGetProperty("requests", out var requests) || requests.ValueKind != JsonValueKind.Object) return null;
        var without = requests.TryGetProperty("without_gc", out var latency) ? latency : default;
        return new RequestFigures((long)(requests.Number("count") ?? 0), (long)(requests.Number("slow") ?? 0))
        {
            BecauseOfGc = (long?)requests.Number("slow_because_of_gc"),
            Low = (long?)requests.Number("slow_because_of_gc_low"),
            High = (long?)requests.Number("slow_because_of_gc_high"),
            PValue = requests.Number("p_value"),
            Sentence = requests.Text("verdict"),
            P99Ms = requests.Number("p99_ms"),
            WithoutGcMs = without.Number("p99_ms"),
            WithoutGcLowMs = without.Number("p99_low_ms"),
            WithoutGcHighMs = without.Number("p99_high_ms"),
        };
    }

    private static UInt128? SlowestTraceOf(JsonElement root)
    {
        if (!root.TryGetProperty("requests", out var requests) || requests.Number("slow_threshold_ms") is not { } slow
            || !requests.TryGetProperty("worst", out var worst) || worst.ValueKind != JsonValueKind.Array) return null;
        foreach (var one in worst.EnumerateArray())
        {
            if (!(one.Number("duration_ms") > slow && one.Number("without_gc_ms") <= slow)) continue;
            // Requests of a .NET recording have a number in place of a trace; ids of traces are random.
            if (UInt128.TryParse(one.Text("trace_id"), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var trace)
                && trace > ulong.MaxValue) return trace;
        }

        return null;
    }

    private static FoundRules FindingsOf(JsonElement root) =>
        root.TryGetProperty("findings", out var list) && list.ValueKind == JsonValueKind.Array
            ? new([.. list.EnumerateArray().Take(ServiceLimits.MostFindings)
                .Select(finding => new FoundRule(finding.Text("id") ?? "", finding.Text("severity") ?? "")
                {
                    ExplainedMs = ExplainedBy(finding),
                })])
            {
                StopMs = StopOf(root),
            }
            : FoundRules.None;

    /// <summary>The stop time that a finding explains in the first process, as a root cause: no two explain the same stop.</summary>
    private static double ExplainedBy(JsonElement finding) =>
        finding.Number("symptom_of") is null && finding.Number("process") is null or 0 && finding.TryGetProperty("explains", out var sum)
            ? Math.Max(0, sum.Number("total_ms") ?? 0)
            : 0;

    /// <summary>The stops for GC of the first process, as it felt them, else the pauses that the collector reports.</summary>
    private static double StopOf(JsonElement root)
    {
        if (First(root, "processes") is not { } process) return 0;
        if (process.TryGetProperty("stops", out var stops) && stops.ValueKind == JsonValueKind.Object
            && stops.TryGetProperty("gc_stops", out var felt) && felt.Number("total_ms") is { } total) return Math.Max(0, total);
        return process.TryGetProperty("pauses", out var pauses) ? Math.Max(0, pauses.Number("total_ms") ?? 0) : 0;
    }

    private static JsonElement? First(JsonElement of, string name) => of.TryGetProperty(name, out var list) ? First(list) : null;

    private static JsonElement? First(JsonElement list) =>
        list.ValueKind == JsonValueKind.Array && list.GetArrayLength() > 0 ? list[0] : null;
}

/// <summary>What a report says of requests.</summary>
/// <param name="Count">How many were judged.</param>
/// <param name="Slow">How many of them are slow.</param>
internal sealed record RequestFigures(long Count, long Slow)
{
    /// <summary>Slow requests because of GC; null when that is not significant.</summary>
    public long? BecauseOfGc { get; init; }

    /// <summary>The fewest.</summary>
    public long? Low { get; init; }

    /// <summary>The most.</summary>
    public long? High { get; init; }

    /// <summary>Of the overlap of pauses and slow requests.</summary>
    public double? PValue { get; init; }

    /// <summary>The attribution in one sentence.</summary>
    public string? Sentence { get; init; }

    /// <summary>The p99, in milliseconds.</summary>
    public double? P99Ms { get; init; }

    /// <summary>The p99 without GC, in milliseconds.</summary>
    public double? WithoutGcMs { get; init; }

    /// <summary>The p99 without GC at least, in milliseconds.</summary>
    public double? WithoutGcLowMs { get; init; }

    /// <summary>The p99 without GC at most, in milliseconds.</summary>
    public double? WithoutGcHighMs { get; init; }
}

/// <summary>A finding of a report.</summary>
/// <param name="Id">For <c>unpause explain</c>.</param>
/// <param name="Severity">How bad it is.</param>
internal readonly record struct FoundRule(string Id, string Severity)
{
    /// <summary>The stop time that it explains, in milliseconds.</summary>
    public double ExplainedMs { get; init; }
}

/// <summary>The findings of a report, which are equal when all of them are.</summary>
/// <param name="All">In the report's order.</param>
internal sealed record FoundRules(IReadOnlyList<FoundRule> All)
{
    /// <summary>No findings.</summary>
    public static readonly FoundRules None = new([]);

    /// <summary>All stop time of the report, in milliseconds.</summary>
    public double StopMs { get; init; }

    /// <inheritdoc/>
    public bool Equals(FoundRules? other) =>
        other is not null && StopMs.Equals(other.StopMs) && All.SequenceEqual(other.All);

    /// <inheritdoc/>
    public override int GetHashCode() => All.Aggregate(0, HashCode.Combine);
}
