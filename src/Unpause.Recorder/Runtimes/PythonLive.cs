using System.Runtime.Versioning;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes;

/// <summary>Live CPython programs: seen, but not recordable before 3.14, which has no way in for another process.</summary>
[SupportedOSPlatform("linux")]
internal static class PythonLive
{
    private const string Library = "libpython3.", Program = "python3.";

    /// <summary>What is seen of a CPython program; null when the process is none.</summary>
    public static LiveProcess? Describe(ProcessView process)
    {
        if (VersionOf(process) is not { } version) return null;
        return new LiveProcess(process.Id, UserName.Of(process.UserId), Recordings.Runtimes.CPython)
        {
            Version = version,
            StartedAt = process.StartedAt,
            Command = process.Arguments,
            Obstacles =
            [
                ProcessAccess.Obstacle(process) ?? new Obstacle(
                    $"unpause can't get into a running CPython {version}", "start it with: unpause run -- CMD…"),
            ],
        };
    }

    private static string? VersionOf(ProcessView process)
    {
        var name = Path.GetFileName(process.Executable ?? "");
        if (name.StartsWith(Program, StringComparison.Ordinal) && Minor(name[Program.Length..]) is { } minor) return $"3.{minor}";
        var library = process.MappedFiles().Select(file => Path.GetFileName(file)).FirstOrDefault(file => file.StartsWith(Library, StringComparison.Ordinal));
        if (library is not null && Minor(library[Library.Length..]) is { } linked) return $"3.{linked}";
        return null;
    }

    private static string? Minor(string text)
    {
        var digits = new string([.. text.TakeWhile(char.IsAsciiDigit)]);
        return digits.Length > 0 ? digits : null;
    }
}
