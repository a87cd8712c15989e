using Unpause.Analysis;
using Unpause.Diagnosis;
using Unpause.Recordings;
using Unpause.Reports.Composition;
using Unpause.Reports.Documents;
using Unpause.Secrets;

namespace Unpause.Reports;

/// <summary>
/// What was analysed and diagnosed about some recordings. It ends in a <see cref="ReportDocument"/> and a <see cref="Reports.Timeline"/>,
/// of which all outputs are made.
/// </summary>
/// <param name="Processes">The processes, the one that stood still longest in all first.</param>
/// <param name="Diagnoses">What the rules said of them; indexes are those of <paramref name="Processes"/>.</param>
/// <param name="NotRecorded">What the recorder could not record, in sentences; empty when reports are made from files.</param>
public sealed record Report(IReadOnlyList<AnalysedProcess> Processes, Diagnoses Diagnoses, IReadOnlyList<string> NotRecorded)
{
    /// <summary>What requests say; null when none were given.</summary>
    public RequestReport? Requests { get; init; }

    /// <summary>
    /// The process by the number that its user gave, while it is still there: commands that are advised then name it. Null else.
    /// </summary>
    public int? LiveProcess { get; init; }

    /// <summary>Whether command lines, settings and URLs are as they were read; else what may be a secret is hidden in them.</summary>
    public bool ArgumentsShown { get; private init; }

    /// <summary>Whose run the processes are, as far as the user, the run's environment and its container tell.</summary>
    public RunIdentity Identity { get; init; } = RunIdentity.Unknown;

    /// <summary>All that is said, as data.</summary>
    public ReportDocument ToDocument() => ReportComposer.Compose(this);

    /// <summary>What is drawn or listed beside it.</summary>
    internal Timeline ToTimeline() => Timeline.Of(this);

    /// <summary>Both.</summary>
    public FinishedReport Finish() => new(ToDocument(), ToTimeline());

    /// <summary>Analyses recordings and asks the rules.</summary>
    /// <param name="recordings">The recordings.</param>
    /// <param name="notRecorded">What could not be recorded, in sentences.</param>
    /// <param name="argumentsShown">Whether what may be a secret is shown: here is where it is hidden, for all that follows.</param>
    public static Report Of(
        IReadOnlyList<Recording> recordings, IReadOnlyList<string>? notRecorded = null, bool argumentsShown = false)
    {
        var told = argumentsShown ? recordings : recordings.Select(RedactedFacts.Of);
        IEnumerable<string> missing = notRecorded ?? [];
        AnalysedProcess[] processes =
            [.. told.Select(AnalysedProcess.Of).OrderByDescending(process => process.Summary.Felt.TotalNanoseconds)];
        return new Report(processes, Diagnoses.Of(processes), [.. argumentsShown ? missing : missing.Select(Redaction.Text)])
        {
            ArgumentsShown = argumentsShown,
        };
    }
}
