using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>How a process is called in reports: its command where known, else its file.</summary>
public static class ProcessName
{
    /// <summary>The name to show; safe for a terminal.</summary>
    public static string Of(AnalysedProcess process)
    {
        var source = process.Recording.Source;
        var name = Shortened(source.Command) ?? (source.Files.Count > 0 ? Path.GetFileName(source.Files[0]) : source.Traits.Name);
        return source.ProcessId is { } pid ? $"{PlainText.Clean(name)} (pid {pid})" : PlainText.Clean(name);
    }

    private static string? Shortened(string? command) =>
        string.IsNullOrWhiteSpace(command) ? null : command.Length <= 60 ? command : command[..57] + "…";
}
