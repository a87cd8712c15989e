using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Runtimes;

/// <summary>
/// The go tool's settings in its own order (cmd/go/internal/cfg/cfg.go): the environment, then the file of <c>go env -w</c>.
/// </summary>
internal sealed class GoToolSettings(EnvironmentBlock environment)
{
    private const int LongestFile = 1 << 20;
    private readonly string[] _lines = Read(FileOf(environment));

    /// <summary>A setting; empty when there is none.</summary>
    public string this[string name] => environment[name] is { Length: > 0 } value
        ? value
        : _lines.LastOrDefault(line => line.StartsWith($"{name}=", StringComparison.Ordinal))?[(name.Length + 1)..] ?? "";

    private static string? FileOf(EnvironmentBlock environment)
    {
        if (environment["GOENV"] is { Length: > 0 } path) return path == "off" ? null : path;
        if (environment["XDG_CONFIG_HOME"] is { Length: > 0 } folder) return $"{folder}/go/env";
        return environment["HOME"] is { Length: > 0 } home ? $"{home}/.config/go/env" : null;
    }

    private static string[] Read(string? path) =>
        path is not null && UnlockedFile.Read(System.Text.Encoding.UTF8.GetString(Bytes.FromLatin1(path)), LongestFile) is { } bytes
            ? Bytes.ToLatin1(bytes).Split('\n', StringSplitOptions.TrimEntries)
            : [];
}
