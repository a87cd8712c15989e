namespace Unpause.Recordings.Secrets;

/// <summary>
/// Which names (of options, properties, variables, keys of connection strings) say that their value is a secret. A name is taken apart
/// into words at signs and capitals: <c>--db-password</c>, <c>dbPassword</c>, <c>DB_PASSWORD</c>, <c>Db:Password</c>.
/// </summary>
internal static class SecretNames
{
    /// <summary>Characters of a name that are examined, from its end.</summary>
    public const int MostChars = 128;

    private const int MostWords = 24, LongestPlain = 10;

    /// <summary>Words that make a name secret wherever they occur in it, also at the end of a longer word (<c>PGPASSWORD</c>).</summary>
    private static readonly string[] Strong = (
        "password passwords passwd passphrase passcode secret secrets token tokens credential credentials apikey apikeys "
        + "accesskey accountkey privatekey secretkey signingkey encryptionkey masterkey sharedkey licensekey storagekey "
        + "servicekey functionkey instrumentationkey deploykey sshkey authkey "
        + "connectionstring connectionstrings connstr connstring").Split(' ');

    /// <summary>Words that make a name secret only at its end: in its middle they name a subject (<c>auth.mode</c>).</summary>
    private static readonly HashSet<string> Last = Words(
        "pass pwd pw auth oauth authorization bearer cookie cookies session sessionid jsessionid sig signature sas jwt dsn otp "
        + "totp pin pat cred creds salt csrf xsrf");

    /// <summary>Words behind one of those that change nothing.</summary>
    private static readonly HashSet<string> Filling = Words("id key value data string text");

    /// <summary>Last words that make a name describe a secret without containing it.</summary>
    private static readonly HashSet<string> About = Words(
        "file files path paths dir directory folder location type types mode timeout ttl size length count url uri host port "
        + "endpoint server domain provider method scheme enabled disabled required name names user username policy strategy min "
        + "max limit interval class algorithm alg version format expiry expiration seconds ms millis lifetime alias realm issuer "
        + "audience scope scopes rotation manager factory service cache config plugin "
        + "module level encoding charset retries attempts");

    /// <summary>Values that are no secret whatever their name.</summary>
    private static readonly HashSet<string> Plain = new(
        "true false yes no on off none null enabled disabled".Split(' '), StringComparer.OrdinalIgnoreCase);

    /// <summary>Whether a value is to be hidden because of its name.</summary>
    public static bool Hides(ReadOnlySpan<char> name, ReadOnlySpan<char> value) => IsSecret(name) && !IsPlain(name, value);

    /// <summary>Whether a value is none to hide: a switch, or how many tokens (words of a language model) there may be.</summary>
    public static bool IsPlain(ReadOnlySpan<char> name, ReadOnlySpan<char> value) =>
        value.Length < LongestPlain
        && (value.IsEmpty || Plain.GetAlternateLookup<ReadOnlySpan<char>>().Contains(value)
            || (name.EndsWith("tokens", StringComparison.OrdinalIgnoreCase) && !value.ContainsAnyExceptInRange('0', '9')));

    /// <summary>Whether a name shows that its value is a secret.</summary>
    public static bool IsSecret(ReadOnlySpan<char> name)
    {
        if (name.Length > MostChars) name = name[^MostChars..];
        if (name.Length < 2) return false;
        // java's -Dname=value and Gradle's -Pname=value.
        return IsSecretName(name) || (name.Length > 3 && name[0] == '-' && name[1] is 'D' or 'P' && IsSecretName(name[2..]));
    }

    /// <summary>Whether a name is only that of .NET's group of connection strings, each of which has a name of its own.</summary>
    public static bool IsGroup(ReadOnlySpan<char> name) =>
        name.TrimStart("-/").Equals("ConnectionStrings", StringComparison.OrdinalIgnoreCase);

    private static bool IsSecretName(ReadOnlySpan<char> name)
    {
        Span<Range> words = stackalloc Range[MostWords];
        Span<char> letters = stackalloc char[MostChars];
        var count = Split(name, letters, words);
        if (count == 0 || Contains(About, letters[words[count - 1]])) return false;
        for (var i = 0; i < count; i++)
        {
            if (IsStrong(letters[words[i]])) return true;
            // Words lie side by side in the buffer, so two of them are one longer word.
            if (i > 0 && IsStrong(letters[words[i - 1].Start..words[i].End])) return true;
        }

        var last = count - 1;
        while (last > 0 && Contains(Filling, letters[words[last]])) last--;
        return Contains(Last, letters[words[last]]);
    }

    private static bool IsStrong(ReadOnlySpan<char> word)
    {
        if (word.StartsWith("passw") && !word.EndsWith("file") && !word.EndsWith("path")) return true;
        foreach (var strong in Strong)
        {
            if (word.EndsWith(strong)) return true;
        }

        return false;
    }

    private static HashSet<string> Words(string words) => new(words.Split(' '), StringComparer.Ordinal);

    private static bool Contains(HashSet<string> words, ReadOnlySpan<char> word) =>
        words.GetAlternateLookup<ReadOnlySpan<char>>().Contains(word);

    /// <summary>The name's words in small letters, without numbers at their ends, side by side in a buffer.</summary>
    private static int Split(ReadOnlySpan<char> name, Span<char> letters, Span<Range> words)
    {
        var (count, length, start) = (0, 0, 0);
        for (var i = 0; i <= name.Length; i++)
        {
            var ends = i == name.Length || !char.IsAsciiLetter(name[i]) || BeginsWord(name, i);
            if (ends && length > start)
            {
                if (count == words.Length) return count;
                words[count++] = start..length;
                start = length;
            }

            if (i < name.Length && char.IsAsciiLetter(name[i])) letters[length++] = char.ToLowerInvariant(name[i]);
        }

        return count;
    }

    /// <summary>A capital after a small letter, or the last of several capitals before a small letter (<c>DBPassword</c>).</summary>
    private static bool BeginsWord(ReadOnlySpan<char> name, int i) =>
        i > 0 && char.IsAsciiLetterUpper(name[i])
        && (char.IsAsciiLetterLower(name[i - 1])
            || (char.IsAsciiLetterUpper(name[i - 1]) && i + 1 < name.Length && char.IsAsciiLetterLower(name[i + 1])));
}
