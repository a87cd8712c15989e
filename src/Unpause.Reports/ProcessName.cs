using Unpause.Recordings.Words;

namespace Unpause.Reports;

/// <summary>The name of a process in reports: its command where known, else its file.</summary>
public static class ProcessName
{
    /// <summary>The name to show; safe for a terminal.</summary>
    public static string Format(ProcessDocument process) => process.Name is { } name ? PlainText.Clean(name) : Format(process.Source);

    /// <summary>The name from a recording's source; safe for a terminal.</summary>
    internal static string Format(SourceDocument source)
    {
        var name = Shortened(source.Command)
            ?? (source.Files.Count > 0 ? Path.GetFileName(source.Files[0]) : source.RuntimeName ?? Runtimes.TraitsOf(source.Runtime).Name);
        string[] parts = [.. source.Pid is { } pid ? [$"pid {pid}"] : Array.Empty<string>(), .. Isolate(source)];
        return parts.Length > 0 ? $"{PlainText.Clean(name)} ({PlainText.Clean(string.Join(", ", parts))})" : PlainText.Clean(name);
    }

    /// <summary>Processes of Node.js have a heap for each worker thread.</summary>
    private static IEnumerable<string> Isolate(SourceDocument source) =>
        source.Settings is { } settings && settings.TryGetValue(NodeSettings.Isolate, out var isolate) ? [isolate] : [];

    private static string? Shortened(string? command) =>
        string.IsNullOrWhiteSpace(command) ? null : command.Length <= 60 ? command : command[..57] + "…";
}
