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
        var found = findings.FirstOrDefault(finding => finding.Id == DisabledCollector.RuleId);
        if (found is { Process: var index } && index >= 0 && index < processes.Count)
        {
            var where = processes.Count == 1 ? "" : $" in {ProcessName.Of(processes[index])}";
            return $"It was off{where}{found.Title[DisabledCollector.Off.Length..]}.";
        }

        return processes is [var only] && IsOff(only) ? "It was off at the end." : null;
    }

    private static bool IsOff(ProcessDocument process) =>
        process.Source.Settings.GetValueOrDefault(PythonSettings.CollectorAtEnd) == PythonSettings.Disabled;
}
