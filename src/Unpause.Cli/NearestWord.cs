namespace Unpause.Cli;

/// <summary>Which known word a mistyped one most likely means.</summary>
internal static class NearestWord
{
    /// <summary>Longer input is cut: no known word is as long, and the comparison takes time in proportion.</summary>
    private const int LongestCompared = 64;

    /// <summary>
    /// The word that needs the fewest letters inserted, left out or changed; a word that contains the whole of it comes first.
    /// </summary>
    /// <param name="typed">What was typed.</param>
    /// <param name="known">At least one.</param>
    public static string To(string typed, IEnumerable<string> known) =>
        known.MinBy(word => typed.Length > 2 && word.Contains(typed, StringComparison.Ordinal) ? 0 : 1 + Distance(typed, word))!;

    /// <summary>The Levenshtein distance.</summary>
    private static int Distance(string typed, string word)
    {
        var cut = typed.AsSpan(0, Math.Min(typed.Length, LongestCompared));
        var row = Enumerable.Range(0, word.Length + 1).ToArray();
        for (var i = 0; i < cut.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i + 1;
            for (var j = 0; j < word.Length; j++)
            {
                var changed = diagonal + (cut[i] == word[j] ? 0 : 1);
                diagonal = row[j + 1];
                row[j + 1] = Math.Min(changed, 1 + Math.Min(row[j], row[j + 1]));
            }
        }

        return row[^1];
    }
}
