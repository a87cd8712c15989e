using Unpause.Analysis.Diagnosis;

namespace Unpause.Reports.Composition;

/// <summary>
/// The causes of most of the paused time: root findings of the first process by the time of the pauses that they explain.
/// </summary>
internal static class CauseSentence
{
    /// <summary>How the sentence starts.</summary>
    private const string Start = "Cause of most of it";

    /// <summary>How the sentence about several causes starts.</summary>
    private const string SeveralStart = "Causes of most of it";

    /// <summary>How the sentence about allocation stalls starts, where another cause or none explains the pauses.</summary>
    private const string StallStart = "Beside the pauses";

    /// <summary>The share of the paused time, in percent, that a cause must explain, or several together.</summary>
    private const double LeastPercent = 50;

    /// <summary>The least share of one of several causes, in percent.</summary>
    private const double LeastOfSeveralPercent = 10;

    private const int MostCauses = 3;

    /// <summary>The sentence; null where findings explain less than half.</summary>
    public static string? Compose(IReadOnlyList<ProcessDocument> processes, IReadOnlyList<FindingDocument> findings)
    {
        if (Finding(processes, findings) is { } cause)
            return ExplainsMost(cause) ? $"{Start}{Certainty(cause)}: {Title(cause)}." : $"{StallStart}: {Title(cause)}.";
        var several = Several(findings);
        if (several.Sum(finding => finding.Explains!.SharePercent) < LeastPercent)
            return Symptom(processes, findings) is { } symptom ? $"{symptom.Title}." : null;
        var shares = several.Select(finding =>
            $"{Title(finding)} ({Quantities.Percent(finding.Explains!.SharePercent!.Value)})");
        return $"{SeveralStart}: {string.Join("; ", shares)}.";
    }

    /// <summary>The finding that is the cause, or that of long stalls; null where none explains so much.</summary>
    public static FindingDocument? Finding(IReadOnlyList<ProcessDocument> processes, IReadOnlyList<FindingDocument> findings)
    {
        if (processes.Count == 0) return null;
        var first = findings.FirstOrDefault(finding => finding is { Process: 0, SymptomOf: null });
        return first is not null && (ExplainsMost(first) || IsOfStalls(first)) ? first : null;
    }

    private static bool ExplainsMost(FindingDocument finding) => finding.Explains?.SharePercent >= LeastPercent;

    /// <summary>Threads that wait for memory are slow without a pause.</summary>
    private static bool IsOfStalls(FindingDocument finding) =>
        finding is { Severity: FindingDocument.High, NamesCause: true, Gain.Metric: GainMetrics.TotalStall };

    /// <summary>The symptom that no cause of the first process explains; null where there is none.</summary>
    public static FindingDocument? Symptom(IReadOnlyList<ProcessDocument> processes, IReadOnlyList<FindingDocument> findings)
    {
        if (processes.Count == 0) return null;
        return findings.FirstOrDefault(finding =>
            finding is { Process: 0, SymptomOf: null, NamesCause: false, Severity: not FindingDocument.Info });
    }

    /// <summary>Where the sentence starts in a verdict; below 0 where it has none.</summary>
    public static int FindIn(string verdict) =>
        new[] { Start, SeveralStart, StallStart, SymptomHeading.Start }.Max(start => verdict.LastIndexOf(start, StringComparison.Ordinal));

    private static List<FindingDocument> Several(IReadOnlyList<FindingDocument> findings) =>
    [
        .. findings.Where(finding => finding is { Process: 0, Explains.SharePercent: >= LeastOfSeveralPercent }).Take(MostCauses),
    ];

    private static string Certainty(FindingDocument cause) =>
        cause.Confidence is null or FindingDocument.Certain ? "" : $" ({cause.Confidence})";

    private static string Title(FindingDocument cause)
    {
        var end = cause.Title.IndexOf(": ", StringComparison.Ordinal);
        return end < 0 ? cause.Title : cause.Title[..end];
    }
}
