using Unpause.Recordings.Readers;
using Unpause.Requests;
using Unpause.Requests.Otlp;

namespace Unpause.Reports.Filling;

/// <summary>A trace format that pauses can be inserted into.</summary>
/// <param name="Name">The name of the format, as in the request readers.</param>
/// <param name="Write">Copies the input with the inserted spans.</param>
/// <param name="SpanALine">Whether spans may be on lines of their own, so that another can follow any of them.</param>
internal sealed record FilledFormat(string Name, FilledFormat.Writing Write, bool SpanALine = false)
{
    /// <summary>Copies an input of the format with the plan's spans inserted.</summary>
    internal delegate void Writing(PeekedStream input, FillPlan plan, RequestSet set, SpanOrigins origins, PauseTags tags, Stream output);

    private static readonly FilledFormat[] Known =
    [
        new("otlp-protobuf", Append),
        new("otlp-json", Insert(() => new OtlpSpanWriter())),
        new("jaeger", Insert(() => new JaegerSpanWriter())),
        new("zipkin", Insert(() => new ZipkinSpanWriter()), SpanALine: true),
    ];

    /// <summary>The format with a name; null when pauses cannot be inserted into it.</summary>
    public static FilledFormat? Named(string name) => Array.Find(Known, format => format.Name == name);

    private static Writing Insert(Func<ISpanWriter> format) =>
        (input, plan, set, origins, tags, output) => new JsonInsertion(input, output, set, format(), tags).Run(plan, origins);

    /// <summary>Appended protobuf messages become elements of the same list.</summary>
    private static void Append(PeekedStream input, FillPlan plan, RequestSet set, SpanOrigins origins, PauseTags tags, Stream output)
    {
        var framing = MessageStream.Detect(input.Peek(Limits.BlockBytes));
        input.CopyTo(output);
        new ProtobufAppendix(set, origins, tags).Write(plan, framing, output);
    }
}
