using Unpause.Analysis.Settings;

namespace Unpause.Analysis.Diagnosis;

/// <summary>Finds the settings of the catalogue that an advice names.</summary>
internal static class AdvisedNames
{
    private const string EndsOfWords = " \n;()<>\"'=,{}";

    /// <summary>Names of the settings in an advice, in order of appearance.</summary>
    public static IReadOnlyList<string> Find(RuntimeNaming runtime, Advice advice) =>
        [.. In(runtime, advice.Setting).Concat(In(runtime, advice.Code)).Select(setting => setting.Name).Distinct()];

    /// <summary>The settings in a text, by any of their names.</summary>
    public static IEnumerable<Setting> In(RuntimeNaming runtime, string? text)
    {
        var catalogue = SettingCatalogue.Get(runtime);
        foreach (var word in (text ?? "").Split(EndsOfWords.ToCharArray(), StringSplitOptions.RemoveEmptyEntries))
        {
            // Unlock switches belong to another flag.
            var name = word.StartsWith("-X", StringComparison.Ordinal) ? SettingName.Find(word)?.Setting.Name : word;
            if (name is not null && catalogue.Find(name) is { } known) yield return known;
        }
    }
}
