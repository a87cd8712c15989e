using Unpause.Cli.Sending;
using Unpause.Recorder.Rights;

namespace Unpause.Cli.Rights;

/// <summary>
/// Privilege separation: as root, files that others wrote are read by a second process of unpause that has dropped all privileges.
/// Without root there is one process.
/// </summary>
internal static class LeastRights
{
    /// <summary>Runs a command that needs privileges only to open files.</summary>
    /// <param name="inputs">Paths that the user named to be read.</param>
    /// <param name="outputs">Paths that the user named to be written.</param>
    /// <param name="beside">An input that may name stored reports in its folder and below; null for none.</param>
    /// <param name="page">The page that is written although nobody named it; null for none.</param>
    /// <param name="delivery">Where reports are sent; null for nowhere.</param>
    /// <returns>The exit code.</returns>
    public static int Run(
        IEnumerable<string> inputs, IEnumerable<string> outputs, Func<int> read, string? beside = null, string? page = null,
        ReportDelivery? delivery = null)
    {
        if (!OperatingSystem.IsLinux() || !IsAsked) return read();
        var writable = outputs.ToHashSet(StringComparer.Ordinal);
        using var files = new PrivilegedFiles(
            inputs,
            path => writable.Contains(path) ? OutputFile.Open(path, "-o")
                : path == page ? OutputFile.Open(path, "-o", named: false, OldContent.Stays)
                : delivery?.Open(path))
        {
            Beside = beside,
        };
        return ReadingProcess.Run(UnpauseCommand.Typed, files.Answer) ?? read();
    }

    /// <summary>Whether this is the process that the user started, and files are opened with its rights.</summary>
    public static bool AreOurs => !OperatingSystem.IsLinux() || GrantedFiles.Current is null;

    /// <summary>Whether this process has privileges that reading does not need.</summary>
    public static bool IsAsked => OperatingSystem.IsLinux() && AreOurs && ReadingProcess.IsOfUse;
}
