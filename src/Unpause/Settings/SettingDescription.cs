using System.Globalization;

namespace Unpause.Settings;

/// <summary>A setting of the catalogue in words, for people and programs that look it up.</summary>
/// <param name="Name">The runtime's name of it.</param>
/// <param name="Written">As it is written, the value in capitals: <c>-XX:MaxGCPauseMillis=NUMBER</c>.</param>
/// <param name="What">What it does, a clause.</param>
/// <param name="Collectors">Collectors for which it does something; empty for all.</param>
/// <param name="Versions">Versions that take it as it is; null for all.</param>
/// <param name="Unlocked">Versions that take it behind another switch, which is named; null where none do.</param>
/// <param name="Default">The value where none was given; null when that depends on the machine, or it is a command.</param>
/// <param name="Range">Its least and greatest value, or the words that it may be; null when any is taken.</param>
public sealed record SettingDescription(
    string Name, string Written, string What, IReadOnlyList<string> Collectors, string? Versions, string? Unlocked, string? Default,
    string? Range)
{
    /// <summary>The JVM's settings and commands, in the catalogue's order.</summary>
    public static IReadOnlyList<SettingDescription> Jvm { get; } = [.. SettingCatalogue.Jvm.All.Select(Of)];

    /// <summary>The versions in one text: <c>JDK 15 and later; JDK 11 to 14 with …</c>.</summary>
    public string AllVersions => string.Join("; ", new[]
    {
        Versions ?? (Unlocked is null ? "all" : null),
        Unlocked,
    }.OfType<string>());

    /// <summary>The setting of a name, in any case; null when the catalogue lacks it.</summary>
    public static SettingDescription? Find(string name) =>
        Jvm.FirstOrDefault(setting => setting.Name.Equals(name, StringComparison.OrdinalIgnoreCase));

    private static SettingDescription Of(Setting setting) => new(
        setting.Name,
        WrittenOf(setting),
        setting.What,
        setting.Collectors,
        Words(setting.Product),
        setting.Unlocked.Count == 0 ? null : $"{Words(setting.Unlocked)} with {Setting.Unlock}",
        setting.Default,
        RangeOf(setting));

    private static string WrittenOf(Setting setting) => setting.Type switch
    {
        "command" => $"jcmd PID {setting.Name}",
        "switch" => setting.With("true"),
        "memory" => setting.With("SIZE"),
        "size" => setting.With("SIZE"),
        "log" => setting.With("WHAT:file=FILE:time,uptime"),
        "text" => setting.With(setting.Values.Count == 0 ? "TEXT" : string.Join('|', setting.Values)),
        _ => setting.With("NUMBER"),
    };

    private static string? RangeOf(Setting setting)
    {
        if (setting.Range is { } range) return string.Create(CultureInfo.InvariantCulture, $"{range.Least} to {range.Greatest}");
        return setting.IsBoundByProcessors ? "at most the processors" : null;
    }

    private static string? Words(IReadOnlyList<VersionRange> ranges)
    {
        var words = ranges.OrderBy(range => range.First).Select(range => range.Words()).ToList();
        return words.Count == 0 || words.Contains(null) ? null : string.Join(", ", words);
    }
}
