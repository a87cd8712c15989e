namespace Unpause.Recordings.Secrets;

/// <summary>
/// Finds in URLs what names or admits a user: everything before the host's <c>@</c>, and the values of parameters, whatever they are
/// called. Also <c>user:password@tcp(host)</c> as Go's MySQL driver has it, and Oracle's <c>jdbc:oracle:thin:user/password@host</c>.
/// </summary>
internal static class UrlSecrets
{
    private const string Oracle = "jdbc:oracle:";

    /// <summary>Searches a text, word by word.</summary>
    public static void Find(string text, HiddenRanges hidden)
    {
        var start = 0;
        for (var i = 0; i <= text.Length; i++)
        {
            if (i < text.Length && !EndsWord(text[i])) continue;
            // Quotes around a URL are none of it; inside they may be a password's.
            var word = text.AsSpan(start, i - start).TrimEnd("'`>");
            if (!word.IsEmpty) FindInWord(word, start, hidden);
            start = i + 1;
        }
    }

    private static bool EndsWord(char sign) => char.IsWhiteSpace(sign) || sign == '"';

    private static void FindInWord(ReadOnlySpan<char> word, int offset, HiddenRanges hidden)
    {
        var at = word.IndexOf("://");
        var isUrl = at >= 0 || word[0] == '/';
        if (!isUrl || IsMySqlName(word)) FindUserOfHost(word, offset, hidden);
        while (at >= 0)
        {
            var authority = at + 3;
            var next = word[authority..].IndexOf("://");
            at = next < 0 ? -1 : authority + next;
            if (UserEnd(word[authority..(at < 0 ? word.Length : at)]) is var user and > 0)
            {
                hidden.Add(offset + authority, offset + authority + user);
            }
        }

        FindParameters(word, offset, isUrl, hidden);
    }

    /// <summary>Length of what precedes the host: up to the last <c>@</c>, since a password need not be encoded; 0 for none.</summary>
    private static int UserEnd(ReadOnlySpan<char> rest)
    {
        var length = rest.IndexOfAny("/?#;");
        var authority = length < 0 ? rest : rest[..length];
        var last = rest.LastIndexOf('@');
        if (last <= 0) return 0;
        if (authority.IndexOf('@') >= 0) return last;
        // "user:pa/ss@host": not a port, though it resembles one.
        var colon = authority.IndexOf(':');
        return colon >= 0 && authority[(colon + 1)..].ContainsAnyExceptInRange('0', '9') && authority[0] != '[' ? last : 0;
    }

    /// <summary>Whether it ends like <c>user:password@tcp(host)</c>: then a <c>://</c> before that is the password's.</summary>
    private static bool IsMySqlName(ReadOnlySpan<char> word)
    {
        var host = word[(word.LastIndexOf('@') + 1)..];
        return host.Length < word.Length && host.IndexOf('(') is > 0 and var protocol
            && !host[..protocol].ContainsAnyExceptInRange('0', 'z');
    }

    private static void FindUserOfHost(ReadOnlySpan<char> word, int offset, HiddenRanges hidden)
    {
        var at = word.LastIndexOf('@');
        if (at <= 0 || at == word.Length - 1 || word[(at + 1)..].StartsWith("sha")) return;
        if (word.IndexOf(Oracle) is var oracle and >= 0)
        {
            var driver = oracle + Oracle.Length;
            var user = word[driver..].IndexOf(':');
            if (user >= 0) hidden.Add(offset + driver + user + 1, offset + at);
            return;
        }

        var start = word.LastIndexOf('=') is var equals and >= 0 && equals < at ? word[..at].IndexOf('=') + 1 : 0;
        var colon = word[start..at].IndexOf(':');
        if (colon > 0 && !word.Slice(start, colon).ContainsAny('/', '\\')) hidden.Add(offset + start + colon + 1, offset + at);
    }

    /// <summary>Values of <c>?name=value&amp;name=value</c>, and of a fragment that is written so.</summary>
    private static void FindParameters(ReadOnlySpan<char> word, int offset, bool isUrl, HiddenRanges hidden)
    {
        var at = word.IndexOfAny('?', '#');
        if (at < 0) return;
        var isQuery = word[at] == '?';
        for (var start = at + 1; start < word.Length;)
        {
            var length = word[start..].IndexOfAny("&?#");
            var end = length < 0 ? word.Length : start + length;
            var equals = word[start..end].IndexOf('=');
            if (equals >= 0) hidden.Add(offset + start + equals + 1, offset + end);
            else if (isUrl && isQuery) hidden.Add(offset + start, offset + end);
            if (end < word.Length) isQuery = word[end] == '?' || (word[end] == '&' && isQuery);
            start = end + 1;
        }
    }
}
