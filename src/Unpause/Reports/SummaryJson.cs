using System.Text.Json;
using Unpause.Analysis;
using Unpause.Diagnosis;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>The contract's <c>pauses</c>, <c>stops</c>, <c>stalls</c>, <c>assists</c>, <c>collections</c>, <c>heap</c> and <c>collector</c>.</summary>
internal static class SummaryJson
{
    public static void Write(Utf8JsonWriter json, Summary summary, IReadOnlyList<InducedCall>? inducedBy)
    {
        WritePauses(json, summary.Pauses);
        WriteStops(json, summary.Stops);
        WriteStalls(json, summary.Stalls);
        WriteAssists(json, summary.Assists);
        WriteCollections(json, summary.Collections, inducedBy);
        WriteHeap(json, summary);
        CollectorJson.Write(json, summary.Collector);
    }

    private static void WritePauses(Utf8JsonWriter json, PauseSummary pauses)
    {
        json.WriteStartObject("pauses");
        json.WriteNumber("count", pauses.Count);
        json.WriteMilliseconds("total_ms", pauses.TotalNanoseconds);
        json.WriteMilliseconds("mean_ms", pauses.MeanNanoseconds);
        json.WriteMilliseconds("max_ms", pauses.MaxNanoseconds);
        json.WriteMilliseconds("p50_ms", pauses.P50Nanoseconds);
        json.WriteMilliseconds("p90_ms", pauses.P90Nanoseconds);
        json.WriteMilliseconds("p99_ms", pauses.P99Nanoseconds);
        json.WriteMilliseconds("p999_ms", pauses.P999Nanoseconds);
        json.WriteRounded("throughput_percent", pauses.ThroughputPercent, 4);
        json.WriteEndObject();
    }

    private static void WriteStops(Utf8JsonWriter json, StopSummary? stops)
    {
        if (stops is null)
        {
            json.WriteNull("stops");
            return;
        }

        json.WriteStartObject("stops");
        json.WriteNumber("count", stops.Count);
        json.WriteMilliseconds("total_ms", stops.TotalNanoseconds);
        json.WriteMilliseconds("max_ms", stops.MaxNanoseconds);
        json.WriteMilliseconds("p99_ms", stops.P99Nanoseconds);
        json.WriteMilliseconds("time_to_safepoint_total_ms", stops.TimeToSafepointTotalNanoseconds);
        json.WriteMilliseconds("outside_pauses_ms", stops.OutsidePausesNanoseconds);
        json.WriteRounded("throughput_percent", stops.ThroughputPercent, 4);
        json.WriteEndObject();
    }

    private static void WriteStalls(Utf8JsonWriter json, IReadOnlyList<StallSummary> stalls)
    {
        json.WriteStartArray("stalls");
        foreach (var stall in stalls)
        {
            json.WriteStartObject();
            json.WriteString("name", stall.Name);
            json.WriteNumber("count", stall.Count);
            json.WriteMilliseconds("total_ms", stall.TotalNanoseconds);
            json.WriteMilliseconds("max_ms", stall.MaxNanoseconds);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WriteAssists(Utf8JsonWriter json, AssistSummary? assists)
    {
        if (assists is null)
        {
            json.WriteNull("assists");
            return;
        }

        json.WriteStartObject("assists");
        json.WriteNumber("collections", assists.Collections);
        json.WriteMilliseconds("thread_time_total_ms", assists.TotalNanoseconds);
        json.WriteMilliseconds("thread_time_max_ms", assists.MaxNanoseconds);
        json.WriteEndObject();
    }

    private static void WriteCollections(Utf8JsonWriter json, CollectionSummary collections, IReadOnlyList<InducedCall>? inducedBy)
    {
        json.WriteStartObject("collections");
        json.WriteNumber("count", collections.Count);
        json.WriteNumber("induced", collections.Induced);
        json.WriteStartArray("by_generation");
        foreach (var generation in collections.ByGeneration) WriteGeneration(json, generation);
        json.WriteEndArray();
        CollectorJson.WriteKinds(json, collections.ByKind);
        json.WriteStartArray("by_cause");
        foreach (var cause in collections.ByCause) WriteCause(json, cause);
        json.WriteEndArray();
        json.WriteStartArray("by_phase");
        foreach (var phase in collections.ByPhase) WritePhase(json, phase);
        json.WriteEndArray();
        WriteInducedBy(json, inducedBy);
        json.WriteEndObject();
    }

    private static void WriteInducedBy(Utf8JsonWriter json, IReadOnlyList<InducedCall>? calls)
    {
        if (calls is null)
        {
            json.WriteNull("induced_by");
            return;
        }

        json.WriteStartArray("induced_by");
        foreach (var call in calls)
        {
            var chain = InducedChain.Of(call);
            json.WriteStartObject();
            json.WriteNumber("count", chain.Count);
            json.WriteString("origin", chain.Origin);
            json.WriteString("asked_by", chain.AskedBy);
            json.WriteString("reason", chain.Reason);
            JsonReportWriter.WriteStrings(json, "steps", chain.Steps);
            JsonReportWriter.WriteStrings(json, "stack", call.Stack);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WriteGeneration(Utf8JsonWriter json, GenerationSummary generation)
    {
        json.WriteStartObject();
        json.WriteString("generation", generation.Generation);
        json.WriteNumber("count", generation.Count);
        json.WriteNumber("blocking", generation.Blocking);
        json.WriteNumber("background", generation.Background);
        json.WriteNumber("induced", generation.Induced);
        json.WriteMilliseconds("pause_total_ms", generation.PauseTotalNanoseconds);
        json.WriteMilliseconds("pause_mean_ms", generation.PauseMeanNanoseconds);
        json.WriteMilliseconds("pause_max_ms", generation.PauseMaxNanoseconds);
        json.WriteEndObject();
    }

    private static void WriteCause(Utf8JsonWriter json, CauseSummary cause)
    {
        json.WriteStartObject();
        json.WriteString("cause", cause.Cause);
        json.WriteString("runtime_cause", cause.RuntimeCause);
        json.WriteNumber("count", cause.Count);
        json.WriteMilliseconds("pause_total_ms", cause.PauseTotalNanoseconds);
        json.WriteMilliseconds("pause_max_ms", cause.PauseMaxNanoseconds);
        json.WriteEndObject();
    }

    private static void WritePhase(Utf8JsonWriter json, PhaseSummary phase)
    {
        json.WriteStartObject();
        json.WriteString("phase", phase.Phase);
        json.WriteBoolean("concurrent", phase.Concurrent);
        json.WriteNumber("count", phase.Count);
        json.WriteMilliseconds("total_ms", phase.TotalNanoseconds);
        json.WriteMilliseconds("mean_ms", phase.MeanNanoseconds);
        json.WriteMilliseconds("max_ms", phase.MaxNanoseconds);
        json.WriteEndObject();
    }

    private static void WriteHeap(Utf8JsonWriter json, Summary summary)
    {
        var heap = summary.Heap;
        json.WriteStartObject("heap");
        json.WriteNumberOrNull("max_bytes", heap.MaxBytes);
        json.WriteNumberOrNull("peak_bytes", heap.PeakBytes);
        json.WriteNumberOrNull("live_set_bytes", heap.LiveSetBytes);
        json.WriteNumberOrNull("allocated_bytes", heap.AllocatedBytes);
        json.WriteRounded("allocation_rate_bytes_per_s", heap.AllocationRateBytesPerSecond, 0);
        json.WriteRounded("promotion_rate_bytes_per_s", heap.PromotionRateBytesPerSecond, 0);
        CollectorJson.WriteSpaces(json, summary.Spaces);
        json.WriteEndObject();
    }
}
