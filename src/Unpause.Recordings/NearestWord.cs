namespace Unpause.Recordings;

/// <summary>Which known word a mistyped one most likely means.</summary>
public static class NearestWord
{
    /// <summary>Longer input is cut: no known word is as long, and the comparison takes time in proportion.</summary>
    private const int LongestCompared = 64;

    /// <summary>One typing error per this many letters is a slip; with more of them it is another word.</summary>
    private const int LettersToAMistake = 3;

    /// <summary>
    /// The word that needs the fewest letters inserted, left out, changed or swapped with the next; a word that contains the whole of it
    /// comes first.
    /// </summary>
    /// <param name="known">At least one.</param>
    public static string To(string typed, IEnumerable<string> known) => known.MinBy(word => Rank(typed, word))!;

    /// <summary>The nearest word when it is so near that typing it wrongly explains what was typed; else null.</summary>
    /// <param name="known">May be none.</param>
    public static string? Meant(string typed, IEnumerable<string> known) =>
        known.MinBy(word => Rank(typed, word)) is { } nearest
        && Rank(typed, nearest) <= 1 + Math.Max(1, Math.Min(typed.Length, nearest.Length) / LettersToAMistake)
            ? nearest
            : null;

    /// <summary>0 for a word that contains it, else one more than the mistakes.</summary>
    private static int Rank(string typed, string word) =>
        typed.Length > 2 && word.Contains(typed, StringComparison.Ordinal) ? 0 : 1 + Distance(typed, word);

    /// <summary>The optimal string alignment distance: Levenshtein's, where two neighbours that are swapped are one mistake.</summary>
    private static int Distance(string typed, string word)
    {
        var cut = typed.AsSpan(0, Math.Min(typed.Length, LongestCompared));
        var (before, above) = (new int[word.Length + 1], Enumerable.Range(0, word.Length + 1).ToArray());
        for (var i = 0; i < cut.Length; i++)
        {
            var row = new int[word.Length + 1];
            row[0] = i + 1;
            for (var j = 0; j < word.Length; j++)
            {
                row[j + 1] = Math.Min(above[j] + (cut[i] == word[j] ? 0 : 1), 1 + Math.Min(above[j + 1], row[j]));
                if (i > 0 && j > 0 && cut[i] == word[j - 1] && cut[i - 1] == word[j]) row[j + 1] = Math.Min(row[j + 1], 1 + before[j - 1]);
            }

            (before, above) = (above, row);
        }

        return above[^1];
    }
}
