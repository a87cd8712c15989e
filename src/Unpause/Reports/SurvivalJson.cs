using System.Text.Json;
using Unpause.Analysis;
using Unpause.Diagnosis.Jvm;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>The contract's <c>survival</c>: what survives young collections of a JVM, and for how long. An addition to DESIGN.md's list.</summary>
internal static class SurvivalJson
{
    public static void Write(Utf8JsonWriter json, AnalysedProcess process)
    {
        if (YoungSurvival.Of(process) is not { } survival)
        {
            json.WriteNull("survival");
            return;
        }

        json.WriteStartObject("survival");
        json.WriteNumber("young_collections", survival.YoungCollections);
        json.WriteRounded("survival_percent", survival.SurvivalPercent, 2);
        json.WriteNumberOrNull("survivor_bytes_mean", survival.YoungCollections == 0 ? null : survival.SurvivorBytes / survival.YoungCollections);
        json.WriteRounded("promoted_percent", survival.Lifetimes?.PromotedShare * 100, 2);
        json.WriteRounded("died_in_old_percent", survival.Lifetimes?.DiedInOld * 100, 2);
        json.WriteRounded("mean_life_s", survival.Lifetimes?.LifetimeSeconds, 3);
        json.WriteMilliseconds("copy_ms_per_gib", survival.CopyNanosecondsPerGiB);
        WriteTenuring(json, survival.Tenuring);
        json.WriteEndObject();
    }

    private static void WriteTenuring(Utf8JsonWriter json, TenuringThresholds? tenuring)
    {
        if (tenuring is null)
        {
            json.WriteNull("tenuring");
            return;
        }

        json.WriteStartObject("tenuring");
        json.WriteNumber("collections", tenuring.Told);
        json.WriteNumber("lowered_to_one", tenuring.Collapsed);
        json.WriteNumber("lowest_threshold", tenuring.Lowest);
        json.WriteNumber("max_threshold", tenuring.Max);
        json.WriteNumberOrNull("overflows", tenuring.Tables == 0 ? null : tenuring.Overflows);
        json.WriteStartArray("bytes_by_age");
        for (var i = 0; i < tenuring.MeanBytesByAge.Count; i++)
        {
            json.WriteStartObject();
            json.WriteNumber("age", i + 1);
            json.WriteNumber("bytes_mean", tenuring.MeanBytesByAge[i]);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }
}
