using Unpause.Analysis;
using Unpause.Diagnosis;
using Unpause.Recordings;
using Unpause.Reports.Composition;
using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>
/// What was analysed and diagnosed about some recordings. It ends in a <see cref="ReportDocument"/> and a <see cref="Reports.Timeline"/>,
/// of which all outputs are made.
/// </summary>
/// <param name="Processes">The processes, the most paused first.</param>
/// <param name="Diagnoses">What the rules said of them; indexes are those of <paramref name="Processes"/>.</param>
/// <param name="NotRecorded">What the recorder could not record, in sentences; empty when reports are made from files.</param>
public sealed record Report(IReadOnlyList<AnalysedProcess> Processes, Diagnoses Diagnoses, IReadOnlyList<string> NotRecorded)
{
    /// <summary>What requests say; null when none were given.</summary>
    public RequestReport? Requests { get; init; }

    /// <summary>Whose run the processes are, as far as the user, the run's environment and its container tell.</summary>
    public RunIdentity Identity { get; init; } = RunIdentity.Unknown;

    /// <summary>All that is said, as data.</summary>
    public ReportDocument ToDocument() => ReportComposer.Compose(this);

    /// <summary>What is drawn or listed beside it.</summary>
    internal Timeline ToTimeline() => Timeline.Of(this);

    /// <summary>Both.</summary>
    public FinishedReport Finish() => new(ToDocument(), ToTimeline());

    /// <summary>Analyses recordings and asks the rules.</summary>
    public static Report Of(IReadOnlyList<Recording> recordings, IReadOnlyList<string>? notRecorded = null)
    {
        AnalysedProcess[] processes =
            [.. recordings.Select(AnalysedProcess.Of).OrderByDescending(process => process.Summary.Pauses.TotalNanoseconds)];
        return new Report(processes, Diagnoses.Of(processes), notRecorded ?? []);
    }
}
