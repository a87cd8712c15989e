using System.Globalization;
using Unpause.Recordings;

namespace Unpause.Analysis.Settings;

/// <summary>A setting as a user wrote it, in any notation, with its value if there is one.</summary>
/// <param name="Setting">The setting.</param>
/// <param name="Value">The value as written; null if there is none.</param>
/// <param name="IsEnvironment">Whether it was written as an environment variable.</param>
internal sealed record SettingName(Setting Setting, string? Value, bool IsEnvironment)
{
    /// <summary>Prefixes of .NET's environment variables, from .NET 6 on and before.</summary>
    public const string Prefix = "DOTNET_", OldPrefix = "COMPlus_";

    private const string Debug = "GODEBUG=";

    /// <summary>Finds the setting in a text; null if no catalogue has it.</summary>
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
