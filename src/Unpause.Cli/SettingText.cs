using System.Text;
using Unpause.Settings;

namespace Unpause.Cli;

/// <summary>Settings as text of a given width.</summary>
internal static class SettingText
{
    /// <summary>All settings, each with what it does.</summary>
    public static string List(int width)
    {
        var text = new StringBuilder("JVM\n");
        foreach (var setting in SettingDescription.Jvm)
        {
            text.Append($"  {setting.Written}\n");
            RuleText.Wrap(text, $"{setting.What} ({Limits(setting)})", "      ", "      ", width);
        }

        text.Append("\nunpause explain SETTING: one of them by its name\n");
        return text.ToString();
    }

    /// <summary>One setting, whole.</summary>
    public static string Of(SettingDescription setting, int width)
    {
        var text = new StringBuilder($"{setting.Written}\n\n");
        RuleText.Wrap(text, setting.What, "", "", width);
        foreach (var (name, value) in new (string, string?)[]
        {
            ("collectors", SettingsPage.CollectorsOf(setting)), ("advised for", setting.AllVersions),
            ("where none is given", setting.Default), ("values", setting.Range),
        })
        {
            if (value is null) continue;
            text.Append($"\n{name}\n");
            RuleText.Wrap(text, value, "  ", "  ", width);
        }

        return text.ToString();
    }

    private static string Limits(SettingDescription setting)
    {
        var collectors = setting.Collectors.Count == 0 ? "" : $"{SettingsPage.CollectorsOf(setting)}; ";
        return collectors + (setting.AllVersions == "all" ? "all versions" : setting.AllVersions);
    }
}
