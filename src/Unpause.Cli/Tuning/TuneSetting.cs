using Unpause.Settings;

namespace Unpause.Cli;

/// <summary>One setting of the collector that is tried.</summary>
/// <param name="Name">What it is called in the table.</param>
/// <param name="Variables">What the program's environment gets; nothing for the default.</param>
internal sealed record TuneSetting(string Name, IReadOnlyList<KeyValuePair<string, string>> Variables)
{
    /// <summary>The program as it is.</summary>
    public static TuneSetting Default { get; } = new("default", []);

    /// <summary>The options that give it to <c>unpause run</c>.</summary>
    public IEnumerable<string> Options => Variables.Select(variable => $"--env={variable.Key}={variable.Value}");

    /// <summary>It as variables of an environment.</summary>
    public string Environment => string.Join(' ', Variables.Select(variable => $"{variable.Key}={Quoted(variable.Value)}"));

    /// <summary>It in code, where it is known how; a line for each variable.</summary>
    public IEnumerable<string> Code =>
        Variables.Select(variable => TunableSetting.Find(variable.Key)?.CodeOf(variable.Value)).OfType<string>();

    /// <summary>What its variables do, as far as that is known.</summary>
    public IEnumerable<string> What => Variables.Select(variable => TunableSetting.Find(variable.Key)?.What).OfType<string>();

    /// <summary>What must be known of its variables.</summary>
    public IEnumerable<string> Notes => Variables.Select(variable => TunableSetting.Find(variable.Key)?.Needs is { } needs
        ? $"{variable.Key}: {needs}" : null).OfType<string>();

    /// <summary>The settings that are tried of a runtime when nobody gives some: few, each a variable of its own.</summary>
    /// <param name="runtime">The runtime's id.</param>
    /// <param name="isService">Whether there is a moment at which it is ready.</param>
    public static IReadOnlyList<TuneSetting> Of(string runtime, bool isService) =>
    [
        Default,
        .. TunableSetting.All.Where(known => known.Runtime == runtime && known.IsTriedFor(isService))
            .SelectMany(known => known.Tried.Select(value => new TuneSetting($"{known.Short}={value}", [new(known.Name, value)]))),
    ];

    /// <summary>Tells the agent that a marker file says when to freeze.</summary>
    public const string FreezeVariable = "UNPAUSE_PYTHON_GC_FREEZE";

    /// <summary>
    /// Reads <c>name=value,…</c>. A comma begins another variable only where a name and = follow: thresholds have commas too.
    /// </summary>
    /// <exception cref="UserMistake">It is none.</exception>
    public static TuneSetting Read(string text)
    {
        if (text == Default.Name) return Default;
        var parts = new List<string>();
        foreach (var part in text.Split(','))
        {
            if (parts.Count == 0 || IsVariable(part)) parts.Add(part.Trim());
            else parts[^1] += $",{part}";
        }

        return parts.TrueForAll(IsVariable)
            ? new TuneSetting(text, [.. parts.Select(Variable)])
            : throw new UserMistake(
                $"--setting {Reports.PlainText.Clean(text)} has no name and value: write for example --setting threshold=10000,20,10, "
                + "--setting GOGC=200,GOMEMLIMIT=1GiB or --setting default");
    }

    private static KeyValuePair<string, string> Variable(string part)
    {
        var equals = part.IndexOf('=', StringComparison.Ordinal);
        return new(TunableSetting.Find(part[..equals])?.Name ?? part[..equals], part[(equals + 1)..]);
    }

    private static bool IsVariable(string part)
    {
        var name = part.Trim().Split('=', 2);
        return name.Length == 2 && name[0].Length > 0 && !char.IsAsciiDigit(name[0][0])
            && name[0].All(letter => char.IsAsciiLetterOrDigit(letter) || letter is '_' or '.' or ':');
    }

    private static string Quoted(string value) =>
        value.AsSpan().ContainsAnyExcept(Plain) ? $"'{value.Replace("'", "'\\''", StringComparison.Ordinal)}'" : value;

    private static System.Buffers.SearchValues<char> Plain { get; } =
        System.Buffers.SearchValues.Create("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789,._-+:/=%@");
}
