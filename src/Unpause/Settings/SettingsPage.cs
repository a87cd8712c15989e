using System.Text;

namespace Unpause.Settings;

/// <summary>The settings that advice may give, as a page of the docs, made from the catalogue: <c>docs/settings.md</c>.</summary>
public static class SettingsPage
{
    /// <summary>The whole page in Markdown.</summary>
    public static string Markdown()
    {
        var page = new StringBuilder(
            """
            # Settings

            What `unpause` may advise to set, and for which versions and collectors it does so: each is tried by a test on the JDKs 8, 11,
            17, 21, 25 and 26 that are at hand. A setting that a version does not take, that does nothing for the collector in use, or
            that is in force already is not advised. `unpause explain --settings` says the same on the terminal. This page is made from the
            catalogue: `./unpause explain --settings --format markdown > docs/settings.md`.

            .NET, Go and CPython have few settings, and the advice of their [rules](rules.md) names them with their values.

            ## JVM

            | setting | what it does | collectors | advised for | where none is given | values |
            |---|---|---|---|---|---|

            """);
        foreach (var setting in SettingDescription.Jvm.Where(setting => !IsCommand(setting))) page.Append(Row(setting));
        page.Append(
            """

            ## Commands for a running JVM

            | command | what it does | advised for |
            |---|---|---|

            """);
        foreach (var command in SettingDescription.Jvm.Where(IsCommand))
        {
            page.Append($"| `{command.Written}` | {command.What} | {command.AllVersions} |\n");
        }

        return page.ToString();
    }

    /// <summary>One setting's section in Markdown.</summary>
    public static string Markdown(SettingDescription setting)
    {
        var text = new StringBuilder($"## {setting.Name}\n\n`{setting.Written}`: {setting.What}.\n\n");
        text.Append($"**Collectors**: {CollectorsOf(setting)}\n\n**Advised for**: {setting.AllVersions}\n");
        if (setting.Default is { } known) text.Append($"\n**Where none is given**: {known}\n");
        if (setting.Range is { } range) text.Append($"\n**Values**: {range}\n");
        return text.ToString();
    }

    /// <summary>The collectors for which it does something, in words.</summary>
    public static string CollectorsOf(SettingDescription setting) =>
        setting.Collectors.Count == 0 ? "all" : string.Join(", ", setting.Collectors);

    private static bool IsCommand(SettingDescription setting) => setting.Written.StartsWith("jcmd ", StringComparison.Ordinal);

    // A bar would end the cell.
    private static string Row(SettingDescription setting) =>
        $"| `{setting.Written.Replace("|", "\\|", StringComparison.Ordinal)}` | {setting.What} | {CollectorsOf(setting)} | "
        + $"{setting.AllVersions} | {setting.Default ?? "–"} | {setting.Range ?? "–"} |\n";
}
