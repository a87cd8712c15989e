using Unpause.Diagnosis.Python;
using Unpause.Recordings.Words;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Composition;

/// <summary>
/// Says that a program ran with its collector off: that the collector did not stop it is true then, and no sign that all is well.
/// </summary>
internal static class OffSentence
{
    /// <summary>The sentence; null where no collector is known to have been off.</summary>
    public static string? Of(IReadOnlyList<ProcessDocument> processes, IReadOnlyList<FindingDocument> findings)
    {
        FindingDocument[] found = [.. findings.Where(finding => finding.Id == DisabledCollector.RuleId)];
        if (found.MaxBy(Objects) is { Process: var index } worst && index >= 0 && index < processes.Count)
        {
            var count = found.Length == 1 ? "" : $" in {Quantities.Count(found.Length)} of them, most of all";
            var where = processes.Count == 1 ? "" : $"{count} in {ProcessName.Of(processes[index])}";
            return $"It was off{where}{worst.Title[DisabledCollector.Off.Length..]}.";
        }

        return processes is [var only] && IsOff(only) ? "It was off at the end." : null;
    }

    /// <summary>How many stayed: the first of its evidence.</summary>
    private static double Objects(FindingDocument finding) => finding.Evidence is [{ Value: { } stayed }, ..] ? stayed : 0;

    private static bool IsOff(ProcessDocument process) =>
        process.Source.Settings.GetValueOrDefault(PythonSettings.CollectorAtEnd) == PythonSettings.Disabled;
}
