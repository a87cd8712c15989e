namespace Unpause.Recordings.Words;

/// <summary>Names of settings that recordings of Go show (<see cref="Source.Settings"/>).</summary>
public static class GoSettings
{
    /// <summary>The versions of Go that print lines of this shape, first and last: <c>1.6–1.17</c>.</summary>
    public const string LineVersions = "gctrace of Go";

    /// <summary>The versions of Go that write execution traces like this one, first and last: <c>1.23–1.24</c>.</summary>
    public const string TraceVersions = "execution trace of Go";

    /// <summary>Processors that the scheduler uses.</summary>
    public const string Processors = "GOMAXPROCS";

    /// <summary>The value of <see cref="TraceVersions"/> for runtimes without GOMEMLIMIT.</summary>
    public const string TracesBeforeMemoryLimit = "1.11–1.18";

    /// <summary>The percentage by which the heap may grow between collections.</summary>
    public const string Growth = "GOGC";

    /// <summary>The soft limit of the runtime's memory (Go 1.19 and later).</summary>
    public const string MemoryLimit = "GOMEMLIMIT";

    /// <summary>The value of <see cref="LineVersions"/> where the runtime knows GOMEMLIMIT (Go 1.19; 1.18 prints the same).</summary>
    public const string VersionsWithMemoryLimit = "1.18 or later";

    private static readonly (string Ending, int Shift)[] Units = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40), ("B", 0), ("", 0)];

    /// <summary>The memory limit in bytes, as GOMEMLIMIT writes it; null where none is set, recorded or readable.</summary>
    public static long? FindMemoryLimit(IReadOnlyDictionary<string, string> settings)
    {
        return settings.TryGetValue(MemoryLimit, out var text) && ParseSize(text) is > 0 and var bytes ? bytes : null;
    }

    /// <summary>A number of bytes: <c>400</c>, <c>256MiB</c>, <c>1.5 GiB</c>; null if it is none.</summary>
    public static long? ParseSize(string text)
    {
        var (ending, shift) = Array.Find(Units, unit => text.EndsWith(unit.Ending, StringComparison.Ordinal));
        var digits = text.AsSpan(0, text.Length - ending.Length).TrimEnd();
        return decimal.TryParse(digits, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            && number < long.MaxValue >> shift ? (long)(number * (1L << shift)) : null;
    }

    /// <summary>Whether the runtime certainly knows GOMEMLIMIT (Go 1.19 and later; 1.18 prints the same lines).</summary>
    public static bool KnowsMemoryLimit(IReadOnlyDictionary<string, string> settings) =>
        settings.ContainsKey(MemoryLimit) || settings.GetValueOrDefault(LineVersions) == VersionsWithMemoryLimit
        || (settings.GetValueOrDefault(TraceVersions) is { } traced && traced != TracesBeforeMemoryLimit);
}
