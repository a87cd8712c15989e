using System.Text;
using Unpause.Recordings.Readers;
using Unpause.Requests;

namespace Unpause.Tests.Requests;

/// <summary>Reads requests from bytes in memory.</summary>
internal static class Given
{
    public static RecordingInput Input(byte[] bytes, string name = "given") => new(name, () => new MemoryStream(bytes, writable: false));

    public static LoadedRequests Load(byte[] bytes, RequestOptions? options = null) =>
        new RequestLoader(options ?? RequestOptions.Default).Load([Input(bytes)]);

    public static LoadedRequests Load(string text, RequestOptions? options = null) => Load(Encoding.UTF8.GetBytes(text), options);

    /// <summary>The one set that a text gives.</summary>
    public static RequestSet Set(string text, RequestOptions? options = null)
    {
        var loaded = Load(text, options);
        Assert.Empty(loaded.Unread);
        return Assert.Single(loaded.Sets);
    }

    /// <summary>A file of the shared corpus of traces, for tests that are left out where it is absent.</summary>
    public static byte[] Corpus(string name) => File.ReadAllBytes(RepositoryFolder.SharedFile("corpus", "traces", name));

    /// <summary>One span as the collector's file exporter writes it, in its own line and resource.</summary>
    public static string OtlpLine(
        string trace, string id, string? parent, long start, long end, int kind = 2, string service = "shop", string name = "GET /") =>
        $$$"""{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"{{{service}}}"}},{"key":"process.pid","value":{"intValue":"42"}}]},"scopeSpans":[{"scope":{},"spans":[{"traceId":"{{{trace}}}","spanId":"{{{id}}}","parentSpanId":"{{{parent}}}","name":"{{{name}}}","kind":{{{kind}}},"startTimeUnixNano":"{{{start}}}","endTimeUnixNano":"{{{end}}}","status":{}}]}]}]}""";
}
