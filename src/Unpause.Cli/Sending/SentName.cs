using Unpause.Reports.Documents;
using Unpause.Reports.Fleets;

namespace Unpause.Cli.Sending;

/// <summary>How a report is called where reports of many hosts are kept. The end of its name is a hash of its content.</summary>
/// <param name="Host">The folder of the first host that a process claims, as the receiver has it.</param>
/// <param name="Day">The folder of the day on which the first process starts.</param>
/// <param name="Stem">The time of day and the service.</param>
internal sealed record SentName(string Host, string Day, string Stem)
{
    // No output on a command line begins like this: an option does.
    private const string Mark = SendTarget.Option + " ";

    private const int MostStemChars = 80, TimeAt = 11, TimeChars = 8;

    /// <summary>The name as the unprivileged reader writes it.</summary>
    public string Text => $"{Mark}{Host}/{Day}/{Stem}";

    /// <summary>The name of a report.</summary>
    public static SentName From(ReportDocument report)
    {
        var sources = report.Processes.Select(process => process.Source);
        var started = sources.FirstOrDefault(source => KeptReports.DayOf(source.StartedAt) is not null)?.StartedAt;
        var time = started is { Length: >= TimeAt + TimeChars }
            ? $"{started.Substring(TimeAt, TimeChars).Replace(":", "", StringComparison.Ordinal)}-"
            : "";
        var service = sources.FirstOrDefault(source => source.Identity?.Service is { Length: > 0 })?.Identity!.Service
            ?? report.Processes.FirstOrDefault()?.Source.Runtime ?? "";
        var host = sources.FirstOrDefault(source => source.Identity?.Host is { Length: > 0 })?.Identity!.Host;
        return new(
            KeptReports.HostFolder(host), KeptReports.DayFolder(started), KeptReports.Plainly($"{time}{service}", MostStemChars));
    }

    /// <summary>Reads <see cref="Text"/> of a process that may be an attacker's; null when it is none.</summary>
    public static SentName? Parse(string text)
    {
        if (!text.StartsWith(Mark, StringComparison.Ordinal)) return null;
        return text[Mark.Length..].Split('/') is [{ Length: > 0 } host, var day, { Length: > 0 } stem]
            ? new(KeptReports.HostFolder(host), KeptReports.DayFolder(day), KeptReports.Plainly(stem, MostStemChars))
            : null;
    }
}
