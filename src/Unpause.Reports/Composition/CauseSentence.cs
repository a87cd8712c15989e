using Unpause.Reports.Documents;

namespace Unpause.Reports.Composition;

/// <summary>The verdict's cause: the root finding whose advice would bring back most of the first process's stopped time.</summary>
internal static class CauseSentence
{
    /// <summary>Of the stopped time, what a finding must account for to be called its cause.</summary>
    private const double LeastShare = 0.5;

    /// <summary>The sentence; null where no finding accounts for so much.</summary>
    public static string? Of(IReadOnlyList<ProcessDocument> processes, IReadOnlyList<FindingDocument> findings)
    {
        if (processes.Count == 0) return null;
        var stopped = processes[0].Stops?.TotalMs.Nanoseconds ?? processes[0].Pauses.TotalMs.Nanoseconds;
        var cause = findings.FirstOrDefault(finding => finding is { Process: 0, SymptomOf: null });
        if (cause?.SavingsMaxMs is not { Nanoseconds: > 0 } back || back.Nanoseconds < stopped * LeastShare) return null;
        var sure = cause.Confidence switch
        {
            FindingDocument.Certain => "The cause",
            FindingDocument.Likely => "The likely cause",
            _ => "A possible cause",
        };
        var end = cause.Title.IndexOf(": ", StringComparison.Ordinal);
        return $"{sure}: {(end < 0 ? cause.Title : cause.Title[..end])}.";
    }
}
