namespace Unpause.Recordings.Secrets;

/// <summary>
/// Hides in a text of a recording, of a live process or of the user what is or may be a secret; names and everything else stay. Each
/// such value becomes <see cref="Hidden"/>. It takes time in proportion to the text and never fails.
/// </summary>
public static class Redaction
{
    /// <summary>The replacement for a secret.</summary>
    internal const string Hidden = "[hidden]";

    /// <summary>A command line in one piece, a line of a log, a note: words with blanks between, some of them in quotes.</summary>
    public static string Text(string text)
    {
        var hidden = new HiddenRanges();
        new NamedSecrets(text, hidden, new PasswordClients()).FindInWords();
        return Finish(text, hidden, pathsAreUrls: false);
    }

    /// <summary>Arguments of a program, each by itself: a value is hidden to the end of its argument.</summary>
    public static IReadOnlyList<string> Arguments(IReadOnlyList<string> arguments)
    {
        var shown = new string[arguments.Count];
        var before = Expectation.Nothing;
        var clients = new PasswordClients();
        for (var i = 0; i < shown.Length; i++)
        {
            var hidden = new HiddenRanges();
            before = new NamedSecrets(arguments[i], hidden, clients).FindInArgument(before);
            shown[i] = Finish(arguments[i], hidden, pathsAreUrls: false);
        }

        return shown;
    }

    /// <summary>The name of a request: of a URL's path also what is too random for a name.</summary>
    public static string RequestName(string name)
    {
        var hidden = new HiddenRanges();
        new NamedSecrets(name, hidden, new PasswordClients()).FindInWords();
        return Finish(name, hidden, pathsAreUrls: true);
    }

    /// <summary>The value of a setting, a variable or a label.</summary>
    internal static string Value(string name, string value) => SecretNames.Hides(name, value) ? Hidden : Text(value);

    /// <summary>Each value by its name.</summary>
    public static Dictionary<string, string> Values(IEnumerable<KeyValuePair<string, string>> values)
    {
        var shown = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (name, value) in values) shown[name] = Value(name, value);
        return shown;
    }

    private static string Finish(string text, HiddenRanges hidden, bool pathsAreUrls)
    {
        UrlSecrets.Find(text, hidden);
        SecretShapes.Find(text, hidden, pathsAreUrls);
        return hidden.Apply(text);
    }
}
