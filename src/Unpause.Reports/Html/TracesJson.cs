using Unpause.Analysis.Holes;

namespace Unpause.Reports.Html;

/// <summary>
/// The traces in the page's timeline element. Times are in microseconds: the <c>start</c> of a trace since the start of its process's
/// recording, all others since the start of the trace.
/// </summary>
internal static class TracesJson
{
    /// <summary>Writes the property <c>traces</c>.</summary>
    public static void Write(Utf8JsonWriter json, Timeline timeline)
    {
        json.WriteStartArray("traces");
        foreach (var trace in timeline.Requests?.Traces ?? []) Write(json, timeline, trace);
        json.WriteEndArray();
    }

    private static void Write(Utf8JsonWriter json, Timeline timeline, ShownTrace trace)
    {
        var clock = RequestClock.Find(timeline.Requests!.Attribution, trace.Recording, timeline.Processes[trace.Recording]);
        json.WriteStartObject();
        json.WriteString("id", trace.TraceId);
        json.WriteNumber("process", trace.Recording);
        ColumnJson.WriteValue(json, "start", ColumnJson.Microseconds(clock?.SinceZero(trace.StartUnixNanoseconds)));
        ColumnJson.WriteValue(json, "duration", ColumnJson.Microseconds(trace.EndUnixNanoseconds - trace.StartUnixNanoseconds));
        json.WriteNumber("span_count", trace.SpansInAll);
        WriteSpans(json, trace);
        WriteHoles(json, trace);
        WritePauses(json, trace);
        json.WriteEndObject();
    }

    private static void WriteSpans(Utf8JsonWriter json, ShownTrace trace)
    {
        var spans = trace.Spans;
        var names = new NameColumn(spans.Count, i => spans[i].Name);
        var services = new NameColumn(spans.Count, i => spans[i].Service);
        names.WriteTable(json, "names");
        services.WriteTable(json, "services");
        json.WriteStartObject("spans");
        ColumnJson.Write(json, "depth", spans.Count, i => spans[i].Depth);
        ColumnJson.Write(json, "process", spans.Count, i => spans[i].Recording);
        ColumnJson.Write(json, "name", spans.Count, i => names.IndexOf(spans[i].Name));
        ColumnJson.Write(json, "service", spans.Count, i => services.IndexOf(spans[i].Service));
        ColumnJson.Write(
            json, "start", spans.Count, i => ColumnJson.Microseconds(spans[i].StartUnixNanoseconds - trace.StartUnixNanoseconds));
        ColumnJson.Write(json, "duration", spans.Count, i => ColumnJson.Microseconds(spans[i].DurationNanoseconds));
        json.WriteEndObject();
    }

    private static void WriteHoles(Utf8JsonWriter json, ShownTrace trace)
    {
        (int Span, ShownHole Hole)[] holes = [.. trace.Spans.SelectMany((span, index) => span.Holes.Select(hole => (index, hole)))];
        json.WriteStartObject("holes");
        ColumnJson.Write(json, "span", holes.Length, i => holes[i].Span);
        ColumnJson.Write(
            json, "start", holes.Length, i => ColumnJson.Microseconds(holes[i].Hole.StartUnixNanoseconds - trace.StartUnixNanoseconds));
        ColumnJson.Write(json, "duration", holes.Length, i => ColumnJson.Microseconds(holes[i].Hole.DurationNanoseconds));
        ColumnJson.Write(json, "explained", holes.Length, i => ColumnJson.Microseconds(holes[i].Hole.ExplainedNanoseconds));
        json.WriteEndObject();
    }

    private static void WritePauses(Utf8JsonWriter json, ShownTrace trace)
    {
        var pauses = trace.Pauses;
        var generations = new NameColumn(pauses.Count, i => pauses[i].Generation);
        generations.WriteTable(json, "generations");
        json.WriteStartObject("pauses");
        ColumnJson.Write(json, "process", pauses.Count, i => pauses[i].Recording);
        ColumnJson.Write(
            json, "start", pauses.Count, i => ColumnJson.Microseconds(pauses[i].StartUnixNanoseconds - trace.StartUnixNanoseconds));
        ColumnJson.Write(json, "duration", pauses.Count, i => ColumnJson.Microseconds(pauses[i].DurationNanoseconds));
        ColumnJson.Write(json, "generation", pauses.Count, i => generations.IndexOf(pauses[i].Generation));
        json.WriteEndObject();
    }
}

/// <summary>Names as indexes into a table of distinct names, in order of first use; no name is -1.</summary>
internal sealed class NameColumn
{
    private readonly Dictionary<string, int> _indexes = new(StringComparer.Ordinal);

    /// <summary>Collects the names of <paramref name="count"/> items.</summary>
    public NameColumn(int count, Func<int, string?> nameOf)
    {
        for (var i = 0; i < count; i++)
        {
            if (nameOf(i) is { } name) _indexes.TryAdd(name, _indexes.Count);
        }
    }

    /// <summary>The distinct names, in order of first use.</summary>
    public IEnumerable<string> Names => _indexes.OrderBy(entry => entry.Value).Select(entry => entry.Key);

    /// <summary>The index of a name; null where there is no name.</summary>
    public long? IndexOf(string? name) => name is null ? null : _indexes[name];

    /// <summary>Writes the table.</summary>
    public void WriteTable(Utf8JsonWriter json, string property)
    {
        json.WriteStartArray(property);
        foreach (var name in Names) json.WriteStringValue(name);
        json.WriteEndArray();
    }
}

/// <summary>Columns of numbers in the timeline element. Only counters have fractions; null is unknown.</summary>
internal static class ColumnJson
{
    private const int FlushBytes = 32 * 1024;

    /// <summary>Writes a number or null.</summary>
    public static void WriteValue(Utf8JsonWriter json, string name, long? number)
    {
        if (number is { } value) json.WriteNumber(name, value);
        else json.WriteNull(name);
    }

    /// <summary>Writes values unchanged.</summary>
    public static void Write(Utf8JsonWriter json, string name, int count, Func<int, long?> valueOf)
    {
        json.WriteStartArray(name);
        for (var i = 0; i < count; i++)
        {
            if (valueOf(i) is { } value) json.WriteNumberValue(value);
            else json.WriteNullValue();
            if (json.BytesPending > FlushBytes) json.Flush();
        }

        json.WriteEndArray();
    }

    /// <summary>Writes values with at most three decimals.</summary>
    public static void WriteDecimals(Utf8JsonWriter json, string name, int count, Func<int, double> valueOf)
    {
        json.WriteStartArray(name);
        for (var i = 0; i < count; i++)
        {
            json.WriteNumberValue(Math.Round(valueOf(i), 3));
            if (json.BytesPending > FlushBytes) json.Flush();
        }

        json.WriteEndArray();
    }

    /// <summary>Writes the difference of each value to the previous known value.</summary>
    public static void WriteDifferences(Utf8JsonWriter json, string name, int count, Func<int, long?> valueOf)
    {
        var before = 0L;
        Write(json, name, count, i =>
        {
            if (valueOf(i) is not { } value) return null;
            var difference = value - before;
            before = value;
            return difference;
        });
    }

    /// <summary>Nanoseconds as microseconds, rounded half away from zero.</summary>
    public static long? Microseconds(long? nanoseconds) => nanoseconds is { } value ? (value + (value < 0 ? -500 : 500)) / 1000 : null;
}
