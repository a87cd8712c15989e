namespace Unpause.Recordings.Secrets;

/// <summary>
/// Finds secrets by the name before them: <c>--password x</c>, <c>-Dpassword=x</c>, <c>"token": "x"</c>,
/// <c>Server=db;Password=x;</c>, <c>Authorization: Bearer x</c>. Every place is passed once; a name is looked for back over at most
/// <see cref="SecretNames.MostChars"/> characters.
/// </summary>
/// <param name="hidden">Takes what is found.</param>
/// <param name="clients">Knows the words of the command line before the text.</param>
internal sealed class NamedSecrets(string text, HiddenRanges hidden, PasswordClients clients)
{
    private readonly ClosingQuotes _quotes = new(text);
    private Expectation _expected;

    /// <summary>Searches words, each of which may be in quotes.</summary>
    public void FindInWords() => FindInWords(0, text.Length, nested: false);

    /// <summary>Searches one argument of a command, which ends where its value ends.</summary>
    /// <param name="expected">What the previous argument announces about it.</param>
    /// <returns>What it announces about the next.</returns>
    public Expectation FindInArgument(Expectation expected)
    {
        _expected = Expectation.Nothing;
        if (expected != Expectation.Nothing && HideExpected(expected, 0, text.Length)) return Expectation.Nothing;
        if (clients.TakePassword(text) is var password and > 0)
        {
            hidden.Add(password, text.Length);
            return Expectation.Nothing;
        }

        if (!HideNamed(0, text.Length)) FindInWords(0, text.Length, nested: false);
        return text.AsSpan().ContainsAny(' ', '\t', '\n') ? Expectation.Nothing : After(text);
    }

    /// <summary>A value whose name is the beginning: all the rest.</summary>
    private bool HideNamed(int start, int end)
    {
        for (var i = start; i < end && (IsName(text[i]) || text[i] is ':' or '=' or '/'); i++)
        {
            if (text[i] is not (':' or '=')) continue;
            var name = text.AsSpan(start, i - start);
            if (!IsSeparator(i, name, end)) continue;
            if (SecretNames.IsSecret(name))
            {
                var value = i + 1;
                while (value < end && text[value] == ' ') value++;
                if (!SecretNames.IsPlain(name, text.AsSpan(value, end - value))) hidden.Add(value, end);
                return true;
            }

            if (text[i] == '=') return false;
        }

        return false;
    }

    private void FindInWords(int start, int end, bool nested)
    {
        var at = start;
        while (at < end)
        {
            if (char.IsWhiteSpace(text[at]))
            {
                at++;
                continue;
            }

            var close = text[at] is '"' or '\'' && (!nested || _expected != Expectation.Nothing) ? _quotes.After(at, end) : -1;
            at = close < 0 ? FindInWord(at, end) : FindInQuotes(at + 1, close, end);
        }
    }

    /// <summary>Searches quoted text, which is one argument.</summary>
    private int FindInQuotes(int start, int close, int end)
    {
        var expected = _expected;
        _expected = Expectation.Nothing;
        if (expected != Expectation.Nothing && HideExpected(expected, start, close)) return close + 1;
        // "name": value, as in JSON, is a pair and no argument.
        if (close + 1 < end && text[close + 1] is ':' or '=' && close > start) return FindInWord(start, end);
        if (HideNamed(start, close)) return close + 1;
        FindInWords(start, close, nested: true);
        _expected = Expectation.Nothing;
        return close + 1;
    }

    private int FindInWord(int start, int end)
    {
        var wordEnd = WordEnd(start, end);
        var expected = _expected;
        _expected = Expectation.Nothing;
        if (expected != Expectation.Nothing && HideExpected(expected, start, wordEnd)) return wordEnd;
        if (clients.TakePassword(text.AsSpan(start, wordEnd - start)) is var password and > 0)
            return HideGlued(start + password, wordEnd, end);
        for (var i = start; i < wordEnd; i++)
        {
            if (text[i] is not (':' or '=') || ValueAt(start, i, wordEnd, end) is not { } value) continue;
            hidden.Add(value.Start, value.End);
            i = Math.Max(i, value.End - 1);
            if (value.End > wordEnd) wordEnd = WordEnd(value.End, end);
        }

        _expected = After(text.AsSpan(start, wordEnd - start));
        return wordEnd;
    }

    /// <summary>Hides a password to the end of its word, or of its quotes.</summary>
    private int HideGlued(int start, int wordEnd, int end)
    {
        if (text[start] is '"' or '\'' && _quotes.After(start, end) is var close and > 0)
        {
            hidden.Add(start + 1, close);
            return Math.Max(close + 1, wordEnd);
        }

        hidden.Add(start, wordEnd);
        return wordEnd;
    }

    /// <summary>The value behind a separator; null when its name hides nothing.</summary>
    private (int Start, int End)? ValueAt(int wordStart, int separator, int wordEnd, int end)
    {
        var nameEnd = separator > wordStart && text[separator - 1] is '"' or '\'' ? separator - 1 : separator;
        var nameStart = nameEnd;
        if (separator == wordStart && text[separator] == '=')
        {
            // "name = value"
            while (nameEnd > 0 && separator - nameEnd < 2 && text[nameEnd - 1] == ' ') nameEnd--;
            (nameStart, wordStart) = (nameEnd, 0);
        }

        var first = Math.Max(wordStart, nameEnd - SecretNames.MostChars);
        while (nameStart > first && (IsName(text[nameStart - 1]) || (text[separator] == '=' && text[nameStart - 1] == ':'))) nameStart--;
        var name = text.AsSpan(nameStart, nameEnd - nameStart);
        if (!SecretNames.IsSecret(name) || !IsSeparator(separator, name, wordEnd)) return null;
        var start = separator + 1;
        // A name alone, as in YAML, or an assignment with blanks: the value is the next word.
        while (start < end && start - separator < 3 && text[start] == ' ') start++;
        var (valueStart, valueEnd) = Value(nameStart, start, wordEnd, end);
        return SecretNames.IsPlain(name, text.AsSpan(valueStart, valueEnd - valueStart)) ? null : (valueStart, valueEnd);
    }

    /// <summary>Where a value ends, depending on what precedes its name.</summary>
    private (int Start, int End) Value(int nameStart, int start, int wordEnd, int end)
    {
        if (start < end && text[start] is '"' or '\'' && _quotes.After(start, end) is var close and > 0) return (start + 1, close);
        var before = Before(nameStart);
        if (before == ';') return (start, ConnectionValueEnd(start, end));
        if (start > wordEnd || (start == wordEnd && start < end)) wordEnd = WordEnd(start, end);
        var value = text.AsSpan(start, wordEnd - start);
        // "Authorization: Bearer x"
        if (IsScheme(value) && wordEnd + 1 < end) return (start, WordEnd(wordEnd + 1, end));
        var length = before switch
        {
            '?' or '&' or '#' => value.IndexOfAny('&', '#'),
            ',' => value.IndexOf(','),
            _ => -1,
        };
        return (start, length < 0 ? wordEnd : start + length);
    }

    /// <summary>The sign before a name; of a connection string also where blanks lie between.</summary>
    private char Before(int nameStart)
    {
        var at = nameStart - 1;
        while (at > 0 && at > nameStart - 4 && text[at] == ' ') at--;
        return at < 0 ? ' ' : text[at] == ';' ? ';' : text[nameStart - 1];
    }

    /// <summary>In a connection string a value may have blanks; without a further semicolon it is a word.</summary>
    private int ConnectionValueEnd(int start, int end)
    {
        var wordEnd = start;
        for (var i = start; i < end && text[i] != '\n'; i++)
        {
            if (text[i] == ';') return i;
            if (char.IsWhiteSpace(text[i]) && wordEnd == start) wordEnd = i;
        }

        return wordEnd == start ? WordEnd(start, end) : wordEnd;
    }

    /// <summary>Whether a colon or an equals sign parts a name from a value.</summary>
    private bool IsSeparator(int at, ReadOnlySpan<char> name, int end)
    {
        if (text[at] == '=') return true;
        // A URL's scheme, or a member of a class.
        if (at + 1 < end && (text[at + 1] == ':' || (text[at + 1] == '/' && at + 2 < end && text[at + 2] == '/'))) return false;
        // ConnectionStrings:Main=value
        return !SecretNames.IsGroup(name) || text.AsSpan(at, Math.Min(end - at, SecretNames.MostChars)).IndexOf('=') < 0;
    }

    /// <summary>Hides what the word before announced.</summary>
    /// <returns>Whether it was that, and not another option.</returns>
    private bool HideExpected(Expectation expected, int start, int end)
    {
        var word = text.AsSpan(start, end - start);
        if (IsOption(word)) return false;
        switch (expected)
        {
            case Expectation.UserAndPassword:
                var colon = word.IndexOf(':');
                if (colon >= 0) hidden.Add(start + colon + 1, end);
                return colon >= 0;
            case Expectation.Password when !word.ContainsAnyExcept("0123456789.,:-/") || word[0] is '/' or '.':
                return false;
            default:
                if (!SecretNames.IsPlain("", word)) hidden.Add(start, end);
                return true;
        }
    }

    /// <summary>What a word announces about the next.</summary>
    private Expectation After(ReadOnlySpan<char> word)
    {
        if (clients.Take(word)) return Expectation.Secret;
        if (word.Equals("Bearer", StringComparison.OrdinalIgnoreCase)) return Expectation.Secret;
        if (word.Length < 2 || word[0] != '-' || word.ContainsAny('=', ':')) return Expectation.Nothing;
        return word switch
        {
            // A key is often a file's.
            "-p" or "-key" or "--key" => Expectation.Password,
            // How many words a language model may use.
            _ when word.EndsWith("tokens", StringComparison.OrdinalIgnoreCase) => Expectation.Password,
            "-u" or "--user" or "--proxy-user" => Expectation.UserAndPassword,
            _ => SecretNames.IsSecret(word) ? Expectation.Secret : Expectation.Nothing,
        };
    }

    /// <summary><c>-x</c>, <c>--long-name</c>, <c>--name=value</c>, <c>-Xmx4g</c>: no value of the option before it.</summary>
    private static bool IsOption(ReadOnlySpan<char> word)
    {
        if (word.Length < 2 || word[0] != '-') return false;
        var name = word.TrimStart('-');
        return !name.IsEmpty && char.IsAsciiLetter(name[0]) && word.Length - name.Length <= 2;
    }

    private static bool IsScheme(ReadOnlySpan<char> word) =>
        word.Equals("Bearer", StringComparison.OrdinalIgnoreCase) || word.Equals("Basic", StringComparison.OrdinalIgnoreCase)
        || word.Equals("Token", StringComparison.OrdinalIgnoreCase) || word.Equals("ApiKey", StringComparison.OrdinalIgnoreCase);

    private static bool IsName(char sign) => char.IsAsciiLetterOrDigit(sign) || sign is '_' or '-' or '.' or '[' or ']' or '$';

    private int WordEnd(int start, int end)
    {
        var at = start;
        while (at < end && !char.IsWhiteSpace(text[at])) at++;
        return at;
    }
}

/// <summary>Finds where quotes close. That a kind of quote closes nowhere behind a place is remembered, so that no text is slow.</summary>
internal sealed class ClosingQuotes(string text)
{
    private int _noDouble = int.MaxValue, _noSingle = int.MaxValue;

    /// <summary>The place of the quote that closes the one at a place; -1 when there is none before the end.</summary>
    public int After(int open, int end)
    {
        var quote = text[open];
        if (open >= (quote == '"' ? _noDouble : _noSingle)) return -1;
        for (var i = open + 1; i < end; i++)
        {
            if (text[i] == '\\') i++;
            else if (text[i] == quote) return i;
        }

        if (end < text.Length) return -1;
        if (quote == '"') _noDouble = open;
        else _noSingle = open;
        return -1;
    }
}
