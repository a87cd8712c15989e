using Unpause.Analysis.Events;
using Unpause.Recordings.Secrets;
using Unpause.Reports.Composition;

namespace Unpause.Reports;

/// <summary>
/// The data that outputs draw or list besides the document, one value for each event: columns of pauses, collections, requests and
/// spans. A new report has those of its recordings; a stored report only those that <c>--events</c> stored.
/// </summary>
public sealed class Timeline
{
    private readonly IReadOnlyList<StoredEvents> _stored = [];

    private Timeline()
    {
    }

    /// <summary>Whether there is anything with a timestamp.</summary>
    internal bool IsEmpty => Processes.Count == 0;

    /// <summary>The processes in the document's order; empty when the report was stored.</summary>
    internal IReadOnlyList<ProcessTimeline> Processes { get; private init; } = [];

    /// <summary>The attributed requests; null when there are none or the report was stored.</summary>
    internal RequestReport? Requests { get; private init; }

    /// <summary>The page's timeline as it was stored; null when it was not, or the report is live.</summary>
    internal byte[]? Packed { get; private init; }

    /// <summary>The columns of a new report.</summary>
    internal static Timeline From(Report report) =>
        new()
        {
            Processes =
            [
                .. report.Processes.Select((process, index) => TimelineComposer.Compose(process) with
                {
                    Explanations = () => report.StopsOf(index).ComposeLongest(StopExplanationComposer.LongestOfPage),
                    FindingOf = FindingsOf(report, index),
                }),
            ],
            Requests = report.Requests,
        };

    private static Func<int, int?> FindingsOf(Report report, int process)
    {
        var stops = new FeltStops(report.Processes[process]);
        return stop => report.Diagnoses.FindExplaining(process, stops[stop]);
    }

    /// <summary>Splits off what <c>--events</c> stored in a document.</summary>
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

    /// <summary>The stored timeline with possible secrets redacted.</summary>
    internal Timeline WithoutSecrets() => Packed is null ? this : new Timeline(_stored, RedactedTimeline.Redact(Packed));

    /// <summary>The document with all events and the timeline.</summary>
    internal ReportDocument PutInto(ReportDocument document) => document with
    {
        Timeline = IsEmpty ? Packed : Html.TimelineJson.Pack(document, this),
        Processes = [.. document.Processes.Select((process, index) => process with { Events = Events(index), Waits = Waits(index) })],
    };

    private Timeline(IReadOnlyList<StoredEvents> stored, byte[]? packed) => (_stored, Packed) = (stored, packed);

    /// <summary>Whether single collections of any process are known: in a new report, or one stored with <c>--events</c>.</summary>
    public bool HasEvents => !IsEmpty || _stored.Any(stored => stored.Events is not null);

    /// <summary>Whether there are attributed requests with single values.</summary>
    public bool HasRequests => Requests is not null;

    /// <summary>A process's pauses in nanoseconds: start since the start of the recording (null where unknown), and duration.</summary>
    internal IEnumerable<(long? Start, long Duration)>? Pauses(int process) => process < Processes.Count
        ? Processes[process].Pauses
            .Select(pause => (pause.HasTime ? pause.StartNanoseconds : (long?)null, pause.DurationNanoseconds))
        : Events(process)?.SelectMany(collection => collection.Pauses)
            .Select(pause => ((long?)pause.StartMs?.Nanoseconds, (long)pause.DurationMs.Nanoseconds));

    /// <summary>A process's collections; null where unknown.</summary>
    internal IEnumerable<EventDocument>? Events(int process) =>
        process < Processes.Count ? EventComposer.Events(Processes[process]) : process < _stored.Count ? _stored[process].Events : null;

    private IEnumerable<WaitDocument>? Waits(int process) =>
        process < Processes.Count ? EventComposer.Waits(Processes[process]) : process < _stored.Count ? _stored[process].Waits : null;

    private sealed record StoredEvents(IEnumerable<EventDocument>? Events, IEnumerable<WaitDocument>? Waits);
}

/// <summary>A report that every output is made from, whether just analysed or read back from a file.</summary>
/// <param name="Timeline">The data that is drawn or listed besides.</param>
public sealed record FinishedReport(ReportDocument Document, Timeline Timeline)
{
    /// <summary>The report with possible secrets redacted, even if it was stored with them.</summary>
    public FinishedReport WithoutSecrets() =>
        Document.ArgumentsRedacted == true ? this : new(RedactedDocument.Redact(Document), Timeline.WithoutSecrets());

    /// <summary>The report with the identity of the run that the user passed, which takes precedence.</summary>
    public FinishedReport With(RunIdentity said) => Add(Document.ArgumentsRedacted == true ? RedactedFacts.Redact(said) : said);

    private FinishedReport Add(RunIdentity said) => this with
    {
        Document = Document with
        {
            Processes = [.. Document.Processes.Select(process => process with { Source = process.Source.With(said) })]
        },
    };
}

/// <summary>
/// Redacts possible secrets in a stored report that has them, because it was stored with <c>--show-arguments</c> or by a version without
/// redaction.
/// </summary>
internal static class RedactedDocument
{
    /// <summary>The redacted document.</summary>
    public static ReportDocument Redact(ReportDocument document) => document with
    {
        ArgumentsRedacted = true,
        NotRecorded = [.. document.NotRecorded.Select(Redaction.Text)],
        Processes = [.. document.Processes.Select(Redact)],
        Requests = document.Requests is { } requests ? Redact(requests) : null,
    };

    private static ProcessDocument Redact(ProcessDocument process) => process with
    {
        Name = Text(process.Name),
        Source = process.Source with
        {
            Command = Text(process.Source.Command),
            Settings = Redaction.Values(process.Source.Settings),
            Coverage = Redact(process.Source.Coverage),
            Identity = process.Source.Identity is { } identity ? identity with { Labels = Redaction.Values(identity.Labels) } : null,
        },
        Explanations = process.Explanations?.Select(Redact).ToList(),
    };

    /// <summary>Names of requests and threads are in what a stop delayed and what caused it.</summary>
    private static StopExplanationDocument Redact(StopExplanationDocument stop) => stop with
    {
        Culprit = stop.Culprit is { } culprit ? culprit with { Thread = Text(culprit.Thread), Text = Redaction.Text(culprit.Text) } : null,
        Victims = stop.Victims is { } victims
            ? victims with
            {
                Most = [.. victims.Most.Select(delayed => delayed with { Name = Name(delayed.Name) })],
                Text = Redaction.RequestName(victims.Text),
            }
            : null,
    };

    private static RequestsDocument Redact(RequestsDocument requests) => requests with
    {
        Sources = [.. requests.Sources.Select(source => source with { Coverage = Redact(source.Coverage) })],
        Worst = [.. requests.Worst.Select(worst => worst with { Name = Name(worst.Name) })],
        Holes = [.. requests.Holes.Select(
            hole => hole with { Span = Name(hole.Span), After = Name(hole.After), Before = Name(hole.Before) })],
    };

    private static CoverageDocument Redact(CoverageDocument coverage) => new()
    {
        Examples = [.. coverage.Examples.Select(example => example with { Text = Redaction.RequestName(example.Text) })],
        Notes = [.. coverage.Notes.Select(note => note with { Text = Redaction.Text(note.Text) })],
    };

    private static string? Text(string? text) => text is null ? null : Redaction.Text(text);

    private static string? Name(string? name) => name is null ? null : Redaction.RequestName(name);
}
