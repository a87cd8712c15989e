namespace Unpause.Reports;

/// <summary>The findings of a process as they are shown: each root cause with its symptoms.</summary>
internal static class FindingGroups
{
    /// <summary>The root causes in the order of the report, each with its symptoms.</summary>
    /// <param name="findings">All findings of the report.</param>
    /// <param name="process">The index of the process; null for all processes.</param>
    public static List<(FindingDocument Root, List<FindingDocument> Followers)> Group(
        IReadOnlyList<FindingDocument> findings, int? process = null)
    {
        var groups = new List<(FindingDocument, List<FindingDocument>)>();
        var groupOf = new int[findings.Count];
        for (var i = 0; i < findings.Count; i++)
        {
            var finding = findings[i];
            groupOf[i] = finding.SymptomOf is { } cause ? groupOf[cause] : groups.Count;
            // Findings of other processes get groups, too, so that all indices stay valid.
            if (finding.SymptomOf is null) groups.Add((finding, []));
            else groups[groupOf[i]].Item2.Add(finding);
        }

        return process is null ? groups : [.. groups.Where(group => group.Item1.Process == process)];
    }

    /// <summary>A finding's confidence with its reason, without the label; null in reports of older versions.</summary>
    public static string? Confidence(FindingDocument finding) =>
        finding.Confidence is { } word ? finding.ConfidenceReason is { } why ? $"{word}: {why}" : word : null;
}
