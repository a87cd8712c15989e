using Unpause.Analysis;
using Unpause.Diagnosis;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>All that is said about some recordings: data only; a writer turns it into one output.</summary>
/// <param name="Processes">The processes, the most paused first.</param>
/// <param name="Diagnoses">What the rules said of them; indexes are those of <paramref name="Processes"/>.</param>
/// <param name="NotRecorded">What the recorder could not record, in sentences; empty when reports are made from files.</param>
public sealed record Report(IReadOnlyList<AnalysedProcess> Processes, Diagnoses Diagnoses, IReadOnlyList<string> NotRecorded)
{
    /// <summary>What requests say; null when none were given.</summary>
    public RequestReport? Requests { get; init; }

    /// <summary>Whose run the processes are, as far as the user, the run's environment and its container tell.</summary>
    public RunIdentity Identity { get; init; } = RunIdentity.Unknown;

    /// <summary>The verdict in one sentence.</summary>
    public string Verdict => VerdictSentence.Of(this);

    /// <summary>Analyses recordings and asks the rules.</summary>
    public static Report Of(IReadOnlyList<Recording> recordings, IReadOnlyList<string>? notRecorded = null)
    {
        AnalysedProcess[] processes = [.. recordings.Select(AnalysedProcess.Of).OrderByDescending(process => process.Summary.Pauses.TotalNanoseconds)];
        return new Report(processes, Diagnoses.Of(processes), notRecorded ?? []);
    }
}
