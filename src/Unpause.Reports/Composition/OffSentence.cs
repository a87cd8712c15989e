using Unpause.Analysis.Diagnosis.Python;
using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Composition;

/// <summary>
/// Reports that a process ran with its garbage collector disabled: few or no pauses do not mean that all is well then.
/// </summary>
internal static class OffSentence
{
    /// <summary>The sentence; null where no collector is known to have been disabled.</summary>
    public static string? Of(IReadOnlyList<ProcessDocument> processes, IReadOnlyList<FindingDocument> findings)
    {
        FindingDocument[] found = [.. findings.Where(finding => finding.Id == DisabledCollector.RuleId)];
        if (found.MaxBy(Objects) is { Process: var index } worst && index >= 0 && index < processes.Count)
        {
            var count = found.Length == 1 ? "" : $" in {Quantities.Count(found.Length)} processes, most objects stayed";
            var where = processes.Count == 1 ? "" : $"{count} in {ProcessName.Of(processes[index])}";
            return $"GC was disabled{where}{worst.Title[DisabledCollector.Off.Length..]}.";
        }

        return processes is [var only] && IsOff(only) ? "GC was disabled at the end." : null;
    }

    /// <summary>How many objects stayed: the finding's first evidence.</summary>
    private static double Objects(FindingDocument finding) => finding.Evidence is [{ Value: { } stayed }, ..] ? stayed : 0;

    private static bool IsOff(ProcessDocument process) =>
        process.Source.Settings.GetValueOrDefault(PythonSettings.CollectorAtEnd) == PythonSettings.Disabled;
}
