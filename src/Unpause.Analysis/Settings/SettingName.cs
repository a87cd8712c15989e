namespace Unpause.Analysis.Settings;

/// <summary>A setting as a user wrote it, in any notation, with its value if there is one.</summary>
/// <param name="Value">The value as written; null if there is none.</param>
/// <param name="IsEnvironment">Whether it was written as an environment variable.</param>
internal sealed record SettingName(Setting Setting, string? Value, bool IsEnvironment)
{
    /// <summary>Prefixes of .NET's environment variables, from .NET 6 on and before.</summary>
    public const string Prefix = "DOTNET_", OldPrefix = "COMPlus_";

    private const string Debug = "GODEBUG=", NodeOptions = "NODE_OPTIONS=";

    /// <summary>Finds the setting in a text; null if no catalogue has it.</summary>
    public static SettingName? Find(string text)
    {
        var written = text.Trim().Trim('`');
        if (written.StartsWith(Debug, StringComparison.OrdinalIgnoreCase)) written = written[Debug.Length..];
        if (written.StartsWith(NodeOptions, StringComparison.Ordinal)) written = written[NodeOptions.Length..];
        if (written is ['<', .., '>']) written = written[1..].Split("</")[0].Replace('>', '=');
        var isJson = written.StartsWith('"') || (written.Contains(':', StringComparison.Ordinal) && !written.StartsWith('-'));
        var (name, value) = isJson ? Parts(written.Replace("\"", "", StringComparison.Ordinal), ':')
            : written.StartsWith("-X", StringComparison.Ordinal) ? Flag(written) : Parts(written, '=');
        var isVariable = name.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase);
        if (name.StartsWith(OldPrefix, StringComparison.OrdinalIgnoreCase)) (name, isVariable) = (Prefix + name[OldPrefix.Length..], true);
        var found = Named(name, StringComparison.Ordinal) ?? Named(name, StringComparison.OrdinalIgnoreCase)
            ?? (isVariable ? Named(name[Prefix.Length..], StringComparison.OrdinalIgnoreCase) : null)
            ?? (TunableSetting.Find(name) is { } tuned ? Named(tuned.Name, StringComparison.Ordinal) : null);
        // Configuration files use true and false; the environment and recordings use 1 and 0.
        if (found is { Type: "switch" } && found.Runtime == RuntimeNaming.DotNet)
        {
            value = value switch { "true" => "1", "false" => "0", _ => value };
        }

        return found is null ? null : new(found, value, isVariable);
    }

    /// <summary>The meaning of the written value if it differs from how it looks; null otherwise, or if there is no value.</summary>
    public string? Meaning()
    {
        if (Value is null || Setting.Runtime != RuntimeNaming.DotNet || Setting.Type is not ("number" or "size")) return null;
        if (!IsEnvironment) return null;
        var digits = Value.StartsWith("0x", StringComparison.OrdinalIgnoreCase) ? Value[2..] : Value;
        if (!long.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var number)) return null;
        var meaning = $"{Value} is {Decimal(number.ToString(CultureInfo.InvariantCulture), Setting)}";
        return digits.Length == Value.Length && long.TryParse(Value, CultureInfo.InvariantCulture, out var meant) && meant != number
            ? $"{meaning}, because it is read as hexadecimal; {meant} is written 0x{meant:X}"
            : meaning;
    }

    /// <summary>A decimal number; a size also in a readable unit.</summary>
    public static string Decimal(string number, Setting setting) => setting.Type == "size" && long.TryParse(number, out var bytes)
        ? $"{number} ({Quantities.Bytes(bytes)})"
        : number;

    private static Setting? Named(string name, StringComparison comparison) => SettingCatalogue.OfAll.SelectMany(catalogue => catalogue.All)
        .FirstOrDefault(setting => setting.Names.Any(known => known.Equals(name, comparison)));

    private static (string Name, string? Value) Parts(string text, char between) =>
        text.IndexOf(between, StringComparison.Ordinal) is > 0 and var at ? (text[..at].Trim(), text[(at + 1)..].Trim()) : (text, null);

    /// <summary>Splits a JVM flag: <c>-XX:+X</c>, <c>-XX:X=1</c>, <c>-Xmx64m</c>, <c>-Xlog:gc</c>.</summary>
    private static (string Name, string? Value) Flag(string flag)
    {
        if (flag.StartsWith("-XX:", StringComparison.Ordinal)) return Parts(flag[4..].TrimStart('+', '-'), '=');
        return flag.StartsWith("-Xlog", StringComparison.Ordinal) ? ("Xlog", null) : (flag[1..Math.Min(4, flag.Length)], null);
    }
}

/// <summary>An environment variable that <c>unpause tune</c> can try, from embedded YAML.</summary>
/// <param name="Runtime">The runtime that it belongs to: one of <c>cpython</c>, <c>dotnet</c>, <c>go</c>, <c>jvm</c>.</param>
/// <param name="Short">Its short name for <c>--setting</c>.</param>
/// <param name="What">What it does, a clause.</param>
/// <param name="Tried">Values that are tried by default.</param>
/// <param name="For"><c>batch</c> or <c>service</c>, if it is tried only for one of them; null for both.</param>
/// <param name="Code">The same in code, the value as <c>{value}</c>.</param>
/// <param name="Needs">Where the variable is read; null for everywhere.</param>
public sealed record TunableSetting(
    string Name, string Runtime, string Short, string What, IReadOnlyList<string> Tried, string? For, string Code, string? Needs)
{
    private const string Resource = "Unpause.Settings.tunable.yaml", Value = "{value}";

    /// <summary>All tunable settings, in file order.</summary>
    public static IReadOnlyList<TunableSetting> All { get; } = [.. NamedValues.Maps(EmbeddedText.Read(Resource)).Select(Parse)];

    /// <summary>Finds a setting by its variable or its short name.</summary>
    public static TunableSetting? Find(string name) => All.FirstOrDefault(setting => setting.Name == name || setting.Short == name);

    /// <summary>Whether it is tried by default.</summary>
    /// <param name="isService">Whether a service is tuned, not a batch job.</param>
    public bool IsTriedFor(bool isService) => For is null || For == (isService ? "service" : "batch");

    /// <summary>The code that has the same effect as the variable with a value.</summary>
    public string CodeOf(string value) => Code.Replace(Value, value, StringComparison.Ordinal);

    private static TunableSetting Parse(IReadOnlyList<NamedValues> row)
    {
        var values = row.ToDictionary(named => named.Name, named => named.Values, StringComparer.Ordinal);
        return new(
            values["name"][0],
            values["runtime"][0],
            values["short"][0],
            values["what"][0],
            values.GetValueOrDefault("try", []),
            values.GetValueOrDefault("for", []).FirstOrDefault(),
            values["code"][0],
            values.GetValueOrDefault("needs", []).FirstOrDefault());
    }
}
