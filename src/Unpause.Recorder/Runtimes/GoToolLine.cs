using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Runtimes;

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
