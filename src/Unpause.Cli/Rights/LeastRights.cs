using Unpause.Recorder.Rights;

namespace Unpause.Cli;

/// <summary>
/// Where root's rights end: what others have written is read by a second process of unpause, which has given them up. Without rights
/// there is one process.
/// </summary>
internal static class LeastRights
{
    /// <summary>Runs a command that reads files and needs no other rights than to open them.</summary>
    /// <param name="inputs">Paths that the user named to be read.</param>
    /// <param name="outputs">Paths that the user named to be written.</param>
    /// <param name="read">The command.</param>
    /// <param name="beside">An input that may name stored reports in its folder and below; null for none.</param>
    /// <returns>The exit code.</returns>
    public static int Run(IEnumerable<string> inputs, IEnumerable<string> outputs, Func<int> read, string? beside = null)
    {
        if (!OperatingSystem.IsLinux() || !IsAsked) return read();
        var writable = outputs.ToHashSet(StringComparer.Ordinal);
        using var files = new PrivilegedFiles(inputs, path => writable.Contains(path) ? OutputFile.Open(path, "-o") : null)
        {
            Beside = beside,
        };
        return ReadingProcess.Run(UnpauseCommand.Typed, files.Answer) ?? read();
    }

    /// <summary>Whether this is the process that the user started, and files are opened with its rights.</summary>
    public static bool AreOurs => !OperatingSystem.IsLinux() || GrantedFiles.Current is null;

    /// <summary>Whether we have rights that reading doesn't need.</summary>
    public static bool IsAsked => OperatingSystem.IsLinux() && AreOurs && ReadingProcess.IsOfUse;
}
