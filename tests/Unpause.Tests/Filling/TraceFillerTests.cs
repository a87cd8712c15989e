using System.IO.Compression;
using System.Text;
using System.Text.Json;
using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Reports.Filling;
using Unpause.Requests;
using Unpause.Requests.Attribution.Clocks;
using Unpause.Tests.Requests;

namespace Unpause.Tests.Filling;

public sealed class TraceFillerTests
{
    private const long At = 1_673_771_025_000_000_000;
    private const long Millisecond = 1_000_000;
    private const string Trace = "5b8efff798038103d269b633813fc60c";

    /// <summary>A request of 100 ms with children over 0–30 and 80–100 ms: a hole of 50 ms, of which a pause takes 49.</summary>
    private static readonly string Otlp = string.Join('\n',
        Given.OtlpLine(Trace, "0a", null, At, At + (100 * Millisecond)),
        """{"resourceMetrics":[{"weird":   [1,2 , 3]}]}""",
        Given.OtlpLine(Trace, "0b", "0a", At, At + (30 * Millisecond), kind: 1),
        Given.OtlpLine(Trace, "0c", "0a", At + (80 * Millisecond), At + (100 * Millisecond), kind: 1)) + "\n";

    [Fact]
    public void TraceFiller_PauseInAHole_BecomesASpanBehindItsParent()
    {
        var (result, filled) = Fill(Encoding.UTF8.GetBytes(Otlp), (30, 49));
        Assert.Equal((3, 1), (result.Spans, result.Added));
        var text = Encoding.UTF8.GetString(filled);
        var start = text.IndexOf(",{\"traceId\"", StringComparison.Ordinal);
        var end = text.IndexOf("\"status\":{}}", start, StringComparison.Ordinal) + "\"status\":{}}".Length;
        Assert.Equal(Otlp, text.Remove(start, end - start));

        using var added = JsonDocument.Parse(text[(start + 1)..end]);
        var root = added.RootElement;
        Assert.Equal(Trace, root.GetProperty("traceId").GetString());
        Assert.Equal("0a", root.GetProperty("parentSpanId").GetString());
        Assert.Equal("GC pause (gen2)", root.GetProperty("name").GetString());
        Assert.Equal(1, root.GetProperty("kind").GetInt32());
        Assert.Equal((At + (30 * Millisecond)).ToString(), root.GetProperty("startTimeUnixNano").GetString());
        Assert.Equal((At + (79 * Millisecond)).ToString(), root.GetProperty("endTimeUnixNano").GetString());
        Assert.Equal(
            """[{"key":"gc.generation","value":{"stringValue":"gen2"}},{"key":"gc.cause","value":{"stringValue":"threshold"}},"""
            + """{"key":"gc.runtime","value":{"stringValue":"cpython"}},{"key":"gc.collection","value":{"intValue":"0"}},"""
            + """{"key":"gc.overlap_ms","value":{"doubleValue":49}},{"key":"unpause.generated","value":{"boolValue":true}}]""",
            root.GetProperty("attributes").GetRawText());
    }

    [Fact]
    public void TraceFiller_PauseOverChildren_IsCutToTheHoles()
    {
        var (result, filled) = Fill(Encoding.UTF8.GetBytes(Otlp), (20, 70));
        // 20–30 in the first child, 30–80 in the request, 80–90 in the second child.
        Assert.Equal(3, result.Added);
        Assert.Equal([50 * Millisecond, 10 * Millisecond, 10 * Millisecond], GeneratedDurations(filled));
    }

    /// <summary>Every format that can have spans is in the table, and what is not there is never taken for another.</summary>
    [Theory]
    [InlineData("otlp-json", true)]
    [InlineData("otlp-protobuf", true)]
    [InlineData("jaeger", true)]
    [InlineData("zipkin", true)]
    [InlineData("w3c", false)]
    [InlineData("made-up", false)]
    [InlineData("", false)]
    public void FilledFormat_Name_IsFoundOnlyIfKnown(string format, bool known)
    {
        Assert.Equal(known, FilledFormat.Named(format) is not null);
        Assert.Equal(known ? format : null, FilledFormat.Named(format)?.Name);
    }

    [Fact]
    public void TraceFiller_SetOfAnotherFormat_IsRefused()
    {
        var builder = new RequestSetBuilder("made-up", keepOrigins: true);
        builder.TryAddSpan(new Span(1, 2, 0, At, 0, -1, -1, SpanKind.Server), 100 * Millisecond, new SpanPlace(0, 10, true));
        var set = builder.Finish();
        Assert.Equal(
            "spans cannot be inserted into made-up; fill needs traces with spans: OTLP JSON or protobuf, Jaeger JSON or Zipkin v2 JSON",
            TraceFiller.WhyNot(set));
    }

    [Fact]
    public void TraceFiller_OffsetAndChosenService_AreUsed()
    {
        var bytes = Encoding.UTF8.GetBytes(Otlp);
        Assert.Equal(0, Fill(bytes, new FillOptions { Clock = Moved(200 * Millisecond) }, (30, 49)).Result.Added);
        Assert.Equal(1, Fill(bytes, new FillOptions { Clock = Moved(-200 * Millisecond) }, (230, 49)).Result.Added);
        Assert.Equal(0, Fill(bytes, new FillOptions { Serves = service => service?.ProcessId == 43 }, (30, 49)).Result.Added);
        Assert.Equal(1, Fill(bytes, new FillOptions { Serves = service => service?.ProcessId == 42 }, (30, 49)).Result.Added);
        Assert.Equal(0, Fill(bytes, new FillOptions { MinimumOverlapNanoseconds = 50 * Millisecond }, (30, 49)).Result.Added);
    }

    [Fact]
    public void TraceFiller_EveryFormat_RoundTripsAndIsFilledOnce()
    {
        foreach (var (name, bytes) in Samples())
        {
            var before = Assert.Single(Given.Load(bytes).Sets);
            var start = before.Spans.Min(span => span.StartUnixNanoseconds);
            var recording = Recording(start, [.. Enumerable.Range(0, 400).Select(i => ((long)i * 5, 1L))]);
            var output = new MemoryStream();
            var result = TraceFiller.Fill(Given.Input(bytes), recording, _ => new FillOptions(), output);
            Assert.True(result.Added > 0, name);

            var after = Assert.Single(Given.Load(output.ToArray()).Sets);
            // Names of added spans have places in the table too, so names are compared as words.
            Assert.Equal(
                before.Spans.Select(span => (span with { Name = 0 }, NameOf(before, span.Name))),
                after.Spans.Select(span => (span with { Name = 0 }, NameOf(after, span.Name))));
            Assert.Equal(
                before.Requests.Select(request => request with { Name = 0 }), after.Requests.Select(request => request with { Name = 0 }));
            Assert.Contains(
                after.Coverage.Notes, note => note.Text.StartsWith($"{result.Added:N0} spans are GC pauses", StringComparison.Ordinal));

            var again = new MemoryStream();
            var second = TraceFiller.Fill(Given.Input(output.ToArray()), recording, _ => new FillOptions(), again);
            Assert.Equal((0, result.Added), (second.Added, second.AlreadyThere));
            Assert.Equal(output.ToArray(), again.ToArray());
        }
    }

    [Fact]
    public void TraceFiller_AddedSpans_AreBelowTheirParents()
    {
        foreach (var (name, bytes) in Samples().Where(sample => !sample.Name.Contains("protobuf", StringComparison.Ordinal)))
        {
            var start = Assert.Single(Given.Load(bytes).Sets).Spans.Min(span => span.StartUnixNanoseconds);
            var output = new MemoryStream();
            var result = TraceFiller.Fill(Given.Input(bytes), Recording(start, (0, 1), (7, 2)), _ => new FillOptions(), output);
            // The mark taken off, they are spans like all others.
            var unmarked = Encoding.UTF8.GetString(output.ToArray()).Replace(
                "unpause.generated", "unpause.generatex", StringComparison.Ordinal);
            var set = Assert.Single(Given.Load(unmarked).Sets);
            Assert.True(result.Spans + result.Added == set.Spans.Count, name);
            var tree = Unpause.Analysis.Holes.SpanTree.Build(set);
            for (var i = 0; i < set.Spans.Count; i++)
            {
                if (!NameOf(set, set.Spans[i].Name).StartsWith("GC pause", StringComparison.Ordinal)) continue;
                var parent = set.Spans[tree.Parent(i)];
                Assert.Equal(parent.Service, set.Spans[i].Service);
                Assert.InRange(set.Spans[i].StartUnixNanoseconds, parent.StartUnixNanoseconds, parent.EndUnixNanoseconds);
                Assert.InRange(set.Spans[i].EndUnixNanoseconds, parent.StartUnixNanoseconds, parent.EndUnixNanoseconds);
            }
        }
    }

    [Fact]
    public void TraceFiller_CompressedTraces_StayCompressed()
    {
        var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true)) gzip.Write(Encoding.UTF8.GetBytes(Otlp));
        var (result, filled) = Fill(packed.ToArray(), (30, 49));
        Assert.Equal(1, result.Added);
        using var content = new GZipStream(new MemoryStream(filled), CompressionMode.Decompress);
        Assert.Equal([49 * Millisecond], GeneratedDurations(new StreamReader(content).ReadToEnd()));
    }

    [Fact]
    public void TraceFiller_TextBeforeTheFirstDocument_ShiftsNothing()
    {
        var text = "starting collector…\n"
            + Otlp.Replace("{\"resourceMetrics\":", "{\"resourceMetrics\":[{oops ", StringComparison.Ordinal);
        var (result, filled) = Fill(Encoding.UTF8.GetBytes(text), (30, 49));
        Assert.Equal(1, result.Added);
        Assert.Equal([49 * Millisecond], GeneratedDurations(filled));
    }

    [Fact]
    public void TraceFiller_InputWithoutSpans_IsRefusedAndWritesNothing()
    {
        var (result, filled) = Fill(Encoding.UTF8.GetBytes("start_ms,duration_ms\n5,5\n"), (30, 49));
        Assert.Contains("fill needs traces", result.Fault!.Reason, StringComparison.Ordinal);
        Assert.Empty(filled);
        Assert.Equal("empty", Fill([], (30, 49)).Result.Fault!.Reason);
    }

    [Fact]
    public void TraceFiller_DriftingClock_MovesLatePausesFurther()
    {
        // Anchored at the first millisecond of the traces; 100,000 ppm: a pause at 30 ms comes at 33, one of 49 ms stays as long.
        var clock = ClockAlignment.AsRead(0) with { DriftPartsPerMillion = 1e5, AnchorUnixNanoseconds = At };
        var (result, filled) = Fill(Encoding.UTF8.GetBytes(Otlp), new FillOptions { Clock = clock }, (30, 40));
        Assert.Equal(1, result.Added);
        Assert.Contains($"\"startTimeUnixNano\":\"{At + (33 * Millisecond)}\"", Encoding.UTF8.GetString(filled), StringComparison.Ordinal);
        Assert.Equal([40 * Millisecond], GeneratedDurations(filled));
    }

    private static ClockAlignment Moved(long offset) => ClockAlignment.AsRead(0) with { OffsetNanoseconds = offset };

    private static string NameOf(RequestSet set, int name) => name < 0 ? "" : set.Names[name];

    private static IEnumerable<(string Name, byte[] Bytes)> Samples()
    {
        yield return ("lines", Encoding.UTF8.GetBytes(Otlp));
        yield return ("array", Encoding.UTF8.GetBytes("[" + Otlp.TrimEnd().Replace('\n', ',') + "]"));
        yield return ("base64", Encoding.UTF8.GetBytes(
            $$$"""{"batches":[{"scopeSpans":[{"spans":[{"traceId":"W47/95gDgQPSabYzgT/GDA==","spanId":"7uGbfsPBsXQ=","startTimeUnixNano":"{{{At}}}","endTimeUnixNano":"{{{At + (100 * Millisecond)}}}"}]}]}]}"""));
        yield return ("zipkin lines", Encoding.UTF8.GetBytes(
            "{\"traceId\":\"01\",\"id\":\"02\",\"timestamp\":5000000000000,\"duration\":70000,\"localEndpoint\":{\"serviceName\":\"a\"}}\n"
            + "{\"traceId\":\"01\",\"parentId\":\"02\",\"id\":\"03\",\"timestamp\":5000000000000,\"duration\":7,"
            + "\"localEndpoint\":{\"serviceName\":\"a\"}}"));
        yield return ("protobuf", ProtobufTraces.Message(At));
        yield return ("protobuf in frames", ProtobufTraces.Framed(At, fixedLength: true));
        yield return ("protobuf delimited", ProtobufTraces.Framed(At, fixedLength: false));
        foreach (var file in new[] { "opentelemetry-js.pb", "opentelemetry-js.json", "opentelemetry-js-zipkin.json" })
        {
            yield return (file.EndsWith("pb", StringComparison.Ordinal)
                ? "protobuf of OpenTelemetry"
                : file, File.ReadAllBytes(RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "traces", file)));
        }

        foreach (var file in new[] { "jaegerui-testTrace.json", "zipkin-yelp.json", "zipkin-skew.json", "otlp-proto-example-trace.json" })
        {
            if (RepositoryFolder.Shared is not null) yield return (file, Given.Corpus(file));
        }
    }

    private static IEnumerable<long> GeneratedDurations(byte[] filled) => GeneratedDurations(Encoding.UTF8.GetString(filled));

    private static IEnumerable<long> GeneratedDurations(string filled)
    {
        var set = Given.Set(filled.Replace("unpause.generated", "unpause.generatex", StringComparison.Ordinal));
        return set.Spans.Where(
            span => set.Names[span.Name].StartsWith("GC pause", StringComparison.Ordinal)).Select(span => span.DurationNanoseconds);
    }

    private static (FillResult Result, byte[] Filled) Fill(byte[] traces, params (long StartMs, long DurationMs)[] pauses) =>
        Fill(traces, new FillOptions(), pauses);

    private static (FillResult Result, byte[] Filled) Fill(
        byte[] traces, FillOptions options, params (long StartMs, long DurationMs)[] pauses)
    {
        var output = new MemoryStream();
        return (TraceFiller.Fill(Given.Input(traces), Recording(At, pauses), _ => options, output), output.ToArray());
    }

    private static Recording Recording(long startUnixNanoseconds, params (long StartMs, long DurationMs)[] pauses)
    {
        var recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = "python-agent", Runtime = Runtimes.CPython },
            Clock = new Clock(DateTimeOffset.UnixEpoch.AddTicks(startUnixNanoseconds / 100), 1000, "made"),
        };
        foreach (var (start, duration) in pauses)
        {
            var collection = recording.Begin(recording.Collections.Count);
            collection.Generation = Generations.Gen2;
            collection.RuntimeCause = "threshold";
            recording.Pauses.Add(new Pause(start * Millisecond, duration * Millisecond, recording.Collections.Count - 1, "gen2"));
        }

        return recording.Build();
    }
}
