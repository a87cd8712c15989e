using Unpause.Analysis.Diagnosis;

namespace Unpause.Fleet;

/// <summary>
/// The title of a finding of many processes: the noun phrase that its rule's ID is. The title in a report has that process's numbers, which
/// would be read as the fleet's.
/// </summary>
internal static class FindingTitle
{
    private static readonly HashSet<string> Rules = RuleCatalog.All.Select(rule => rule.Id).ToHashSet(StringComparer.Ordinal);

    private static readonly (string Written, string Said)[] Words =
        [(" gc ", " GC "), (" datas ", " DATAS "), (" numa ", " NUMA "), (" non ", " non-"), (" trade off ", " trade-off ")];

    /// <summary>The title; null for an ID of no rule.</summary>
    public static string? Find(string id)
    {
        if (!Rules.Contains(id)) return null;
        var text = $" {id.Replace('-', ' ')} ";
        foreach (var (written, said) in Words) text = text.Replace(written, said, StringComparison.Ordinal);
        text = text.Replace("-gc ", "-GC ", StringComparison.Ordinal).Trim();
        return char.ToUpperInvariant(text[0]) + text[1..];
    }
}
