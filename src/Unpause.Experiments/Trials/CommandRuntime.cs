using System.Text;
using Unpause.Recorder.Runtimes;
using Unpause.Recordings.Words;

namespace Unpause.Experiments.Trials;

/// <summary>The runtime that a command probably starts, by its file: sufficient to choose trials.</summary>
[SupportedOSPlatform("linux")]
public static class CommandRuntime
{
    private const int FirstLineBytes = 256;

    /// <summary>The runtime's id; null when unknown.</summary>
    /// <param name="command">The program and its arguments.</param>
    public static string? Find(IReadOnlyList<string> command)
    {
        // `env A=B python3 app.py` runs python3.
        var first = command[0] == "env"
            ? command.Skip(1).FirstOrDefault(word => !word.Contains('=', StringComparison.Ordinal))
            : command[0];
        if (first is null) return null;
        var search = Environment.GetEnvironmentVariable("PATH");
        if (CommandFile.Find(Encoding.UTF8.GetBytes(first), search is null ? null : Bytes.Carry(search), out var file) != 0) return null;
        var path = Encoding.UTF8.GetString(file);
        var name = Path.GetFileName(path);
        return OfName(name) ?? OfFirstLine(path)
            ?? (GoExecutable.Is(file) ? Runtimes.Go : null)
            ?? (File.Exists(Path.ChangeExtension(path, ".dll")) || File.Exists(path + ".dll") ? Runtimes.DotNet : null);
    }

    /// <summary>Of CPython with a version behind: <c>python3.12</c>.</summary>
    private static string? OfName(string name) =>
        Runtimes.FindCommon(name) ?? (name.StartsWith("python", StringComparison.Ordinal) ? Runtimes.CPython : null);

    /// <summary>gunicorn, uvicorn and similar tools are scripts whose first line names their Python.</summary>
    private static string? OfFirstLine(string path)
    {
        try
        {
            using var file = File.OpenRead(path);
            var block = new byte[FirstLineBytes];
            var text = Encoding.Latin1.GetString(block, 0, file.ReadAtLeast(block, FirstLineBytes, throwOnEndOfStream: false));
            var line = text.Split('\n')[0];
            return line.StartsWith("#!", StringComparison.Ordinal) && line.Contains("python", StringComparison.Ordinal)
                ? Runtimes.CPython
                : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
