namespace Unpause.Reports.Composition;

/// <summary>The cause of most of the paused time: the first process's root finding, if its advice saves at least half of it.</summary>
internal static class CauseSentence
{
    /// <summary>How the sentence starts.</summary>
    public const string Start = "Cause of most of it";

    /// <summary>The share of the paused time that a finding must account for to be called its cause.</summary>
    private const double LeastShare = 0.5;

    /// <summary>The sentence; null where no finding accounts for so much.</summary>
    public static string? Compose(IReadOnlyList<ProcessDocument> processes, IReadOnlyList<FindingDocument> findings)
    {
        if (Finding(processes, findings) is not { } cause) return null;
        var confidence = cause.Confidence is null or FindingDocument.Certain ? "" : $" ({cause.Confidence})";
        var end = cause.Title.IndexOf(": ", StringComparison.Ordinal);
        return $"{Start}{confidence}: {(end < 0 ? cause.Title : cause.Title[..end])}.";
    }

    /// <summary>The finding that is the cause; null where none accounts for so much.</summary>
    public static FindingDocument? Finding(IReadOnlyList<ProcessDocument> processes, IReadOnlyList<FindingDocument> findings)
    {
        if (processes.Count == 0) return null;
        var stopped = processes[0].Stops?.TotalMs.Nanoseconds ?? processes[0].Pauses.TotalMs.Nanoseconds;
        var cause = findings.FirstOrDefault(finding => finding is { Process: 0, SymptomOf: null });
        return cause?.SavingsMaxMs is { Nanoseconds: > 0 } back && back.Nanoseconds >= stopped * LeastShare ? cause : null;
    }
}
