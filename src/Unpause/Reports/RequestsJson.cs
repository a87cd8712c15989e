using System.Text.Json;
using Unpause.Analysis.Attribution;
using Unpause.Analysis.Holes;

namespace Unpause.Reports;

/// <summary>The contract's <c>requests</c>.</summary>
internal static class RequestsJson
{
    public static void Write(Utf8JsonWriter json, RequestReport? requests)
    {
        if (requests is null)
        {
            json.WriteNull("requests");
            return;
        }

        var attribution = requests.Attribution;
        json.WriteStartObject("requests");
        json.WriteString("outcome", Outcome(attribution.Outcome));
        json.WriteString("verdict", RequestTables.Verdict(attribution));
        WriteSources(json, requests);
        WriteCounts(json, attribution);
        WriteLatency(json, attribution.Measured);
        WriteWithout(json, attribution);
        json.WriteRounded("p_value", attribution.PValue, 6);
        WriteClocks(json, attribution);
        json.WriteStartArray("worst");
        foreach (var request in attribution.Worst) WriteWorst(json, request);
        json.WriteEndArray();
        json.WriteStartArray("holes");
        foreach (var hole in requests.Holes) WriteHole(json, hole);
        json.WriteEndArray();
        WriteExplanations(json, requests);
        json.WriteEndObject();
    }

    private static string Outcome(AttributionOutcome outcome) => outcome switch
    {
        AttributionOutcome.Judged => "judged",
        AttributionOutcome.ChanceNotExcluded => "chance-not-excluded",
        _ => "not-enough-evidence",
    };

    private static void WriteSources(Utf8JsonWriter json, RequestReport requests)
    {
        json.WriteStartArray("sources");
        foreach (var set in requests.Sets)
        {
            json.WriteStartObject();
            JsonReportWriter.WriteStrings(json, "files", set.Files);
            json.WriteString("format", set.Format);
            json.WriteNumber("requests", set.Requests.Count);
            json.WriteNumber("spans", set.Spans.Count);
            json.WriteNumberOrNull("lines", set.Coverage.Lines);
            json.WriteNumber("lines_not_understood", set.Coverage.LinesNotUnderstood);
            SourceJson.WriteCoverage(json, set.Coverage);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WriteCounts(Utf8JsonWriter json, RequestAttribution attribution)
    {
        json.WriteNumber("count", attribution.Count);
        json.WriteNumber("left_out", attribution.LeftOut);
        json.WriteMilliseconds("slow_threshold_ms", attribution.SlowThresholdNanoseconds);
        json.WriteNumber("slow", attribution.Measured.Slow);
        json.WriteRounded("slow_percent", attribution.Measured.SlowPercent, 6);
        json.WriteNumberOrNull("touched_by_gc", attribution.TouchedByGc);
        json.WriteNumberOrNull("slow_touched_by_gc", attribution.SlowTouchedByGc);
        json.WriteNumberOrNull("slow_because_of_gc", attribution.SlowBecauseOfGc);
        json.WriteNumberOrNull("slow_because_of_own_overlap", attribution.SlowBecauseOfOwnOverlap);
        json.WriteNumberOrNull("slow_queued_behind_gc", attribution.SlowQueuedBehindGc);
        json.WriteRounded("explained_percent", attribution.ExplainedPercent, 4);
        json.WriteNumberOrNull("slow_not_explained", attribution.NotExplained);
    }

    private static void WriteLatency(Utf8JsonWriter json, LatencyDistribution latency)
    {
        json.WriteMilliseconds("p50_ms", latency.P50Nanoseconds);
        json.WriteMilliseconds("p90_ms", latency.P90Nanoseconds);
        json.WriteMilliseconds("p99_ms", latency.P99Nanoseconds);
        json.WriteMilliseconds("p999_ms", latency.P999Nanoseconds);
        json.WriteMilliseconds("max_ms", latency.MaxNanoseconds);
    }

    /// <summary>The backlog-aware numbers, with the other end of the range inside.</summary>
    private static void WriteWithout(Utf8JsonWriter json, RequestAttribution attribution)
    {
        if (attribution is not { WithoutBacklog: { } backlog, WithoutOwnOverlap: { } overlap })
        {
            json.WriteNull("without_gc");
            return;
        }

        json.WriteStartObject("without_gc");
        WriteLatency(json, backlog);
        json.WriteRounded("slow_percent", backlog.SlowPercent, 6);
        json.WriteBoolean("upper_bound", attribution.UpperBound);
        json.WriteStartObject("own_overlap_only");
        WriteLatency(json, overlap);
        json.WriteRounded("slow_percent", overlap.SlowPercent, 6);
        json.WriteEndObject();
        json.WriteEndObject();
    }

    private static void WriteClocks(Utf8JsonWriter json, RequestAttribution attribution)
    {
        json.WriteStartArray("processes");
        foreach (var process in attribution.Processes)
        {
            json.WriteStartObject();
            json.WriteNumber("process", process.Recording);
            json.WriteNumber("count", process.Requests);
            json.WriteNumber("outside", process.Outside);
            json.WriteMilliseconds("clock_offset_ms", process.Clock.OffsetNanoseconds);
            json.WriteRounded("clock_drift_ppm", process.Clock.DriftPartsPerMillion, 3);
            json.WriteMilliseconds("clock_error_ms", process.Clock.ErrorBoundNanoseconds);
            json.WriteBoolean("clock_found_in_data", process.Clock.Applied);
            json.WriteBoolean("clock_shared", process.Clock.Shared);
            json.WriteString("queue", process.Queue.Discipline switch
            {
                QueueDiscipline.FirstComeFirstServed => "first-come-first-served",
                QueueDiscipline.Shared => "shared",
                _ => "unlimited",
            });
            json.WriteNumber("workers", process.Queue.Workers);
            json.WriteBoolean("queue_fits", process.Queue.Fits);
            json.WriteMilliseconds("outside_queue_ms", process.Queue.OutsideNanoseconds);
            json.WriteNumber("pauses", process.Pauses);
            json.WriteNumber("pauses_below_clock_error", process.PausesBelowErrorBound);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WriteWorst(Utf8JsonWriter json, WorstRequest request)
    {
        json.WriteStartObject();
        json.WriteNumber("process", request.Recording);
        json.WriteString("name", request.Name);
        json.WriteString("trace_id", request.TraceId);
        json.WriteString("started_at", SourceJson.Instant(request.StartUnixNanoseconds));
        json.WriteMilliseconds("duration_ms", request.DurationNanoseconds);
        json.WriteMilliseconds("paused_ms", request.StoppedNanoseconds);
        json.WriteMilliseconds("queued_behind_gc_ms", request.QueuedNanoseconds);
        json.WriteMilliseconds("without_gc_ms", request.WithoutGcNanoseconds);
        WriteCollections(json, request.Collections);
        json.WriteEndObject();
    }

    private static void WriteHole(Utf8JsonWriter json, ExplainedHole hole)
    {
        json.WriteStartObject();
        json.WriteNumber("process", hole.Recording);
        json.WriteString("trace_id", hole.TraceId);
        json.WriteString("span", hole.Name);
        json.WriteString("after", hole.After);
        json.WriteString("before", hole.Before);
        json.WriteBoolean("leaf", hole.Leaf);
        json.WriteString("started_at", SourceJson.Instant(hole.StartUnixNanoseconds));
        json.WriteMilliseconds("duration_ms", hole.DurationNanoseconds);
        json.WriteMilliseconds("explained_ms", hole.ExplainedNanoseconds);
        WriteCollections(json, hole.Collections);
        json.WriteEndObject();
    }

    private static void WriteCollections(Utf8JsonWriter json, IReadOnlyList<CollectionsInRequest> collections)
    {
        json.WriteStartArray("collections");
        foreach (var generation in collections)
        {
            json.WriteStartObject();
            json.WriteString("generation", generation.Generation);
            json.WriteNumber("count", generation.Count);
            json.WriteMilliseconds("paused_ms", generation.StoppedNanoseconds);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WriteExplanations(Utf8JsonWriter json, RequestReport requests)
    {
        json.WriteStartArray("explanations");
        foreach (var doubt in requests.Doubts) WriteExplanation(json, "warning", doubt);
        foreach (var explanation in requests.Attribution.Explanations)
        {
            WriteExplanation(json, explanation.Kind.ToString().ToLowerInvariant(), explanation.Text);
        }

        json.WriteEndArray();
    }

    private static void WriteExplanation(Utf8JsonWriter json, string kind, string text)
    {
        json.WriteStartObject();
        json.WriteString("kind", kind);
        json.WriteString("text", text);
        json.WriteEndObject();
    }
}
