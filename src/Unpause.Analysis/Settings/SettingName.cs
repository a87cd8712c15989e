using System.Globalization;

namespace Unpause.Settings;

/// <summary>A setting as somebody wrote it, in any of its ways, with the value if there was one.</summary>
/// <param name="Setting">The setting.</param>
/// <param name="Value">The value as it stands there; null when there was none.</param>
/// <param name="IsEnvironment">Whether it was written as a variable of the environment.</param>
internal sealed record SettingName(Setting Setting, string? Value, bool IsEnvironment)
{
    /// <summary>What .NET's variables begin with, from .NET 6 on and before.</summary>
    public const string Prefix = "DOTNET_", OldPrefix = "COMPlus_";

    private const string Debug = "GODEBUG=";

    /// <summary>The setting of a text; null when no catalogue has it.</summary>
    public static SettingName? Find(string text)
    {
        var written = text.Trim().Trim('`');
        if (written.StartsWith(Debug, StringComparison.OrdinalIgnoreCase)) written = written[Debug.Length..];
        if (written is ['<', .., '>']) written = written[1..].Split("</")[0].Replace('>', '=');
        var isJson = written.StartsWith('"') || (written.Contains(':', StringComparison.Ordinal) && !written.StartsWith('-'));
        var (name, value) = isJson ? Parts(written.Replace("\"", "", StringComparison.Ordinal), ':')
            : written.StartsWith("-X", StringComparison.Ordinal) ? Flag(written) : Parts(written, '=');
        var isVariable = name.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase);
        if (name.StartsWith(OldPrefix, StringComparison.OrdinalIgnoreCase)) (name, isVariable) = (Prefix + name[OldPrefix.Length..], true);
        var found = Named(name, StringComparison.Ordinal) ?? Named(name, StringComparison.OrdinalIgnoreCase)
            ?? (isVariable ? Named(name[Prefix.Length..], StringComparison.OrdinalIgnoreCase) : null)
            ?? (TunableSetting.Find(name) is { } tuned ? Named(tuned.Name, StringComparison.Ordinal) : null);
        // Files have words for what the environment, and recordings, have digits for.
        if (found is { Type: "switch" } && found.Runtime == RuntimeNaming.DotNet)
        {
            value = value switch { "true" => "1", "false" => "0", _ => value };
        }

        return found is null ? null : new(found, value, isVariable);
    }

    /// <summary>What the value is that was written, where that is not what it looks like; null where it is, or none was written.</summary>
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

    /// <summary>A decimal number, a size in its own unit, too.</summary>
    public static string Decimal(string number, Setting setting) => setting.Type == "size" && long.TryParse(number, out var bytes)
        ? $"{number} ({Quantities.Bytes(bytes)})"
        : number;

    private static Setting? Named(string name, StringComparison comparison) => SettingCatalogue.OfAll.SelectMany(catalogue => catalogue.All)
        .FirstOrDefault(setting => setting.Names.Any(known => known.Equals(name, comparison)));

    private static (string Name, string? Value) Parts(string text, char between) =>
        text.IndexOf(between, StringComparison.Ordinal) is > 0 and var at ? (text[..at].Trim(), text[(at + 1)..].Trim()) : (text, null);

    /// <summary>A JVM's flag: <c>-XX:+X</c>, <c>-XX:X=1</c>, <c>-Xmx64m</c>, <c>-Xlog:gc</c>.</summary>
    private static (string Name, string? Value) Flag(string flag)
    {
        if (flag.StartsWith("-XX:", StringComparison.Ordinal)) return Parts(flag[4..].TrimStart('+', '-'), '=');
        return flag.StartsWith("-Xlog", StringComparison.Ordinal) ? ("Xlog", null) : (flag[1..Math.Min(4, flag.Length)], null);
    }
}
