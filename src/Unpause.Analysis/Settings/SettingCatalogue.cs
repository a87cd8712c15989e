namespace Unpause.Analysis.Settings;

/// <summary>The settings of a runtime, read from embedded YAML.</summary>
internal sealed class SettingCatalogue
{
    private static readonly string[] Fields =
    [
        "name", "what", "type", "collectors", "product", "unlocked", "unlocked-diagnostic", "deprecated", "values", "default", "range",
        "bound", "raised", "unit", "env", "config", "project", "also", "code", "tried", "trades", "helps", "hurts", "note", "untried",
        "recorded", "source",
    ];

    private readonly Dictionary<string, Setting> _byName;

    private SettingCatalogue(RuntimeNaming runtime, IEnumerable<Setting> all)
    {
        Runtime = runtime;
        All = [.. all];
        _byName = All.SelectMany(setting => setting.Names.Select(name => (name, setting)))
            .ToDictionary(pair => pair.name, pair => pair.setting, StringComparer.Ordinal);
    }

    /// <summary>The settings of the JVM.</summary>
    public static SettingCatalogue Jvm => Get(RuntimeNaming.Jvm);

    /// <summary>The catalogues of all runtimes, in display order.</summary>
    public static IReadOnlyList<SettingCatalogue> OfAll { get; } = [.. RuntimeNaming.All.Select(Read)];

    /// <summary>The runtime of the settings.</summary>
    public RuntimeNaming Runtime { get; }

    /// <summary>All settings, in file order.</summary>
    public IReadOnlyList<Setting> All { get; }

    /// <summary>The catalogue of a runtime.</summary>
    public static SettingCatalogue Get(RuntimeNaming runtime) => OfAll.First(catalogue => catalogue.Runtime == runtime);

    /// <summary>Finds a setting by any of its names; null if the catalogue doesn't have it.</summary>
    public Setting? Find(string name) => _byName.GetValueOrDefault(name);

    /// <summary>Parses a catalogue from YAML.</summary>
    /// <exception cref="FormatException">The text is not a catalogue; with the line.</exception>
    public static SettingCatalogue Parse(RuntimeNaming runtime, string yaml) =>
        new(runtime, NamedValues.Maps(yaml).Select(row => SettingOf(runtime, row)));

    private static SettingCatalogue Read(RuntimeNaming runtime) =>
        Parse(runtime, EmbeddedText.Read($"Unpause.Settings.{runtime.Runtime}.yaml"));

    private static Setting SettingOf(RuntimeNaming runtime, IReadOnlyList<NamedValues> row)
    {
        if (row.FirstOrDefault(named => !Fields.Contains(named.Name)) is { } unknown)
        {
            throw new YamlFault(unknown.Line, 1, $"{unknown.Name} is not a field of a setting");
        }

        var values = row.ToDictionary(named => named.Name, named => named.Values, StringComparer.Ordinal);
        string? One(string name) => values.GetValueOrDefault(name, []).FirstOrDefault();
        string Needed(string name) => One(name) ?? throw new YamlFault(row[0].Line, 1, $"the setting has no {name}");
        return new()
        {
            Runtime = runtime,
            Name = Needed("name"),
            What = Needed("what"),
            Type = Needed("type"),
            Collectors = values.GetValueOrDefault("collectors", []),
            Product = Ranges(values.GetValueOrDefault("product", [])),
            Unlocked = Ranges(values.GetValueOrDefault("unlocked", [])),
            Diagnostic = Ranges(values.GetValueOrDefault("unlocked-diagnostic", [])),
            Deprecated = Ranges(values.GetValueOrDefault("deprecated", [])),
            Values = [.. values.GetValueOrDefault("values", []).Select(VersionedText.Parse)],
            Defaults = [.. values.GetValueOrDefault("default", []).Select(VersionedText.Parse)],
            Range = values.GetValueOrDefault("range", []) is [var least, var greatest]
                ? (long.Parse(least, CultureInfo.InvariantCulture), long.Parse(greatest, CultureInfo.InvariantCulture))
                : null,
            IsBoundByProcessors = One("bound") == "processors",
            IsOnlyRaised = One("raised") == "only",
            Unit = One("unit"),
            Variable = One("env"),
            Property = One("config"),
            Project = One("project"),
            Also = values.GetValueOrDefault("also", []),
            Code = One("code"),
            Example = One("tried"),
            Trades = One("trades"),
            Helps = One("helps"),
            Hurts = One("hurts"),
            Note = One("note"),
            Untried = One("untried"),
            Recorded = values.GetValueOrDefault("recorded", []),
            Sources = values.GetValueOrDefault("source", []),
        };
    }

    private static VersionRange[] Ranges(IReadOnlyList<string> texts) =>
        [.. texts.SelectMany(text => text.Split(',', StringSplitOptions.TrimEntries)).Select(VersionRange.Parse)];
}
