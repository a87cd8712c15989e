using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Recordings.Secrets;
using Unpause.Reports.Composition;
using Unpause.Requests.Attribution.Scenarios;

namespace Unpause.Reports;

/// <summary>
/// Analysed and diagnosed recordings. A <see cref="ReportDocument"/> and a <see cref="Reports.Timeline"/> are made from it, and all
/// outputs from these two.
/// </summary>
/// <param name="Processes">The processes, by total time stopped, the longest first.</param>
/// <param name="Diagnoses">The findings about them; indexes are those of <paramref name="Processes"/>.</param>
/// <param name="NotRecorded">What the recorder could not record, as sentences; empty for reports made from files.</param>
public sealed record Report(IReadOnlyList<AnalysedProcess> Processes, Diagnoses Diagnoses, IReadOnlyList<string> NotRecorded)
{
    /// <summary>The attributed requests; null when none were given.</summary>
    public RequestReport? Requests { get; init; }

    /// <summary>
    /// The process ID that the user passed, while the process is still running: advised commands then name it. Otherwise null.
    /// </summary>
    public int? LiveProcess { get; init; }

    /// <summary>Whether command lines, settings and URLs are shown unredacted.</summary>
    public bool ArgumentsShown { get; private init; }

    /// <summary>The identity of the run, from the user, the environment and the container.</summary>
    public RunIdentity Identity { get; init; } = RunIdentity.Unknown;

    /// <summary>Explains single stops of a process.</summary>
    /// <param name="process">Its index.</param>
    public StopExplanationComposer StopsOf(int process) => new(Processes[process], process, Diagnoses, Requests?.Attribution.Delayed);

    /// <summary>The requests of a process; null without.</summary>
    /// <param name="process">Its index.</param>
    internal ReplayableLoad? LoadOf(int process) => Requests?.Attribution.Loads.FirstOrDefault(load => load.Recording == process);

    /// <summary>Composes the document.</summary>
    public ReportDocument ToDocument() => ReportComposer.Compose(this);

    /// <summary>The data that is drawn or listed besides.</summary>
    internal Timeline ToTimeline() => Timeline.From(this);

    /// <summary>The document and the timeline.</summary>
    public FinishedReport Finish() => new(ToDocument(), ToTimeline());

    /// <summary>Analyses recordings and runs the rules.</summary>
    /// <param name="notRecorded">What could not be recorded, as sentences.</param>
    /// <param name="argumentsShown">Whether possible secrets are shown. Otherwise they are redacted here, before anything else.</param>
    public static Report Create(
        IReadOnlyList<Recording> recordings, IReadOnlyList<string>? notRecorded = null, bool argumentsShown = false)
    {
        var reported = argumentsShown ? recordings : recordings.Select(RedactedFacts.Redact);
        IEnumerable<string> missing = notRecorded ?? [];
        AnalysedProcess[] processes =
            [.. reported.Select(AnalysedProcess.From).OrderByDescending(process => process.Summary.Felt.TotalNanoseconds)];
        return new Report(processes, Diagnoses.Run(processes), [.. argumentsShown ? missing : missing.Select(Redaction.Text)])
        {
            ArgumentsShown = argumentsShown,
        };
    }
}
