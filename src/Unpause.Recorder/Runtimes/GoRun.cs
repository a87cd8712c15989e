using System.Runtime.InteropServices;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Runtimes;

/// <summary>
/// <c>go run</c>: its flag -exec starts the built program through env(1), which sets GODEBUG for the program only. In the environment of
/// the go tool it would affect the compilers, whose output goes into the build cache and reappears in every later build.
/// </summary>
internal static class GoRun
{
    private const string Flag = "exec";

    /// <summary>Inserts the flag. Returns null, or why that is not possible, with nothing changed.</summary>
    /// <param name="arguments">The command line; modified.</param>
    /// <param name="line">The same, parsed.</param>
    /// <param name="environment">The tool's environment.</param>
    /// <param name="variable">The variable for the program: <c>GODEBUG=…</c>.</param>
    public static string? Wrap(List<byte[]> arguments, GoToolLine line, EnvironmentBlock environment, string variable)
    {
        var settings = new GoToolSettings(environment);
        if (Problem(line, settings, environment["TMPDIR"] ?? "") is { } problem) return problem;
        if (CommandFile.Find("env"u8.ToArray(), environment["PATH"], out var env) != 0 || env[0] != (byte)'/')
            return "env(1), which would set GODEBUG for the program alone, was not found";
        if (Quoted(Bytes.ToLatin1(env)) is not { } file || Quoted(variable) is not { } setting)
            return "GODEBUG contains quotes, which go run's -exec can't pass on";
        arguments.Insert(line.FlagsAt, Bytes.FromLatin1($"-{Flag}={file} {setting}"));
        return null;
    }

    private static string? Problem(GoToolLine line, GoToolSettings settings, string temporary)
    {
        var always = settings["GOFLAGS"].Split(' ').Select(word => GoToolLine.NameOf(word.Trim('\'', '"'))).OfType<string>();
        List<string> flags = [.. line.Flags, .. always];
        if (flags.Contains(Flag)) return "go run already has an -exec flag";
        if (flags.Contains("x") || flags.Contains("n")) return "go run prints its commands (-x or -n), which would then show unpause's";
        // Without -exec, go searches for a program go_GOOS_GOARCH_exec that can run code of the other machine.
        if (settings["GOOS"] is not ("" or "linux") || (settings["GOARCH"] is { Length: > 0 } machine && machine != OurMachine))
            return "go run builds for another machine (GOOS, GOARCH)";
        // env(1) treats an argument with = as a variable. The program is named like one of its files or its package.
        var names = line.Operands.TakeWhile((word, place) => place == 0 || word.EndsWith(".go", StringComparison.Ordinal));
        return names.Append(settings["GOTMPDIR"]).Append(temporary).Any(name => name.Contains('=', StringComparison.Ordinal))
            ? "the path of the program that go run builds contains a ="
            : null;
    }

    private static string OurMachine => RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => "amd64",
        Architecture.X86 => "386",
        var other => other.ToString().ToLowerInvariant(),
    };

    /// <summary>
    /// A field of the flag's value, which has quotes but no escapes (cmd/internal/quoted); null when it contains both kinds.
    /// </summary>
    private static string? Quoted(string field) =>
        !field.AsSpan().ContainsAny(" \t\r\n'\"") ? field
        : !field.Contains('\'', StringComparison.Ordinal) ? $"'{field}'"
        : !field.Contains('"', StringComparison.Ordinal) ? $"\"{field}\""
        : null;
}
