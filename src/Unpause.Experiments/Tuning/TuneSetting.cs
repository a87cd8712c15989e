using Unpause.Analysis.Settings;

namespace Unpause.Experiments.Tuning;

/// <summary>One GC setting to try.</summary>
/// <param name="Name">Its name in the table.</param>
/// <param name="Variables">Its environment variables; none for the default.</param>
public sealed record TuneSetting(string Name, IReadOnlyList<KeyValuePair<string, string>> Variables)
{
    /// <summary>The program without changes.</summary>
    public static TuneSetting Default { get; } = new("default", []);

    /// <summary>The options of <c>unpause run</c> that apply it.</summary>
    public IEnumerable<string> Options => Variables.Select(variable => $"--env={variable.Key}={variable.Value}");

    /// <summary>The setting as environment variables.</summary>
    public string Environment => string.Join(' ', Variables.Select(variable => $"{variable.Key}={Quoted(variable.Value)}"));

    /// <summary>The equivalent code, where known; one line per variable.</summary>
    public IEnumerable<string> Code =>
        Variables.Select(variable => TunableSetting.Find(variable.Key)?.CodeOf(variable.Value)).OfType<string>();

    /// <summary>What its variables do, where known.</summary>
    public IEnumerable<string> What => Variables.Select(variable => TunableSetting.Find(variable.Key)?.What).OfType<string>();

    /// <summary>Caveats of its variables.</summary>
    public IEnumerable<string> Notes => Variables.Select(variable => TunableSetting.Find(variable.Key)?.Needs is { } needs
        ? $"{variable.Key}: {needs}" : null).OfType<string>();

    /// <summary>The settings of a runtime that are tried by default: few, with one variable each.</summary>
    /// <param name="isService">Whether the program is a service that becomes ready.</param>
    public static IReadOnlyList<TuneSetting> GetDefaults(string runtime, bool isService) =>
    [
        Default,
        .. TunableSetting.All.Where(known => known.Runtime == runtime && known.IsTriedFor(isService))
            .SelectMany(known => known.Tried.Select(value => new TuneSetting($"{known.Short}={value}", [new(known.Name, value)]))),
    ];

    /// <summary>Makes the agent wait for a marker file before it freezes.</summary>
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
                $"--setting {Reports.PlainText.Clean(text)} is not NAME=VALUE: write for example --setting threshold=10000,20,10, "
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
