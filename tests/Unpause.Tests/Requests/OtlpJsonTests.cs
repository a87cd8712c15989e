using System.IO.Compression;
using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Requests;
using Unpause.Tests.Readers;

namespace Unpause.Tests.Requests;

public sealed class OtlpJsonTests
{
    private const string Trace = "5b8efff798038103d269b633813fc60c";

    [Fact]
    public void OtlpJson_Line_GivesIdsTimesKindAndService()
    {
        var set = Given.Set(
            Given.OtlpLine(Trace, "eee19b7ec3c1b174", "eee19b7ec3c1b173", 1_544_712_660_000_000_001, 1_544_712_661_000_000_003));
        var span = Assert.Single(set.Spans);
        Assert.Equal(UInt128.Parse(Trace, System.Globalization.NumberStyles.HexNumber), span.TraceId);
        Assert.Equal(0xeee19b7ec3c1b174, span.Id);
        Assert.Equal(0xeee19b7ec3c1b173, span.ParentId);
        Assert.Equal(1_544_712_660_000_000_001, span.StartUnixNanoseconds);
        Assert.Equal(1_000_000_002, span.DurationNanoseconds);
        Assert.Equal(new Service("shop", 42, null), set.Services[span.Service]);
        Assert.Equal("GET /", set.Names[span.Name]);
        Assert.Equal(0, Assert.Single(set.Requests).Span);
    }

    [Theory]
    [InlineData(
        """{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"W47/95gDgQPSabYzgT/GDA==","spanId":"7uGbfsPBsXQ=","startTimeUnixNano":1000,"endTimeUnixNano":3000}]}]}]}""")]
    [InlineData(
        """[{"resourceSpans":[{"instrumentationLibrarySpans":[{"spans":[{"traceId":"5b8efff798038103d269b633813fc60c","spanId":"eee19b7ec3c1b174","startTimeUnixNano":"1000","endTimeUnixNano":3e3}]}]}]}]""")]
    [InlineData(
        """{"resource_spans":[{"scope_spans":[{"spans":[{"trace_id":"5b8efff798038103d269b633813fc60c","span_id":"eee19b7ec3c1b174","start_time_unix_nano":"1000","end_time_unix_nano":"3000"}]}]}]}""")]
    [InlineData(
        """{"trace":{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"5b8efff798038103d269b633813fc60c","spanId":"\u0065ee19b7ec3c1b174","sp\u0061nId":"eee19b7ec3c1b174","startTimeUnixNano":"1000","endTimeUnixNano":"3000"}]}]}]}}""")]
    [InlineData(
        """{"batches":[{"scopeSpans":[{"spans":[{"traceId":"W47/95gDgQPSabYzgT/GDA==","spanId":"7uGbfsPBsXQ=","kind":"SPAN_KIND_SERVER","startTimeUnixNano":"1000","endTimeUnixNano":"3000"}]}],"resource":{}}]} """)]
    public void OtlpJson_IdsAndWrappingsOfAllWriters_AreRead(string json)
    {
        var span = Assert.Single(Given.Set(json).Spans);
        Assert.Equal(UInt128.Parse(Trace, System.Globalization.NumberStyles.HexNumber), span.TraceId);
        Assert.Equal(0xeee19b7ec3c1b174, span.Id);
        Assert.Equal(2000, span.DurationNanoseconds);
    }

    [Fact]
    public void OtlpJson_ResourceAfterItsSpans_NamesThem()
    {
        var set = Given.Set(
            """{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"01","spanId":"02","startTimeUnixNano":"1","endTimeUnixNano":"2"}]}"""
            + """],"resource":{"attributes":[{"value":{"stringValue":"late"},"key":"service.name"}]}}]}""");
        Assert.Equal("late", set.Services[Assert.Single(set.Spans).Service].Name);
    }

    [Fact]
    public void OtlpJson_TracesFarBehindMetrics_AreFound()
    {
        var metrics =
            """{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"operationName","x":"y"}]}]}],"operationName":"spanID"}""" + "\n";
        var text = string.Concat(Enumerable.Repeat("a line of the program\n", 10_000))
            + string.Concat(Enumerable.Repeat(metrics, 2_000)) + Given.OtlpLine(Trace, "01", null, 1000, 2000);
        var set = Given.Set(text);
        Assert.Equal("otlp-json", set.Format);
        Assert.Single(set.Spans);
    }

    [Fact]
    public void OtlpJson_BrokenLine_CostsOnlyItself()
    {
        var good = Given.OtlpLine(Trace, "01", null, 1000, 2000);
        var torn = good[..200];
        var set = Given.Set(
            $"{good}\n{torn}\nnot json at all\n{Given.OtlpLine(Trace, "02", null, 1000, 2000)}\r\n\n{{\"resourceSpans\": "
            + $"NaN}}\n{Given.OtlpLine(Trace, "03", null, 1000, 2000)}");
        Assert.Equal([1UL, 2, 3], set.Spans.Select(span => span.Id));
        Assert.Equal(3, set.Coverage.LinesUnparsed);
        Assert.Equal([2L, 3, 6], set.Coverage.Examples.Select(example => example.Number));
        Assert.StartsWith("{\"resourceSpans\"", set.Coverage.Examples[0].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void OtlpJson_TruncatedPrettyDocument_KeepsWholeSpansAndTheNextDocument()
    {
        var pretty = "{\n  \"resourceSpans\": [\n    {\n      \"scopeSpans\": [ { \"spans\": [\n        "
            + "{\"traceId\":\"01\",\"spanId\":\"01\",\"startTimeUnixNano\":\"5\",\"endTimeUnixNano\":\"6\"},\n        {\"traceId\": oops\n"
            + "        }\n      ] } ]\n    }\n  ]\n}\n";
        var set = Given.Set(pretty + Given.OtlpLine(Trace, "02", null, 1000, 2000));
        Assert.Equal([1UL, 2], set.Spans.Select(span => span.Id));
        Assert.Equal(1, set.Coverage.LinesUnparsed);
    }

    [Fact]
    public void OtlpJson_BrokenDocumentLongerThanABlock_GivesEachSpanOnce()
    {
        // Spans at the lines' very start, as from a printer without indentation.
        var spans = string.Join(
            ",\n",
            Enumerable.Range(1, 2000)
                .Select(i => $$"""{"traceId":"01","spanId":"{{i:x}}","startTimeUnixNano":"5","endTimeUnixNano":"6"}"""));
        var set = Given.Set("{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[\n" + spans + ",\n{oops}]}]}]}\n");
        Assert.Equal(Enumerable.Range(1, 2000).Select(i => (ulong)i), set.Spans.Select(span => span.Id));
    }

    [Fact]
    public void OtlpJson_SpansWithoutAnEndOrNegative_AreNotRequests()
    {
        var set = Given.Set(Given.OtlpLine(Trace, "01", null, 1000, 0) + "\n"
            + Given.OtlpLine(Trace, "02", null, 2000, 1000) + "\n" + Given.OtlpLine(Trace, "03", null, 2000, 2500));
        Assert.Equal(3, set.Spans.Count);
        Assert.Equal(2, Assert.Single(set.Requests).Span);
        Assert.Equal(2, set.Coverage.Notes.Count);
    }

    [Fact]
    public void OtlpJson_AnyChunkingAndGzip_GiveTheSame()
    {
        var text = string.Join(
            '\n', Enumerable.Range(1, 40).Select(i => Given.OtlpLine(Trace, i.ToString("x"), null, 1000 * i, (1000 * i) + i)));
        var bytes = Encoding.UTF8.GetBytes(text);
        foreach (var chunk in new[] { 1, 2, 3, 7, 64, 1000 })
        {
            var input = new RecordingInput("chunks", () => new TricklingStream(bytes, seed: chunk, most: chunk));
            var set = Assert.Single(new RequestLoader(RequestOptions.Default).Load([input]).Sets);
            Assert.Equal(Enumerable.Range(1, 40).Select(i => (long)i), set.Spans.Select(span => span.DurationNanoseconds));
        }

        var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest, leaveOpen: true)) gzip.Write(bytes);
        Assert.Equal(40, Assert.Single(Given.Load(packed.ToArray()).Sets).Requests.Count);
        var torn = Given.Load(packed.ToArray()[..^20]);
        Assert.True(torn.Sets.Count == 0 || torn.Sets[0].Requests.Count <= 40);
    }

    [Fact]
    public void OtlpJson_EveryPrefix_DoesNotThrowOrGiveMore()
    {
        var bytes = Encoding.UTF8.GetBytes(
            Given.OtlpLine(Trace, "01", null, 1000, 2000) + "\n" + Given.OtlpLine(Trace, "02", null, 1000, 2000));
        for (var length = 0; length <= bytes.Length; length++)
        {
            var sets = Given.Load(bytes[..length]).Sets;
            var spans = sets.Count == 0 ? 0 : sets[0].Spans.Count;
            Assert.InRange(spans, length >= bytes.Length - "]}]}]}".Length ? 2 : 0, 2);
        }
    }

    [Fact]
    public void OtlpJson_DeepNestingAndHugeStrings_CostOnlyTheirLine()
    {
        var good = Given.OtlpLine(Trace, "01", null, 1000, 2000) + "\n";
        var deep = "{\"resourceSpans\":" + new string('[', 1_000_000) + "\n";
        var huge = "{\"resourceSpans\":\"" + new string('x', Limits.JsonTokenBytes + 10) + "\"}\n";
        byte[] bytes =
        [
            .. Encoding.UTF8.GetBytes(good + deep + huge),
            .. "{\"resourceSpans\":\"\xff\xfe"u8,
            0xff,
            0xfe,
            .. "\\ud800\"}\n"u8,
            .. Encoding.UTF8.GetBytes(good.Replace("\"01\"", "\"09\"", StringComparison.Ordinal))
        ];
        var set = Assert.Single(Given.Load(bytes).Sets);
        Assert.Equal([1UL, 9], set.Spans.Select(span => span.Id));
        Assert.Equal(2, set.Coverage.LinesUnparsed);
    }

    [Fact]
    public void OtlpJson_InvalidUtf8Name_StaysReadable()
    {
        byte[] bytes =
        [
            .. "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"traceId\":\"01\",\"spanId\":\"02\",\"name\":\"a\\ud800"u8,
            0xff,
            .. "b\",\"startTimeUnixNano\":\"1\",\"endTimeUnixNano\":\"2\"}]}]}]}"u8
        ];
        var set = Assert.Single(Given.Load(bytes).Sets);
        Assert.Contains('\ufffd', set.Names[Assert.Single(set.Spans).Name]);
    }
}
