using System.Globalization;

namespace Unpause.Settings;

/// <summary>A setting of the catalogue in words, for people and programs that look it up.</summary>
public sealed record SettingDescription
{
    /// <summary>The runtime's name of it.</summary>
    public required string Name { get; init; }

    /// <summary>All names under which it is found, its own first.</summary>
    public required IReadOnlyList<string> Names { get; init; }

    /// <summary>The runtime whose it is, as in the contract.</summary>
    public required string Runtime { get; init; }

    /// <summary>As it is written, on the command line with the value in capitals: <c>-XX:MaxGCPauseMillis=NUMBER</c>.</summary>
    public required string Written { get; init; }

    /// <summary>Each place in which it can be given, the first the usual one.</summary>
    public required IReadOnlyList<SettingWay> Ways { get; init; }

    /// <summary>What it does, a clause.</summary>
    public required string What { get; init; }

    /// <summary>Collectors for which it does something; empty for all.</summary>
    public required IReadOnlyList<string> Collectors { get; init; }

    /// <summary>Versions that take it as it is; null for all.</summary>
    public required string? Versions { get; init; }

    /// <summary>Versions that take it behind another switch, which is named; null where none do.</summary>
    public required string? Unlocked { get; init; }

    /// <summary>Versions that take it with a warning or ignore it; null where none do.</summary>
    public required string? Deprecated { get; init; }

    /// <summary>The value where none was given; null when that depends on the machine, or it is a command.</summary>
    public required string? Default { get; init; }

    /// <summary>Its least and greatest value, or the words that it may be; null when any is taken.</summary>
    public required string? Range { get; init; }

    /// <summary>What its numbers are; null where they are none.</summary>
    public required string? Unit { get; init; }

    /// <summary>How .NET reads its numbers in the environment, by an example; null where that is as everywhere.</summary>
    public required string? Hexadecimal { get; init; }

    /// <summary>What it gives for what; null where nothing is given up.</summary>
    public required string? Trades { get; init; }

    /// <summary>When it helps.</summary>
    public required string? Helps { get; init; }

    /// <summary>When it hurts; null when it doesn't.</summary>
    public required string? Hurts { get; init; }

    /// <summary>What else one must know.</summary>
    public required string? Note { get; init; }

    /// <summary>Why no test of unpause shows its effect; null where one does.</summary>
    public required string? Untried { get; init; }

    /// <summary>The values that <c>unpause tune</c> tries of it when nobody gives any; null where it tries none.</summary>
    public required string? Tuned { get; init; }

    /// <summary>Where more is said, beside the sources of the whole catalogue.</summary>
    public required IReadOnlyList<string> Sources { get; init; }

    /// <summary>The settings and commands of all runtimes, in the catalogue's order.</summary>
    public static IReadOnlyList<SettingDescription> All { get; } =
        [.. SettingCatalogue.OfAll.SelectMany(catalogue => catalogue.All).Select(Of)];

    /// <summary>The versions in one text: <c>JDK 15 and later; JDK 11 to 14 with …</c>.</summary>
    public string AllVersions => string.Join("; ", new[]
    {
        Versions ?? (Unlocked is null ? "all" : null),
        Unlocked,
        Deprecated is null ? null : $"{Deprecated} warns or ignores it",
    }.OfType<string>());

    /// <summary>The settings of a runtime, as in the contract.</summary>
    public static IEnumerable<SettingDescription> OfRuntime(string runtime) => All.Where(setting => setting.Runtime == runtime);

    /// <summary>The setting of a text that names it, in any of its ways and in any case; null when the catalogue lacks it.</summary>
    public static SettingDescription? Find(string text) => SettingName.Find(text) is { } found
        ? All.First(known => known.Name == found.Setting.Name && known.Runtime == found.Setting.Runtime.Runtime)
        : null;

    /// <summary>What the value is that a text gives to a setting, where that is not what it looks like; else null.</summary>
    public static string? MeaningOf(string text) => SettingName.Find(text)?.Meaning();

    private static SettingDescription Of(Setting setting)
    {
        var ways = SettingWay.Of(setting);
        return new()
        {
            Name = setting.Name,
            Names = [.. setting.Names],
            Runtime = setting.Runtime.Runtime,
            Written = WrittenOf(setting, ways),
            Ways = ways,
            What = setting.What,
            Collectors = setting.Collectors,
            Versions = Words(setting.Product, setting.Runtime),
            Unlocked = UnlockedOf(setting),
            Deprecated = Words(setting.Deprecated, setting.Runtime),
            Default = setting.Defaults.Count == 0 ? null : string.Join(", ", setting.Defaults.Select(known => InWords(known, setting))),
            Range = RangeOf(setting),
            Unit = setting.Unit,
            Hexadecimal = HexadecimalOf(setting),
            Trades = setting.Trades,
            Helps = setting.Helps,
            Hurts = setting.Hurts,
            Note = setting.Note,
            Untried = setting.Untried,
            Tuned = TunedOf(setting),
            Sources = setting.Sources,
        };
    }

    private static string WrittenOf(Setting setting, IReadOnlyList<SettingWay> ways) => setting switch
    {
        { Type: "command" } => $"jcmd PID {setting.Name}",
        { Type: "call" } => setting.Name,
        _ when setting.Runtime != RuntimeNaming.Jvm || setting.Type == "variable" => ways[0].How,
        { Type: "switch" } => setting.With("true"),
        { Type: "memory" or "size" } => setting.With("SIZE"),
        { Type: "log" } => setting.With("WHAT:file=FILE:time,uptime"),
        { Type: "text" } => setting.With(setting.Values.Count == 0 ? "TEXT" : string.Join('|', setting.Values.Select(word => word.Text))),
        _ => setting.With("NUMBER"),
    };

    private static string? UnlockedOf(Setting setting)
    {
        var both = new[] { (setting.Unlocked, Setting.Unlock), (setting.Diagnostic, Setting.UnlockDiagnostic) }
            .Where(pair => pair.Item1.Count > 0)
            .Select(pair => $"{Words(pair.Item1, setting.Runtime) ?? "all versions"} with {pair.Item2}");
        var text = string.Join("; ", both);
        return text.Length == 0 ? null : text;
    }

    private static string? RangeOf(Setting setting)
    {
        if (setting.Range is { } range) return string.Create(CultureInfo.InvariantCulture, $"{range.Least} to {range.Greatest}");
        if (setting.Values.Count > 0) return string.Join(", ", setting.Values.Select(word => InWords(word, setting)));
        return setting.IsBoundByProcessors ? "at most the processors" : null;
    }

    private static string? HexadecimalOf(Setting setting)
    {
        if (setting.Runtime != RuntimeNaming.DotNet || setting.Variable is null || setting.Type is not ("number" or "size")) return null;
        if (setting.Range is { Greatest: < 10 }) return null;
        // The same in both, up to 9.
        var example = setting.Example is { Length: > 1 } given ? given : "16";
        return $"the environment's numbers are hexadecimal, with or without 0x; in runtimeconfig.json and code they are decimal: "
            + $"{setting.InEnvironment(example)} is {SettingName.Decimal(example, setting)}";
    }

    private static string? TunedOf(Setting setting)
    {
        if (TunableSetting.All.FirstOrDefault(one => setting.Names.Contains(one.Name)) is not { } tuned) return null;
        return tuned.Tried.Count == 0 ? $"--setting {tuned.Short}=VALUE" : string.Join("; ", tuned.Tried);
    }

    private static string InWords(VersionedText text, Setting setting) =>
        text.Versions.Words(setting.Runtime) is { } versions ? $"{text.Text} ({versions})" : text.Text;

    private static string? Words(IReadOnlyList<VersionRange> ranges, RuntimeNaming naming)
    {
        var words = ranges.OrderBy(range => range.First).Select(range => range.Words(naming)).ToList();
        return words.Count == 0 || words.Contains(null) ? null : string.Join(", ", words);
    }
}
