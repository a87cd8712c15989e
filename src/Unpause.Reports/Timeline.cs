using Unpause.Reports.Composition;
using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>
/// What a report's outputs draw or list beside the document, one value for each event: columns of pauses, collections, requests and
/// spans. A live report has them as its recordings hold them; a stored one as far as it was stored (<c>--events</c>).
/// </summary>
public sealed class Timeline
{
    private readonly IReadOnlyList<StoredEvents> _stored = [];

    private Timeline()
    {
    }

    /// <summary>Whether there is anything to place in time.</summary>
    internal bool IsEmpty => Processes.Count == 0;

    /// <summary>The processes in the document's order; empty when the report was stored.</summary>
    internal IReadOnlyList<ProcessTimeline> Processes { get; private init; } = [];

    /// <summary>The requests that were judged; null when there are none or the report was stored.</summary>
    internal RequestReport? Requests { get; private init; }

    /// <summary>The page's timeline as it was stored; null when it was not, or the report is live.</summary>
    internal byte[]? Packed { get; private init; }

    /// <summary>The columns of a report that was just made.</summary>
    internal static Timeline Of(Report report) =>
        new() { Processes = [.. report.Processes.Select(process => new ProcessTimeline(process.Recording))], Requests = report.Requests };

    /// <summary>Takes what only <c>--events</c> stores out of a document.</summary>
    internal static FinishedReport Split(ReportDocument stored)
    {
        var document = stored with
        {
            Timeline = null,
            Processes = [.. stored.Processes.Select(process => process with { Events = null, Waits = null })],
        };
        return new FinishedReport(document, new Timeline(stored));
    }

    private Timeline(ReportDocument stored)
    {
        Packed = stored.Timeline;
        _stored = [.. stored.Processes.Select(process => new StoredEvents(process.Events, process.Waits))];
    }

    /// <summary>What was stored, without what is or may be a secret.</summary>
    internal Timeline WithoutSecrets() => Packed is null ? this : new Timeline(_stored, RedactedTimeline.Of(Packed));

    /// <summary>The document with everything that can be stored beside it.</summary>
    internal ReportDocument PutInto(ReportDocument document) => document with
    {
        Timeline = IsEmpty ? Packed : Html.TimelineJson.Pack(document, this),
        Processes = [.. document.Processes.Select((process, index) => process with { Events = Events(index), Waits = Waits(index) })],
    };

    private Timeline(IReadOnlyList<StoredEvents> stored, byte[]? packed) => (_stored, Packed) = (stored, packed);

    /// <summary>Whether single collections are known of any process: of a live report, or one stored with <c>--events</c>.</summary>
    public bool HasEvents => !IsEmpty || _stored.Any(stored => stored.Events is not null);

    /// <summary>Whether requests were judged, and are known one by one.</summary>
    public bool HasRequests => Requests is not null;

    /// <summary>A process's pauses: since the recording's zero, null where that isn't known, and their length, nanoseconds.</summary>
    internal IEnumerable<(long? Start, long Duration)>? Pauses(int process) => process < Processes.Count
        ? Processes[process].Recording.Pauses
            .Select(pause => (pause.HasTime ? pause.StartNanoseconds : (long?)null, pause.DurationNanoseconds))
        : Events(process)?.SelectMany(collection => collection.Pauses)
            .Select(pause => ((long?)pause.StartMs?.Nanoseconds, (long)pause.DurationMs.Nanoseconds));

    /// <summary>A process's collections; null when they are not known.</summary>
    internal IEnumerable<EventDocument>? Events(int process) =>
        process < Processes.Count ? EventComposer.Events(Processes[process]) : process < _stored.Count ? _stored[process].Events : null;

    private IEnumerable<WaitDocument>? Waits(int process) =>
        process < Processes.Count ? EventComposer.Waits(Processes[process]) : process < _stored.Count ? _stored[process].Waits : null;

    private sealed record StoredEvents(IEnumerable<EventDocument>? Events, IEnumerable<WaitDocument>? Waits);
}
