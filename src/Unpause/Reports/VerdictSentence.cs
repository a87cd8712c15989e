using Unpause.Analysis;

namespace Unpause.Reports;

/// <summary>Says in one sentence what the collector did to the program.</summary>
internal static class VerdictSentence
{
    public static string Of(Report report)
    {
        if (report.Processes.Count == 0) return "Nothing was recorded, so nothing can be said about the collector.";
        var first = report.Processes[0];
        var pauses = first.Summary.Pauses;
        var who = report.Processes.Count == 1
            ? "this program"
            : $"{ProcessName.Of(first)}, the most paused of {Quantities.Count(report.Processes.Count)} processes,";
        if (pauses.Count == 0) return Quiet(first, report.Processes.Count);
        var times = pauses.Count == 1 ? "once" : $"{Quantities.Count(pauses.Count)} times";
        var longest = pauses.Count == 1 ? "" : $"; the longest pause was {Quantities.Duration(pauses.MaxNanoseconds!.Value)}";
        return $"The collector stopped {who} {times} for {Quantities.Duration(pauses.TotalNanoseconds)}{Share(first)}{longest}.";
    }

    private static string Quiet(AnalysedProcess process, int processes)
    {
        var span = process.Recording.DurationNanoseconds is { } duration ? $" in {Quantities.Duration(duration)}" : "";
        if (process.Recording.Coverage.Unreadable) return $"No pause could be read{span}: part of the recording is damaged.";
        var who = processes == 1 ? "this program" : $"any of {Quantities.Count(processes)} processes";
        return $"The collector did not stop {who}{span}.";
    }

    private static string Share(AnalysedProcess process) =>
        process.Summary.Pauses.ThroughputPercent is { } throughput
            ? $" in all, {Quantities.Percent(100 - throughput)} of {Quantities.Duration(process.Recording.DurationNanoseconds!.Value)}"
            : " in all";
}
