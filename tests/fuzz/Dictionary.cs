using System.Text;

namespace Unpause.Fuzz;

/// <summary>The words of a format, out of the inputs that are known.</summary>
internal static class Dictionary
{
    private const int ShortestWord = 2, LongestWord = 24, MostWords = 2_000, MostInputs = 400;

    /// <summary>The words.</summary>
    public static IReadOnlyList<byte[]> Of(Corpus corpus, IReadOnlyList<string> more)
    {
        var words = new HashSet<string>(more, StringComparer.Ordinal);
        for (var i = 0; i < corpus.Count && i < MostInputs && words.Count < MostWords; i++)
        {
            var rest = corpus[i].AsSpan();
            while (words.Count < MostWords)
            {
                var start = rest.IndexOfAnyExcept(Separators);
                if (start < 0) break;
                rest = rest[start..];
                var length = rest.IndexOfAny(Separators) is var end and >= 0 ? end : rest.Length;
                if (length is >= ShortestWord and <= LongestWord && !rest[..length].ContainsAnyExceptInRange((byte)'!', (byte)'~'))
                    words.Add(Encoding.ASCII.GetString(rest[..length]));
                rest = rest[length..];
            }
        }

        return [.. words.Select(Encoding.UTF8.GetBytes)];
    }

    private static ReadOnlySpan<byte> Separators => " \t\r\n\0,;\"'()[]{}<>=|&?0123456789"u8;
}
