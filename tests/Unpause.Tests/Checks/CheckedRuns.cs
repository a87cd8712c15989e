using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Reports;
using Unpause.Reports.Checks;
using Unpause.Reports.Documents;

namespace Unpause.Tests.Checks;

/// <summary>Reports to check, and the shortest way to a verdict.</summary>
internal static class CheckedRuns
{
    /// <summary>A process with pauses of so many milliseconds, one a second.</summary>
    public static ReportDocument Run(params long[] pauses) => Report.Create([Recording("gc.log", pauses)]).ToDocument();

    /// <summary>Several processes, each known by its file.</summary>
    public static ReportDocument Runs(params (string File, long[] Pauses)[] processes) =>
        Report.Create([.. processes.Select(process => Recording(process.File, process.Pauses))]).ToDocument();

    /// <summary>The report of a sample.</summary>
    public static ReportDocument Sample(params string[] path) =>
        Report.Create(RuntimeTable.Default.Load([RecordingInput.File(RepositoryFolder.File(["samples",
            .. path]))]).Recordings).ToDocument();

    /// <summary>The only verdict of a budget, which is written as a YAML flow map.</summary>
    public static CheckVerdict Judge(string budget, ReportDocument report, ReportDocument? baseline = null) =>
        Judge(budget, [report], baseline is null ? [] : [baseline]);

    /// <inheritdoc cref="Judge(string, ReportDocument, ReportDocument?)"/>
    public static CheckVerdict Judge(string budget, IReadOnlyList<ReportDocument> reports, IReadOnlyList<ReportDocument> baseline)
    {
        var file = BudgetsFile.Read($"budgets: [{{{budget}}}]", null);
        return Assert.Single(new BudgetCheck(reports, file.Baselines.ToDictionary(name => name, _ => baseline)).Judge(file));
    }

    private static Recording Recording(string file, long[] pauses)
    {
        var begun = Recorded.Begun(10_000, [.. pauses.Select((pause, i) => ((i + 1) * 1000L, pause))]);
        begun.Source.Files = [file];
        return begun.Build();
    }
}
