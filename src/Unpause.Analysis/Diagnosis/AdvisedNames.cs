using Unpause.Settings;

namespace Unpause.Diagnosis;

/// <summary>Which settings of the catalogue an advice names.</summary>
internal static class AdvisedNames
{
    private const string EndsOfWords = " \n;()<>\"'=,{}";

    /// <summary>Their names, in the order in which setting and code have them.</summary>
    public static IReadOnlyList<string> Of(RuntimeNaming runtime, Advice advice) =>
        [.. In(runtime, advice.Setting).Concat(In(runtime, advice.Code)).Select(setting => setting.Name).Distinct()];

    /// <summary>The settings that a text has, by any of their names.</summary>
    public static IEnumerable<Setting> In(RuntimeNaming runtime, string? text)
    {
        var catalogue = SettingCatalogue.Of(runtime);
        foreach (var word in (text ?? "").Split(EndsOfWords.ToCharArray(), StringSplitOptions.RemoveEmptyEntries))
        {
            // Switches for what is locked go with another flag.
            var name = word.StartsWith("-X", StringComparison.Ordinal) ? SettingName.Find(word)?.Setting.Name : word;
            if (name is not null && catalogue.Find(name) is { } known) yield return known;
        }
    }
}
