using System.Globalization;

namespace Unpause.Tests.Readers.Go.Profiles;

/// <summary>What <c>go tool pprof -top -unit=B</c> printed: each function's own number, and that with what it called.</summary>
internal static class PprofTop
{
    /// <summary>Reads it.</summary>
    public static Dictionary<string, (long Flat, long Whole)> Read(string text)
    {
        var rows = new Dictionary<string, (long, long)>(StringComparer.Ordinal);
        foreach (var line in text.Split('\n').SkipWhile(line => !line.Contains("flat%", StringComparison.Ordinal)).Skip(1))
        {
            var words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (words.Length < 6) continue;
            rows.Add(words[5], (Number(words[0]), Number(words[3])));
        }

        return rows;
    }

    /// <summary>The same of stacks.</summary>
    public static Dictionary<string, (long Flat, long Whole)> Of(IEnumerable<(IReadOnlyList<string> Stack, long Value)> sites)
    {
        var rows = new Dictionary<string, (long Flat, long Whole)>(StringComparer.Ordinal);
        foreach (var (stack, value) in sites)
        {
            foreach (var function in stack.Distinct(StringComparer.Ordinal))
            {
                var (flat, whole) = rows.GetValueOrDefault(function);
                rows[function] = (flat + (function == stack[0] ? value : 0), whole + value);
            }
        }

        return rows;
    }

    private static long Number(string text) => long.Parse(text.TrimEnd('B'), CultureInfo.InvariantCulture);
}
