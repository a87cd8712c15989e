using Unpause.Readers;
using Unpause.Requests;
using Unpause.Requests.Otlp;

namespace Unpause.Filling;

/// <summary>A format of traces that pauses can be put into.</summary>
/// <param name="Name">As the reader of requests calls it.</param>
/// <param name="Write">Writes the input again, with what is added.</param>
/// <param name="SpanALine">Whether spans may stand by themselves, a line each, so that another can stand behind any of them.</param>
internal sealed record FilledFormat(string Name, FilledFormat.Writing Write, bool SpanALine = false)
{
    /// <summary>Writes an input of the format again, with the plan's spans in it.</summary>
    internal delegate void Writing(PeekedStream input, FillPlan plan, RequestSet set, SpanOrigins origins, PauseTags tags, Stream output);

    private static readonly FilledFormat[] Known =
    [
        new("otlp-protobuf", Append),
        new("otlp-json", Insert(() => new OtlpSpanWriter())),
        new("jaeger", Insert(() => new JaegerSpanWriter())),
        new("zipkin", Insert(() => new ZipkinSpanWriter()), SpanALine: true),
    ];

    /// <summary>The format of a name; null when pauses can't be put into it.</summary>
    public static FilledFormat? Named(string name) => Array.Find(Known, format => format.Name == name);

    private static Writing Insert(Func<ISpanWriter> format) =>
        (input, plan, set, origins, tags, output) => new JsonInsertion(input, output, set, format(), tags).Run(plan, origins);

    /// <summary>Messages of protobuf that are appended are parts of the same list.</summary>
    private static void Append(PeekedStream input, FillPlan plan, RequestSet set, SpanOrigins origins, PauseTags tags, Stream output)
    {
        var framing = MessageStream.Detect(input.Peek(Limits.BlockBytes));
        input.CopyTo(output);
        new ProtobufAppendix(set, origins, tags).Write(plan, framing, output);
    }
}
