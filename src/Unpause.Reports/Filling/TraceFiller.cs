using System.IO.Compression;
using Unpause.Recordings.Exits;
using Unpause.Recordings.Readers;
using Unpause.Requests;

namespace Unpause.Reports.Filling;

/// <summary>
/// Copies traces and inserts GC pauses as spans into their holes, in the same format, so that Jaeger, Tempo or Zipkin show them.
/// Everything else is copied byte for byte. Pauses of an earlier fill are not inserted again.
/// </summary>
public static class TraceFiller
{
    private const string NoTraces = "fill needs traces with spans: OTLP JSON or protobuf, Jaeger JSON or Zipkin v2 JSON";

    /// <summary>Fills the holes of one input.</summary>
    /// <param name="traces">The traces. They are opened twice, so they must be a file or a copy of a pipe.</param>
    /// <param name="recording">The recording; its pauses with timestamps are inserted.</param>
    /// <param name="options">Returns the options for the spans that were read; when it returns null, nothing is written.</param>
    /// <param name="output">The stream for the traces; unused when there is a fault. Stays open.</param>
    /// <param name="packed">Whether the output is gzip'ed; null when it is if the input is.</param>
    public static FillResult Fill(
        RecordingInput traces, Recording recording, Func<RequestSet, FillOptions?> options, Stream output, bool? packed = null)
    {
        recording = ExitCollections.Included(recording);
        var loader = new RequestLoader(RequestOptions.Default, new MemoryLimit(), keepOrigins: true);
        var fault = loader.Read(traces);
        if (fault is not null || loader.Builders is not [var builder]) return new FillResult(0, 0, 0, 0, null, fault);
        var set = builder.Finish();
        if (WhyNot(set) is { } reason) return Refuse(reason);
        var format = FilledFormat.Named(set.Format)!;
        var origins = builder.Origins!;
        if (options(set) is not { } chosen) return new FillResult(set.Spans.Count, 0, 0, 0, set.Coverage, null);
        var plan = new FillPlan(set, format.SpanALine, origins, new WallPauses(recording, chosen.Clock), chosen);
        using (var raw = traces.Open()) Write(raw, format, plan, set, origins, new PauseTags(recording), (output, packed));
        return new FillResult(set.Spans.Count, plan.Added.Count, plan.AlreadyThere, plan.LeftOut, set.Coverage, null)
        {
            OfOthers = plan.OfOthers,
        };

        FillResult Refuse(string reason) =>
            new(set.Spans.Count, 0, 0, 0, set.Coverage, new UnreadInput(traces.Name, reason, InputFault.UnknownFormat));
    }

    private static void Write(
        Stream raw, FilledFormat format, FillPlan plan, RequestSet set, SpanOrigins origins, PauseTags tags,
        (Stream Stream, bool? Packed) output)
    {
        using var start = new PeekedStream(raw);
        var wasPacked = PeekedStream.IsGzip(start.Peek(2));
        if (plan.Added.Count == 0 && (output.Packed is null || output.Packed == wasPacked))
        {
            // Copied without decompressing, because nothing changes.
            start.CopyTo(output.Stream);
            return;
        }

        // Traces that are packed otherwise are written as they are unpacked: there is no xz to write.
        using var content = wasPacked ? new PeekedStream(new GzipInput(start)) : PeekedStream.Unpack(start);
        if (output.Packed ?? wasPacked)
        {
            using var packed = new GZipStream(output.Stream, CompressionLevel.Optimal, leaveOpen: true);
            Copy(packed);
        }
        else
        {
            Copy(output.Stream);
        }

        void Copy(Stream to)
        {
            if (plan.Added.Count == 0) content.CopyTo(to);
            else format.Write(content, plan, set, origins, tags, to);
        }
    }

    /// <summary>Why pauses cannot be inserted into the input; null when they can.</summary>
    internal static string? WhyNot(RequestSet set)
    {
        if (set.Spans.Count == 0) return NoTraces;
        if (FilledFormat.Named(set.Format) is null) return $"spans cannot be inserted into {set.Format}; {NoTraces}";
        return set.Coverage.Unreadable ? $"a part cannot be read: {set.Coverage.Notes.First(note => note.Unreadable).Text}" : null;
    }
}

/// <summary>The result of inserting pauses into traces.</summary>
/// <param name="Spans">The spans in the traces, without those of an earlier fill.</param>
/// <param name="AlreadyThere">The spans of an earlier fill.</param>
/// <param name="LeftOut">The overlaps above <see cref="Limits.FilledPausesAHole"/> and <see cref="Limits.FilledPauses"/>.</param>
/// <param name="Coverage">How much of the traces was parsed; null when nothing could be read.</param>
/// <param name="Fault">Why nothing was written; null when the traces were written.</param>
public sealed record FillResult(
    int Spans, int Added, int AlreadyThere, long LeftOut, Coverage? Coverage, UnreadInput? Fault)
{
    /// <summary>The spans of processes that were not recorded.</summary>
    public int OfOthers { get; init; }
}
