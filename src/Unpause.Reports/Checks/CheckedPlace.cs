using Unpause.Recordings.Cpu;
using Unpause.Reports.Budgets;

namespace Unpause.Reports.Checks;

/// <summary>The subject of a budget: a process of a report, or its requests.</summary>
/// <param name="Process">The process; null for the requests.</param>
internal sealed record CheckedPlace(ReportDocument Report, ProcessDocument? Process)
{
    private const string Pid = " (pid ";

    /// <summary>The name for people.</summary>
    public string Name
    {
        get
        {
            var services = Services.Where(service => service.Length > 0).Distinct(StringComparer.Ordinal).ToList();
            var name = Process is null ? "the requests" : ProcessName.Format(Process);
            return services is [var only] ? $"{PlainText.Clean(only)}: {name}" : name;
        }
    }

    /// <summary>The amount of data.</summary>
    public Sample Sample => Process is null ? Sample.From(Report) : Sample.From(Report, Process);

    /// <summary>The name that stays the same in another run: without the process ID.</summary>
    public string Lasting => Process is null ? "" : WithoutPid(ProcessName.Format(Process));

    /// <summary>All subjects of budgets: the requests of each report, or each process.</summary>
    public static IEnumerable<CheckedPlace> FindAll(ReportDocument report, bool requests) =>
        requests ? [new(report, null)] : report.Processes.Select(process => new CheckedPlace(report, process));

    /// <summary>Whether a budget applies to it.</summary>
    public bool IsMeant(FileBudget budget) =>
        (budget.Service is not { } service || Services.Any(name => FrameGlob.Matches(service, name)))
        && (budget.Process is not { } process || Names.Any(name => FrameGlob.Matches(process, name)));

    /// <summary>The value of a budget's metric; null when unknown.</summary>
    public double? Measure(FileBudget budget) =>
        Process is not null ? budget.Metric.GetValue(Process) : Report.Requests is { } requests ? budget.Metric.GetValue(requests) : null;

    /// <summary>Why the value is unknown, as a clause.</summary>
    public string WhyUnknown(FileBudget budget)
    {
        if (Process is { } process)
        {
            return budget.Metric.IsOfPauses && process is { Pauses.Count: 0, Source.HasCollections: true }
                && process.Stops is not { Count: > 0 }
                ? "no pause was recorded" : "this number was not recorded";
        }

        if (Report.Requests is not { } requests) return "there are no requests: add --requests PATH and --slow 400ms";
        var refusal = requests.Explanations.FirstOrDefault(reported => reported.Kind == ExplanationDocument.NotJudged)
            ?? requests.Explanations.FirstOrDefault(reported => reported.ImplausibleTimes);
        return refusal is null ? Budget.NotReportedByRequests : PlainText.Clean(refusal.Text);
    }

    private IEnumerable<string> Services =>
        (Process is null ? Report.Processes : [Process]).Select(process => process.Source.Identity?.Service ?? "");

    /// <summary>The names that a user may use for the process.</summary>
    private IEnumerable<string> Names
    {
        get
        {
            if (Process is not { } process) yield break;
            yield return ProcessName.Format(process);
            yield return Lasting;
            if (process.Source.Command is { } command) yield return command;
            foreach (var file in process.Source.Files) yield return Path.GetFileName(file);
        }
    }

    private static string WithoutPid(string name) =>
        name.LastIndexOf(Pid, StringComparison.Ordinal) is var at and > 0 && name.EndsWith(')') ? name[..at] : name;
}
