using System.Text.Json;
using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>The contract's <c>collections.by_kind</c>, <c>heap.spaces</c> and <c>collector</c>.</summary>
internal static class CollectorJson
{
    public static void WriteKinds(Utf8JsonWriter json, IReadOnlyList<KindSummary> kinds)
    {
        json.WriteStartArray("by_kind");
        foreach (var kind in kinds)
        {
            json.WriteStartObject();
            json.WriteString("generation", kind.Generation);
            json.WriteString("kind", kind.Kind == CollectionKind.Background ? "background" : "blocking");
            json.WriteNumber("count", kind.Count);
            json.WriteNumber("induced", kind.Induced);
            json.WriteNumberOrNull("compacting", kind.Compacting);
            json.WriteNumber("pauses", kind.Pauses.Count);
            json.WriteMilliseconds("pause_total_ms", kind.Pauses.TotalNanoseconds);
            json.WriteMilliseconds("pause_mean_ms", kind.Pauses.MeanNanoseconds);
            json.WriteMilliseconds("pause_p50_ms", kind.Pauses.P50Nanoseconds);
            json.WriteMilliseconds("pause_p90_ms", kind.Pauses.P90Nanoseconds);
            json.WriteMilliseconds("pause_p99_ms", kind.Pauses.P99Nanoseconds);
            json.WriteMilliseconds("pause_max_ms", kind.Pauses.MaxNanoseconds);
            json.WriteMilliseconds("suspension_total_ms", kind.SuspensionNanoseconds);
            json.WriteNumberOrNull("promoted_bytes", kind.PromotedBytes);
            json.WriteRounded("survived_percent", kind.SurvivedPercent, 3);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    public static void WriteSpaces(Utf8JsonWriter json, IReadOnlyList<SpaceSummary> spaces)
    {
        json.WriteStartArray("spaces");
        foreach (var space in spaces)
        {
            json.WriteStartObject();
            json.WriteString("space", space.Space.Name);
            json.WriteNumber("collected", space.Collected);
            json.WriteNumber("used_last_bytes", space.UsedLast);
            json.WriteNumber("used_max_bytes", space.UsedMax);
            json.WriteNumber("free_last_bytes", space.FreeLast);
            json.WriteNumber("free_max_bytes", space.FreeMax);
            json.WriteRounded("survived_percent", space.SurvivedPercent, 3);
            json.WriteNumber("budget_last_bytes", space.BudgetLast);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    public static void Write(Utf8JsonWriter json, CollectorSummary? collector)
    {
        if (collector is null)
        {
            json.WriteNull("collector");
            return;
        }

        json.WriteStartObject("collector");
        json.WriteNumberOrNull("heaps_min", collector.HeapsMin);
        json.WriteNumberOrNull("heaps_max", collector.HeapsMax);
        json.WriteNumber("heap_count_changes", collector.HeapCountChanges);
        json.WriteNumber("heap_count_decisions", collector.HeapCountDecisions);
        json.WriteRounded("cost_median_percent", collector.CostMedianPercent, 3);
        json.WriteNumberOrNull("foreground", collector.Foreground);
        json.WriteNumberOrNull("memory_load_max_percent", collector.MemoryLoadMaxPercent);
        json.WriteNumberOrNull("pinned_objects_max", collector.PinnedObjectsMax);
        json.WriteNumberOrNull("handles_max", collector.HandlesMax);
        json.WriteNumberOrNull("committed_max_bytes", collector.CommittedMaxBytes);
        json.WriteNumberOrNull("committed_last_bytes", collector.CommittedLastBytes);
        json.WriteNumberOrNull("committed_free_last_bytes", collector.CommittedFreeLastBytes);
        json.WriteNumberOrNull("bookkeeping_last_bytes", collector.BookkeepingLastBytes);
        WriteBalance(json, collector.Balance);
        WriteFinalizers(json, collector.Finalizers);
        json.WriteEndObject();
    }

    private static void WriteBalance(Utf8JsonWriter json, HeapBalance? balance)
    {
        if (balance is null)
        {
            json.WriteNull("balance");
            return;
        }

        json.WriteStartObject("balance");
        json.WriteNumber("collections", balance.Collections);
        json.WriteRounded("survived_median_ratio", balance.SurvivedMedian, 3);
        json.WriteRounded("survived_max_ratio", balance.SurvivedMax, 3);
        json.WriteRounded("mark_median_ratio", balance.MarkMedian, 3);
        json.WriteEndObject();
    }

    private static void WriteFinalizers(Utf8JsonWriter json, FinalizerSummary? finalizers)
    {
        if (finalizers is null)
        {
            json.WriteNull("finalizers");
            return;
        }

        json.WriteStartObject("finalizers");
        json.WriteNumber("found", finalizers.Found);
        json.WriteNumberOrNull("finalized", finalizers.Finalized);
        json.WriteNumberOrNull("waiting", finalizers.Waiting);
        json.WriteNumber("kept_max_bytes", finalizers.KeptBytesMax);
        json.WriteMilliseconds("busy_ms", finalizers.BusyNanoseconds);
        json.WriteMilliseconds("longest_ms", finalizers.LongestNanoseconds);
        WriteTypes(json, finalizers.Types);
        json.WriteEndObject();
    }

    private static void WriteTypes(Utf8JsonWriter json, IReadOnlyList<FinalizedType>? types)
    {
        if (types is null)
        {
            json.WriteNull("types");
            return;
        }

        json.WriteStartArray("types");
        foreach (var type in types)
        {
            json.WriteStartObject();
            json.WriteString("type", type.Type);
            json.WriteNumber("objects", type.Objects);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }
}
