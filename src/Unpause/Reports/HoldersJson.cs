using System.Text.Json;
using Unpause.Analysis;

namespace Unpause.Reports;

/// <summary>Writes <c>heap_holders</c> of the contract: who holds objects that live long.</summary>
internal static class HoldersJson
{
    public static void Write(Utf8JsonWriter json, HeapHolders? holders)
    {
        if (holders is null)
        {
            json.WriteNull("heap_holders");
            return;
        }

        json.WriteStartObject("heap_holders");
        json.WriteNumber("objects", holders.Objects);
        json.WriteNumber("held", holders.Held);
        json.WriteStartArray("holders");
        foreach (var holder in holders.Holders) WriteHolder(json, holder);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteHolder(Utf8JsonWriter json, HeapHolder holder)
    {
        json.WriteStartObject();
        json.WriteString("type", holder.Type);
        json.WriteNumber("objects", holder.Objects);
        json.WriteNumberOrNull("bytes", holder.Bytes);
        json.WriteMilliseconds("age_min_ms", holder.MinAgeNanoseconds);
        json.WriteMilliseconds("age_median_ms", holder.MedianAgeNanoseconds);
        json.WriteMilliseconds("age_max_ms", holder.MaxAgeNanoseconds);
        json.WriteString("via", Full(holder.Via));
        json.WriteString("container", Full(holder.Container));
        json.WriteStartArray("chain");
        foreach (var link in holder.Chain)
        {
            json.WriteStartObject();
            json.WriteString("type", link.Holder);
            json.WriteString("field", link.Field);
            json.WriteBoolean("static", link.Static);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteBoolean("complete", holder.Complete);
        WriteRoot(json, holder);
        JsonReportWriter.WriteStrings(json, "stack", holder.Stack);
        json.WriteEndObject();
    }

    private static void WriteRoot(Utf8JsonWriter json, HeapHolder holder)
    {
        if (holder.Root is not { } root)
        {
            json.WriteNull("root");
            return;
        }

        json.WriteStartObject("root");
        json.WriteString("system", root.System);
        json.WriteString("type", root.Type);
        json.WriteString("description", root.Description);
        json.WriteEndObject();
    }

    private static string? Full(HolderLink? link) => link is { } known ? $"{known.Holder}.{known.Field}" : null;
}
