namespace Unpause.Recordings.Readers;

/// <summary>The facts in the header of an agent's file, of CPython, Go or Node.js: pairs <c>key NUL value NUL</c>, UTF-8.</summary>
internal static class AgentFacts
{
    private const int MostPairs = 4096;

    /// <summary>Reads the pairs in the order of the file, up to one without an end.</summary>
    public static IEnumerable<KeyValuePair<string, string>> Read(ReadOnlyMemory<byte> facts)
    {
        for (var pair = 0; pair < MostPairs; pair++)
        {
            if (TakeWord(ref facts) is not { } key || TakeWord(ref facts) is not { } value) yield break;
            yield return new(key, value);
        }
    }

    private static string? TakeWord(ref ReadOnlyMemory<byte> rest)
    {
        var end = rest.Span.IndexOf((byte)0);
        if (end < 0) return null;
        var word = Encoding.UTF8.GetString(rest.Span[..end]);
        rest = rest[(end + 1)..];
        return word;
    }
}
