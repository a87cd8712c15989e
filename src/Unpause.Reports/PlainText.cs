namespace Unpause.Reports;

/// <summary>Makes untrusted text from a recording safe to show.</summary>
public static class PlainText
{
    /// <summary>
    /// Replaces control characters (including escape sequences), line ends and bidirectional marks by U+FFFD.
    /// </summary>
    public static string Clean(string text)
    {
        var bad = 0;
        while (bad < text.Length && !IsUnsafe(text[bad])) bad++;
        if (bad == text.Length) return text;
        var clean = new StringBuilder(text.Length);
        foreach (var character in text) clean.Append(IsUnsafe(character) ? '\uFFFD' : character);
        return clean.ToString();
    }

    private static bool IsUnsafe(char character) =>
        char.IsControl(character)
        || character is '\uFFFE' or '\uFFFF' or '\u2028' or '\u2029' or (>= '\u202A' and <= '\u202E') or (>= '\u2066' and <= '\u2069')
        || CharUnicodeInfo.GetUnicodeCategory(character) == UnicodeCategory.Format;
}

/// <summary>Waits of threads for other reasons than GC, one line each.</summary>
internal static class OtherWaitText
{
    /// <summary>Waits below this share of the recording get no line; the document has them.</summary>
    private const double LeastShare = 0.01;

    private const int MostLines = 8;

    /// <summary>The lines, the longest wait first.</summary>
    public static IEnumerable<string> Lines(ProcessDocument process)
    {
        var least = (process.Source.DurationMs?.Nanoseconds ?? 0) * LeastShare;
        return (process.NonGcWaits ?? []).Where(wait => wait.TotalMs.Nanoseconds >= least).Take(MostLines).Select(Line);
    }

    private static string Line(NonGcWaitDocument wait)
    {
        var longest = wait.MaxMs is { } most ? $", longest {Cell.Duration(most)}" : "";
        var slow = wait.ShareOfSlowRequestsPercent is { } share ? $", {Cell.Percent(share)} of the slow requests' time" : "";
        var added = wait.SummedOverThreads ? " summed over threads or processors" : "";
        var times = wait.Count is { } count ? $", {Quantities.Count(count)} times" : "";
        return $"{PlainText.Clean(wait.Name)}: {Cell.Duration(wait.TotalMs)}{added}{times}{longest}{slow}"
            + $" ({PlainText.Clean(wait.Source)})";
    }
}

/// <summary>Call paths that induced collections, as text.</summary>
internal static class InducedText
{
    private const int MostSteps = 6;

    /// <summary>The number of collections, the calling method, their cost, and the reason where it is known.</summary>
    public static string Head(InducedByDocument chain)
    {
        var by = chain.Caller is { } method ? $" by {PlainText.Clean(method)}" : "";
        var reason = chain.Reason is { } known ? $": {known}" : "";
        var cost = chain is { Count: > 0, PauseTotalMs: { } all, PauseMaxMs: { } longest }
            ? $", {Cell.Duration(all)} of pauses, longest {Cell.Duration(longest)}{(chain.Mode is { } mode ? $" ({mode})" : "")}"
            : "";
        var nothing = chain.NoGcRegionCalls > 0
            ? $"{(chain.Count > 0 ? "; " : ", ")}{Quantities.Count(chain.NoGcRegionCalls)} suspensions without a collection"
            : "";
        return $"{Quantities.Count(chain.Count)} {(chain.Count == 1 ? "collection" : "collections")} induced{by}{cost}{nothing}{reason}";
    }

    /// <summary>The call path from the origin to the collector; outer steps of a long path are left out.</summary>
    public static string Way(InducedByDocument chain)
    {
        var steps = chain.CallPath.Count > MostSteps ? ["…", .. chain.CallPath.Skip(chain.CallPath.Count - MostSteps)] : chain.CallPath;
        return string.Join(" → ", (chain.Origin is { } origin ? [origin, .. steps] : steps).Select(PlainText.Clean));
    }
}
