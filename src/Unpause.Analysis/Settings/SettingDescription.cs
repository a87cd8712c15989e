namespace Unpause.Analysis.Settings;

/// <summary>A setting of the catalogue in words, for people and programs that look it up.</summary>
public sealed record SettingDescription
{
    /// <summary>Its name in the runtime.</summary>
    public required string Name { get; init; }

    /// <summary>All names under which it is found, its own first.</summary>
    public required IReadOnlyList<string> Names { get; init; }

    /// <summary>The id of its runtime, as in reports.</summary>
    public required string Runtime { get; init; }

    /// <summary>Its notation, on the command line with the value in capitals: <c>-XX:MaxGCPauseMillis=NUMBER</c>.</summary>
    public required string Written { get; init; }

    /// <summary>The places where it can be set, the usual one first.</summary>
    public required IReadOnlyList<SettingWay> Ways { get; init; }

    /// <summary>What it does, a clause.</summary>
    public required string What { get; init; }

    /// <summary>Collectors for which it has an effect; empty for all.</summary>
    public required IReadOnlyList<string> Collectors { get; init; }

    /// <summary>Versions that accept it as it is; null for all.</summary>
    public required string? Versions { get; init; }

    /// <summary>Versions that accept it after an unlock switch, which is named; null if none do.</summary>
    public required string? Unlocked { get; init; }

    /// <summary>Versions that accept it with a warning or ignore it; null if none do.</summary>
    public required string? Deprecated { get; init; }

    /// <summary>Its default; null if that depends on the machine, or if it is a command.</summary>
    public required string? Default { get; init; }

    /// <summary>Its smallest and largest value, or its allowed words; null if all are accepted.</summary>
    public required string? Range { get; init; }

    /// <summary>The unit of its numbers; null if it has none.</summary>
    public required string? Unit { get; init; }

    /// <summary>How .NET reads its numbers in the environment, with an example; null if they are decimal.</summary>
    public required string? Hexadecimal { get; init; }

    /// <summary>Its trade-off: cost for benefit; null if it has none.</summary>
    public required string? Trades { get; init; }

    /// <summary>When it helps.</summary>
    public required string? Helps { get; init; }

    /// <summary>When it hurts; null if it doesn't.</summary>
    public required string? Hurts { get; init; }

    /// <summary>Anything else to know.</summary>
    public required string? Note { get; init; }

    /// <summary>Why no test of unpause shows its effect; null if one does.</summary>
    public required string? Untried { get; init; }

    /// <summary>The values that <c>unpause tune</c> tries by default; null if it tries none.</summary>
    public required string? Tuned { get; init; }

    /// <summary>Its sources, in addition to those of the whole catalogue.</summary>
    public required IReadOnlyList<string> Sources { get; init; }

    /// <summary>The settings and commands of all runtimes, in the order of the catalogue.</summary>
    public static IReadOnlyList<SettingDescription> All { get; } =
        [.. SettingCatalogue.OfAll.SelectMany(catalogue => catalogue.All).Select(From)];

    /// <summary>All versions in one text: <c>JDK 15 and later; JDK 11 to 14 with …</c>.</summary>
    public string AllVersions => string.Join("; ", new[]
    {
        Versions ?? (Unlocked is null ? "all" : null),
        Unlocked,
        Deprecated is null ? null : $"{Deprecated} warns or ignores it",
    }.OfType<string>());

    /// <summary>The settings of a runtime, by its id as in reports.</summary>
    public static IEnumerable<SettingDescription> OfRuntime(string runtime) => All.Where(setting => setting.Runtime == runtime);

    /// <summary>Finds a setting in a text, in any notation and case; null if the catalogue doesn't have it.</summary>
    public static SettingDescription? Find(string text) => SettingName.Find(text) is { } found
        ? All.First(known => known.Name == found.Setting.Name && known.Runtime == found.Setting.Runtime.Runtime)
        : null;

    /// <summary>The meaning of the value in a text if it differs from how it looks; otherwise null.</summary>
    public static string? MeaningOf(string text) => SettingName.Find(text)?.Meaning();

    private static SettingDescription From(Setting setting)
    {
        var ways = SettingWay.FindAll(setting);
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
        return setting.IsBoundByProcessors ? "at most the number of processors" : null;
    }

    private static string? HexadecimalOf(Setting setting)
    {
        if (setting.Runtime != RuntimeNaming.DotNet || setting.Variable is null || setting.Type is not ("number" or "size")) return null;
        if (setting.Range is { Greatest: < 10 }) return null;
        // Numbers up to 9 are the same in both.
        var example = setting.Example is { Length: > 1 } given ? given : "16";
        return $"numbers in environment variables are hexadecimal, with or without 0x; in runtimeconfig.json and code they are decimal: "
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

/// <summary>A place where a setting can be set, with its notation there.</summary>
/// <param name="Where">
/// The place: <c>variable</c>, <c>under unpause</c> (also a variable), <c>runtimeconfig.json</c>, <c>project file</c>, <c>command line</c>
/// or <c>code</c>.
/// </param>
/// <param name="How">The text with a value, ready to copy.</param>
public sealed record SettingWay(string Where, string How)
{
    private const string Variable = "variable", UnderUnpause = "under unpause", ConfigurationFile = "runtimeconfig.json",
        ProjectFile = "project file", CommandLine = "command line", InCode = "code", RunningJvm = "a running JVM";

    private const string OwnPrefix = "UNPAUSE_PYTHON_";

    /// <summary>All places where a setting can be set.</summary>
    internal static IReadOnlyList<SettingWay> FindAll(Setting setting)
    {
        var example = setting.Example ?? "";
        var ways = new List<SettingWay>();
        if (setting.Variable is { } variable)
        {
            // A GODEBUG setting already includes its value.
            var how = variable.Contains('=', StringComparison.Ordinal) ? variable
                : setting.Example is null ? $"{variable}=…" : setting.With(example);
            ways.Add(new(variable.StartsWith(OwnPrefix, StringComparison.Ordinal) ? UnderUnpause : Variable, how));
        }
        else if (setting.Runtime == RuntimeNaming.Jvm)
        {
            ways.Add(setting.Type == "command" ? new(RunningJvm, $"jcmd PID {setting.Name}") : new(CommandLine, setting.With(example)));
        }

        if (setting.Property is { } property) ways.Add(new(ConfigurationFile, $"\"{property}\": {InJson(setting, example)}"));
        if (setting.Project is { } project) ways.Add(new(ProjectFile, $"<{project}>{InProject(setting, example)}</{project}>"));
        // Code works everywhere, so it precedes a variable that only works under unpause.
        if (setting.Code is { } code) ways.Insert(ways is [{ Where: UnderUnpause }] ? 0 : ways.Count, new(InCode, code));
        return ways;
    }

    private static string InJson(Setting setting, string value) => setting.Type switch
    {
        "switch" => InProject(setting, value),
        "text" => $"\"{value}\"",
        _ => value,
    };

    private static string InProject(Setting setting, string value) =>
        setting.Type != "switch" ? value : value == "1" ? "true" : "false";
}
