using System.Text;
using Unpause.Analysis.Settings;

namespace Unpause.Cli.Explaining;

/// <summary>Settings as text of a given width.</summary>
internal static class SettingText
{
    /// <summary>All settings by runtime, each with what it does.</summary>
    public static string List(int width)
    {
        var text = new StringBuilder();
        foreach (var (runtime, title) in SettingsPage.Titles)
        {
            text.Append($"{title}\n");
            foreach (var setting in SettingDescription.OfRuntime(runtime))
            {
                text.Append($"  {setting.Written}\n");
                RuleText.Wrap(text, $"{setting.What} ({Limits(setting)})", "      ", "      ", width);
            }

            text.Append('\n');
        }

        text.Append("unpause explain SETTING: one setting, by any of its names\n");
        return text.ToString();
    }

    /// <summary>One setting, whole.</summary>
    /// <param name="meaning">The meaning of the value that was typed with it; null when there is none, or when it is plain.</param>
    public static string Format(SettingDescription setting, string? meaning, int width)
    {
        var title = SettingsPage.Titles.First(known => known.Runtime == setting.Runtime).Title;
        var text = new StringBuilder($"{setting.Name} ({title})\n\n");
        RuleText.Wrap(text, setting.What, "", "", width);
        if (meaning is not null)
        {
            text.Append('\n');
            RuleText.Wrap(text, meaning, "", "", width);
        }

        text.Append('\n');
        var room = setting.Ways.Max(way => way.Where.Length);
        // A setting is for copying: it is never wrapped.
        foreach (var way in setting.Ways) text.Append($"  {way.Where.PadRight(room)}  {way.How}\n");
        foreach (var (name, value) in SettingsPage.Facts(setting))
        {
            text.Append($"\n{name}\n");
            RuleText.Wrap(text, value, "  ", "  ", width);
        }

        return text.ToString();
    }

    private static string Limits(SettingDescription setting)
    {
        var collectors = setting.Collectors.Count == 0 ? "" : $"{SettingsPage.CollectorsOf(setting)}; ";
        var versions = setting.AllVersions == "all" ? "all versions" : setting.AllVersions;
        return collectors + versions + (setting.Tuned is null ? "" : "; unpause tune tries it");
    }
}
