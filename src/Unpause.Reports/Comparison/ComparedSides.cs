namespace Unpause.Reports.Comparison;

/// <summary>The runs of both sides, each with the process that is compared.</summary>
/// <param name="Before">The runs before the change; at least one.</param>
/// <param name="After">The runs after it; at least one.</param>
internal sealed record ComparedSides(IReadOnlyList<ComparedRun> Before, IReadOnlyList<ComparedRun> After)
{
    /// <summary>Whether there is one run per side: then stretches of it are resampled.</summary>
    public bool AreSingle => Before.Count == 1 && After.Count == 1;

    /// <summary>
    /// Picks one process of every run: the one with a command that both sides have, else the one that was stopped longest. Reports list
    /// processes by total time stopped.
    /// </summary>
    /// <param name="before">Reports of the runs before the change.</param>
    /// <param name="after">Reports of the runs after it.</param>
    /// <param name="refusal">Why the sides cannot be compared; null when they can.</param>
    public static ComparedSides? Choose(IReadOnlyList<ReportDocument> before, IReadOnlyList<ReportDocument> after, out string? refusal)
    {
        refusal = null;
        if (before.Count == 0 || after.Count == 0 || before.Concat(after).Any(report => report.Processes.Count == 0))
        {
            refusal = "a report has no process";
            return null;
        }

        var shared = SharedProgram(before, after);
        var sides = new ComparedSides([.. before.Select(Pick)], [.. after.Select(Pick)]);
        var runtimes = sides.Before.Concat(sides.After).Select(run => run.Process.Source).DistinctBy(source => source.Runtime).ToList();
        if (runtimes.Count > 1)
        {
            refusal = $"{NameOf(runtimes[0])} and {NameOf(runtimes[1])} cannot be compared: their collectors work differently";
            return null;
        }

        if (sides.Before.Concat(sides.After).FirstOrDefault(run => !run.Process.Source.HasCollections) is { } other)
        {
            refusal = $"{ProcessName.Format(other.Process)} records memory only, and no collections";
            return null;
        }

        return sides;

        ComparedRun Pick(ReportDocument report)
        {
            for (var i = 0; i < report.Processes.Count; i++)
            {
                if (ProgramOf(report.Processes[i]) is { } program && program == shared) return new ComparedRun(report, i);
            }

            return new ComparedRun(report, 0);
        }
    }

    private static string NameOf(SourceDocument source) => source.RuntimeName ?? source.Runtime;

    private static (string Runtime, string Command)? SharedProgram(
        IReadOnlyList<ReportDocument> before, IReadOnlyList<ReportDocument> after)
    {
        foreach (var program in before[0].Processes.Select(ProgramOf).OfType<(string, string)>())
        {
            if (after[0].Processes.Any(process => ProgramOf(process) == program)) return program;
        }

        return null;
    }

    private static (string Runtime, string Command)? ProgramOf(ProcessDocument process) =>
        process.Source.Command is { } command ? (process.Source.Runtime, command) : null;
}
