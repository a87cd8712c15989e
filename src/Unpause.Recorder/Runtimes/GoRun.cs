namespace Unpause.Recorder.Runtimes;

/// <summary>
/// <c>go run</c>: its flag -exec starts the built program through env(1), which sets GODEBUG for the program only. In the environment of
/// the go tool it would affect the compilers, whose output goes into the build cache and reappears in every later build.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class GoRun
{
    private const string Flag = "exec";

    /// <summary>Inserts the flag. Returns null, or why that is not possible, with nothing changed.</summary>
    /// <param name="arguments">The command line; modified.</param>
    /// <param name="line">The same, parsed.</param>
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

/// <summary>
/// The go tool's settings in its own order (cmd/go/internal/cfg/cfg.go): the environment, then the file of <c>go env -w</c>.
/// </summary>
[SupportedOSPlatform("linux")]
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

/// <summary>
/// A command line of the go tool: <c>go [-C DIR] VERB [-C DIR] [flags] operand…</c>. Text is Latin-1, one character per byte.
/// </summary>
internal sealed class GoToolLine
{
    // Flags without a value (AddBuildFlags in cmd/go/internal/work/build.go, go1.25). A flag missing here hides the
    // ones after it. If an -exec is hidden, go uses the last of two: the user's.
    private static readonly HashSet<string> Switches = new(StringComparer.Ordinal)
    {
        "a", "asan", "buildvcs", "cover", "h", "help", "i", "json", "linkshared", "modcacherw", "msan", "n", "race", "trimpath", "v",
        "work", "x",
    };

    private readonly List<string> _flags = [];

    /// <summary>Parses a command line.</summary>
    /// <param name="arguments">Starting with the tool's own name.</param>
    public GoToolLine(IReadOnlyList<byte[]> arguments)
    {
        var words = arguments.Select(argument => Bytes.ToLatin1(argument)).ToList();
        var at = AfterFolder(words, 1);
        Verb = at < words.Count ? words[at] : null;
        FlagsAt = AfterFolder(words, at + 1);
        for (at = FlagsAt; at < words.Count && NameOf(words[at]) is { } flag; at++)
        {
            _flags.Add(flag);
            if (!words[at].Contains('=', StringComparison.Ordinal) && !Switches.Contains(flag)) at++;
        }

        Operands = words.Skip(at);
    }

    /// <summary>The tool's command: <c>run</c>; null without one.</summary>
    public string? Verb { get; }

    /// <summary>Where a flag can be inserted: after -C, which must be first (since go1.20).</summary>
    public int FlagsAt { get; }

    /// <summary>The names of the flags before the first operand.</summary>
    public IReadOnlyList<string> Flags => _flags;

    /// <summary>What follows the flags: for <c>run</c> a package or files, then the program's own arguments.</summary>
    public IEnumerable<string> Operands { get; }

    /// <summary>The name of a flag, without dashes and value; null for other words.</summary>
    public static string? NameOf(string word) =>
        word.Length > 1 && word[0] == '-' && word != "--" ? word[(word[1] == '-' ? 2 : 1)..].Split('=')[0] : null;

    private static int AfterFolder(List<string> words, int at) =>
        at >= words.Count || NameOf(words[at]) != "C" ? at : at + (words[at].Contains('=', StringComparison.Ordinal) ? 1 : 2);
}
