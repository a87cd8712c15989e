using System.Globalization;

namespace Unpause.Settings;

/// <summary>The settings of a runtime that advice may give, from the embedded YAML.</summary>
internal sealed class SettingCatalogue
{
    private readonly Dictionary<string, Setting> _byName;

    private SettingCatalogue(IEnumerable<Setting> all)
    {
        All = [.. all];
        _byName = All.ToDictionary(setting => setting.Name, StringComparer.Ordinal);
    }

    /// <summary>The JVM's.</summary>
    public static SettingCatalogue Jvm { get; } = Of(EmbeddedText.Read("Unpause.Settings.jvm.yaml"));

    /// <summary>All of them, in the file's order.</summary>
    public IReadOnlyList<Setting> All { get; }

    /// <summary>The setting of a name; null when the catalogue lacks it.</summary>
    public Setting? Find(string name) => _byName.GetValueOrDefault(name);

    /// <summary>A catalogue of its YAML.</summary>
    /// <exception cref="FormatException">The text is no catalogue.</exception>
    public static SettingCatalogue Of(string yaml) => new(NamedValues.Maps(yaml).Select(Of));

    private static Setting Of(IReadOnlyList<NamedValues> row)
    {
        var values = row.ToDictionary(named => named.Name, named => named.Values, StringComparer.Ordinal);
        return new()
        {
            Name = values["name"][0],
            What = values["what"][0],
            Type = values["type"][0],
            Collectors = values.GetValueOrDefault("collectors", []),
            Product = Ranges(values.GetValueOrDefault("product", [])),
            Unlocked = Ranges(values.GetValueOrDefault("unlocked", [])),
            Values = values.GetValueOrDefault("values", []),
            Default = values.GetValueOrDefault("default", []).FirstOrDefault(),
            Range = values.GetValueOrDefault("range", []) is [var least, var greatest]
                ? (long.Parse(least, CultureInfo.InvariantCulture), long.Parse(greatest, CultureInfo.InvariantCulture))
                : null,
            IsBoundByProcessors = values.GetValueOrDefault("bound", []) is ["processors"],
        };
    }

    private static VersionRange[] Ranges(IReadOnlyList<string> texts) =>
        [.. texts.SelectMany(text => text.Split(',', StringSplitOptions.TrimEntries)).Select(VersionRange.Parse)];
}
