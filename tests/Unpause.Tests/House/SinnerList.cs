namespace Unpause.Tests.House;

/// <summary>
/// Old sinners of a rule, one a line in a text file beside these tests. The list may only shrink: a new sinner fails, and so
/// does an entry that sins no more. <c>UNPAUSE_HOUSE=write</c> writes the lists anew.
/// </summary>
internal static class SinnerList
{
    /// <summary>Whether files are written anew instead of compared.</summary>
    public static bool Writes => Environment.GetEnvironmentVariable("UNPAUSE_HOUSE") == "write";

    /// <summary>Holds what sins today against the list.</summary>
    /// <param name="name">The list's file.</param>
    /// <param name="rule">The rule in words.</param>
    /// <param name="sinners">What breaks it today, one text each.</param>
    public static void Check(string name, string rule, IEnumerable<string> sinners)
    {
        var path = RepositoryFolder.File("tests", "Unpause.Tests", "House", name);
        var now = sinners.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal).ToList();
        if (Writes) File.WriteAllText(path, string.Concat(now.Select(line => line + "\n")));
        var known = File.Exists(path) ? File.ReadAllLines(path).Where(line => line.Length > 0).ToList() : [];
        var added = now.Except(known, StringComparer.Ordinal).ToList();
        var stale = known.Except(now, StringComparer.Ordinal).ToList();
        Assert.True(added.Count == 0, $"{rule}; {added.Count} new:\n{string.Join('\n', added.Take(50))}");
        Assert.True(stale.Count == 0, $"take these out of {name}, they are mended:\n{string.Join('\n', stale.Take(50))}");
    }
}
