using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Reports.Filling;
using Unpause.Tests.Requests;

namespace Unpause.Tests.Filling;

/// <summary>
/// Filled files hold what other readers ask for. Jaeger: the model of its UI (packages/jaeger-ui/src/model/transform-trace-data.tsx
/// and src/selectors/trace), which fails for a span whose process it does not find and warns of ids and tags that stand
/// twice. Zipkin: openzipkin/zipkin-api, zipkin2-api.yaml. OTLP: opentelemetry/proto/trace/v1/trace.proto, JSON mapping.
/// </summary>
public sealed class FilledFormatTests
{
    private const long At = 1_673_771_025_000_000_000;
    private const long AtMicros = At / 1000;

    private static readonly string[] JaegerTypes = ["string", "bool", "int64", "float64", "binary"];

    [Fact]
    public void FilledJaeger_JaegersUi_BuildsItsTreeWithoutAWarning()
    {
        var jaeger = $$$"""
            {"data":[{"traceID":"5b8efff798038103d269b633813fc60c","spans":[
              {"traceID":"5b8efff798038103d269b633813fc60c","spanID":"00000000000000a1","operationName":"GET /","references":[],"startTime":{{{AtMicros}}},"duration":100000,"tags":[],"logs":[],"processID":"p1","warnings":null},
              {"traceID":"5b8efff798038103d269b633813fc60c","spanID":"00000000000000a2","operationName":"load","references":[{"refType":"CHILD_OF","traceID":"5b8efff798038103d269b633813fc60c","spanID":"00000000000000a1"}],"startTime":{{{AtMicros + 60_000}}},"duration":40000,"tags":[],"logs":[],"processID":"p2","warnings":null}],
              "processes":{"p1":{"serviceName":"shop","tags":[]},"p2":{"serviceName":"stock","tags":[]}},"warnings":null}],"total":0,"limit":0,"offset":0,"errors":null}
            """;
        var trace = Filled(jaeger).GetProperty("data")[0];
        var spans = trace.GetProperty("spans").EnumerateArray().ToList();
        var byId = spans.ToDictionary(span => span.GetProperty("spanID").GetString()!);
        var added = spans.Where(
            span => span.GetProperty("operationName").GetString()!.StartsWith("GC pause", StringComparison.Ordinal)).ToList();
        Assert.Equal(6, added.Count);
        foreach (var span in added)
        {
            Assert.True(trace.GetProperty("processes").TryGetProperty(span.GetProperty("processID").GetString()!, out _));
            Assert.Equal(trace.GetProperty("traceID").GetString(), span.GetProperty("traceID").GetString());
            var reference = Assert.Single(span.GetProperty("references").EnumerateArray());
            Assert.Equal("CHILD_OF", reference.GetProperty("refType").GetString());
            var parent = byId[reference.GetProperty("spanID").GetString()!];
            Assert.Equal(parent.GetProperty("processID").GetString(), span.GetProperty("processID").GetString());
            var (start, duration) = (span.GetProperty("startTime").GetInt64(), span.GetProperty("duration").GetInt64());
            Assert.InRange(start, parent.GetProperty("startTime").GetInt64(), start);
            Assert.InRange(
                start + duration, start + 1, parent.GetProperty("startTime").GetInt64() + parent.GetProperty("duration").GetInt64());
            var tags = span.GetProperty("tags").EnumerateArray().ToList();
            Assert.Equal(tags.Count, tags.Select(tag => tag.GetProperty("key").GetString()).Distinct().Count());
            Assert.All(tags, tag => Assert.True(KindIsOfType(tag), tag.GetRawText()));
            Assert.Equal(JsonValueKind.Array, span.GetProperty("logs").ValueKind);
        }
    }

    [Fact]
    public void FilledZipkin_AnySpan_KeepsTheSchema()
    {
        var zipkin = $$$"""
            [{"traceId":"5b8efff798038103d269b633813fc60c","id":"00000000000000a1","kind":"SERVER","name":"get /","timestamp":{{{AtMicros}}},"duration":100000,"localEndpoint":{"serviceName":"shop","ipv4":"127.0.0.1"}},
             {"traceId":"5b8efff798038103d269b633813fc60c","id":"00000000000000a2","parentId":"00000000000000a1","name":"load","timestamp":{{{AtMicros + 60_000}}},"duration":40000,"localEndpoint":{"serviceName":"shop"}}]
            """;
        var spans = Filled(zipkin).EnumerateArray().ToList();
        Assert.Equal(8, spans.Count);
        Assert.Equal(8, spans.Select(span => span.GetProperty("id").GetString()).Distinct().Count());
        foreach (var span in spans.Where(span => span.TryGetProperty("tags", out _)))
        {
            Assert.Equal("5b8efff798038103d269b633813fc60c", span.GetProperty("traceId").GetString());
            AssertId(span.GetProperty("id").GetString());
            Assert.Contains(span.GetProperty("parentId").GetString(), new[] { "00000000000000a1", "00000000000000a2" });
            Assert.False(span.TryGetProperty("kind", out _));
            Assert.True(span.GetProperty("timestamp").GetInt64() >= AtMicros);
            Assert.True(span.GetProperty("duration").GetInt64() >= 1);
            Assert.Equal("shop", span.GetProperty("localEndpoint").GetProperty("serviceName").GetString());
            Assert.All(span.GetProperty("tags").EnumerateObject(), tag => Assert.Equal(JsonValueKind.String, tag.Value.ValueKind));
        }
    }

    [Fact]
    public void FilledOtlp_AnySpan_KeepsTheJsonMapping()
    {
        var otlp = Given.OtlpLine("5b8efff798038103d269b633813fc60c", "00000000000000a1", null, At, At + 100_000_000);
        var spans = Filled(
            otlp).GetProperty("resourceSpans")[0].GetProperty("scopeSpans")[0].GetProperty("spans").EnumerateArray().Skip(1).ToList();
        Assert.Equal(5, spans.Count);
        Assert.Equal(5, spans.Select(span => span.GetProperty("spanId").GetString()).Distinct().Count());
        foreach (var span in spans)
        {
            Assert.Equal("5b8efff798038103d269b633813fc60c", span.GetProperty("traceId").GetString());
            AssertId(span.GetProperty("spanId").GetString());
            Assert.Equal("00000000000000a1", span.GetProperty("parentSpanId").GetString());
            Assert.Equal(1, span.GetProperty("kind").GetInt32());
            Assert.True(
                ulong.Parse(span.GetProperty("endTimeUnixNano").GetString()!)
                    > ulong.Parse(span.GetProperty("startTimeUnixNano").GetString()!));
            Assert.All(
                span.GetProperty("attributes").EnumerateArray(),
                attribute => Assert.Single(attribute.GetProperty("value").EnumerateObject()));
        }
    }

    private static void AssertId(string? id) =>
        Assert.Matches(new Regex("^(?!0{16})[0-9a-f]{16}$", RegexOptions.None, TimeSpan.FromSeconds(1)), id);

    private static bool KindIsOfType(JsonElement tag)
    {
        var type = tag.GetProperty("type").GetString();
        Assert.Contains(type, JaegerTypes);
        return tag.GetProperty("value").ValueKind switch
        {
            JsonValueKind.String => type == "string",
            JsonValueKind.True or JsonValueKind.False => type == "bool",
            JsonValueKind.Number => type == (tag.GetProperty("value").TryGetInt64(out _) && type == "int64" ? "int64" : "float64"),
            _ => false,
        };
    }

    /// <summary>Fills with pauses of 1 µs to 20 ms, one over the end of the first hole, one of no generation and cause.</summary>
    private static JsonElement Filled(string traces)
    {
        var recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = "python-agent", Runtime = Runtimes.CPython },
            Clock = new Clock(DateTimeOffset.UnixEpoch.AddTicks(At / 100), 1000, "made"),
        };
        foreach (var (start, duration) in new[]
        {
            (1_000_000L, 1_000L), (5_000_499, 2_300), (20_000_000, 20_000_000), (59_000_000, 3_000_000), (90_000_000, 1_500)
        })
        {
            var known = start != 5_000_499;
            var collection = recording.Begin(recording.Collections.Count);
            collection.Generation = known
                ? Generations.Gen2
                : null;
            collection.RuntimeCause = known ? "threshold" : null;
            recording.Pauses.Add(new Pause(start, duration, recording.Collections.Count - 1, known ? "gen2" : ""));
        }

        var output = new MemoryStream();
        TraceFiller.Fill(Given.Input(Encoding.UTF8.GetBytes(traces)), recording.Build(), _ => new FillOptions(), output);
        using var document = JsonDocument.Parse(output.ToArray());
        return document.RootElement.Clone();
    }
}
