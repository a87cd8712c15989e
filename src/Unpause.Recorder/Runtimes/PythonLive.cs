using System.Runtime.Versioning;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes;

/// <summary>Live CPython programs: seen, but not recordable before 3.14, which has no way in for another process.</summary>
[SupportedOSPlatform("linux")]
internal static class PythonLive
{
    private static readonly Version FirstWithRemoteExecution = new(3, 14);

    private const string Library = "libpython3.", Program = "python3.";

    /// <summary>What is seen of a CPython program; null when the process is none.</summary>
    public static LiveProcess? Describe(ProcessView process)
    {
        if (VersionOf(process) is not { } version) return null;
        return new LiveProcess(process.Id, UserName.Of(process.UserId), Unpause.Recordings.Words.Runtimes.CPython)
        {
            Version = version.ToString(),
            StartedAt = process.StartedAt,
            Command = process.Arguments,
            Obstacles =
            [
                ProcessAccess.Obstacle(process) ?? new Obstacle(
                    version < FirstWithRemoteExecution
                        ? $"CPython {version} lets no other process in"
                        : $"unpause does not use sys.remote_exec of CPython {version} yet",
                    "start it with: unpause run -- CMD…"),
            ],
        };
    }

    private static Version? VersionOf(ProcessView process)
    {
        var name = Path.GetFileName(process.Executable ?? "");
        if (name.StartsWith(Program, StringComparison.Ordinal) && Minor(name[Program.Length..]) is { } minor) return new Version(3, minor);
        var library = process.MappedFiles()
            .Select(file => Path.GetFileName(file))
            .FirstOrDefault(file => file.StartsWith(Library, StringComparison.Ordinal));
        return library is not null && Minor(library[Library.Length..]) is { } linked ? new Version(3, linked) : null;
    }

    private static int? Minor(string text) => int.TryParse(string.Concat(text.TakeWhile(char.IsAsciiDigit)), out var minor) ? minor : null;
}
