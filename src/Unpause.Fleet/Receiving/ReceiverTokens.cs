using Unpause.Recordings;
using Unpause.Recordings.Readers.Archives;

namespace Unpause.Fleet.Receiving;

/// <summary>
/// Tokens of senders. A file has one a line: the SHA-256 of the token in hex, then, where the token is only for some hosts, a pattern of
/// their names with <c>*</c>. Lines that start with # are comments. A thief of the file has no token.
/// </summary>
internal sealed class ReceiverTokens
{
    private const int MostTokens = 10_000, MostFileBytes = 4 * 1024 * 1024, MostTokenChars = 512;

    private readonly List<(byte[] Sum, string? Hosts)> _tokens = [];

    private const string HowToHash = "printf %s TOKEN | sha256sum";

    private ReceiverTokens()
    {
    }

    /// <summary>Reads a file of tokens.</summary>
    /// <exception cref="UserMistake">It is none.</exception>
    public static ReceiverTokens Read(string file)
    {
        try
        {
            if (new FileInfo(file).Length > MostFileBytes) throw new UserMistake($"{file} is too large for a file of tokens");
            return Parse(File.ReadAllLines(file), file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"{file} cannot be read: {e.Message}");
        }
    }

    /// <summary>Reads lines of a file.</summary>
    /// <exception cref="UserMistake">A line is none.</exception>
    public static ReceiverTokens Parse(IReadOnlyList<string> lines, string file)
    {
        var tokens = new ReceiverTokens();
        for (var i = 0; i < lines.Count; i++)
        {
            var words = lines[i].Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries);
            if (words.Length == 0 || words[0].StartsWith('#')) continue;
            // Never the line itself: it may be a token that was not hashed.
            if (words.Length > 2 || !TryHex(words[0], out var sum))
            {
                throw new UserMistake(
                    $"{file}, line {i + 1}: a line is the SHA-256 of a token and perhaps a host pattern: {HowToHash}");
            }

            tokens._tokens.Add((sum, words.Length == 2 ? words[1] : null));
            if (tokens._tokens.Count > MostTokens) throw new UserMistake($"{file} has more than {MostTokens} tokens");
        }

        return tokens._tokens.Count > 0
            ? tokens
            : throw new UserMistake($"{file} has no token: add a line with the SHA-256 of one: {HowToHash}");
    }

    /// <summary>The patterns of hosts that a token is for; null when it is not known. A null pattern is any host.</summary>
    public IReadOnlyList<string?>? HostsOf(string token)
    {
        if (token.Length is 0 or > MostTokenChars) return null;
        var bytes = Encoding.UTF8.GetBytes(token);
        List<string?>? hosts = null;
        foreach (var (sum, pattern) in _tokens)
        {
            var own = Checksum.Sha256();
            own.Add(bytes);
            if (own.Is(sum)) (hosts ??= []).Add(pattern);
        }

        return hosts;
    }

    /// <summary>Whether a name matches a pattern with <c>*</c>, whatever the case of letters, as host names do.</summary>
    public static bool Matches(string? pattern, string host)
    {
        if (pattern is null) return true;
        // One place to go back to is enough: a later star can take in all that an earlier one could.
        var (at, inPattern, star, taken) = (0, 0, -1, 0);
        while (at < host.Length)
        {
            if (inPattern < pattern.Length && pattern[inPattern] == '*')
            {
                (star, taken) = (inPattern++, at);
            }
            else if (inPattern < pattern.Length && char.ToLowerInvariant(pattern[inPattern]) == char.ToLowerInvariant(host[at]))
            {
                inPattern++;
                at++;
            }
            else if (star >= 0)
            {
                (inPattern, at) = (star + 1, ++taken);
            }
            else
            {
                return false;
            }
        }

        while (inPattern < pattern.Length && pattern[inPattern] == '*') inPattern++;
        return inPattern == pattern.Length;
    }

    private static bool TryHex(string text, out byte[] bytes)
    {
        const int Bytes = 32;
        bytes = new byte[Bytes];
        return text.Length == 2 * Bytes && Convert.FromHexString(text, bytes, out _, out _) == System.Buffers.OperationStatus.Done;
    }
}
