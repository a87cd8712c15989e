using System.Text;

namespace Unpause.Analysis.Settings;

/// <summary>Generates the documentation of the settings from the catalogue: <c>docs/settings.md</c>.</summary>
public static class SettingsPage
{
    /// <summary>The whole page in Markdown.</summary>
    public static string Markdown()
    {
        var page = new StringBuilder(
            """
            # Settings

            The settings of each collector: how to write them, which versions accept them, their trade-off, when they help and when they
            hurt. `unpause` only advises these settings. It does not advise a setting if the recorded version does not accept it, if it has
            no effect with the collector in use, or if it is already in force. Tests check each setting against the runtimes: JVM flags
            against `-XX:+PrintFlagsFinal` of JDK 8, 11, 17, 25 and 26 and by starting these JVMs, .NET settings with recordings of
            processes that use them, Go and CPython settings by runs. `unpause explain GOGC` prints the same in the terminal, for any name
            of a setting. This page is generated: `./unpause explain --settings --format markdown > docs/settings.md`.


            """);
        foreach (var runtime in RuntimeNaming.All) page.Append($"- [{runtime.Title}](#{Anchor(runtime.Title)})\n");
        foreach (var runtime in RuntimeNaming.All) Append(page, runtime);
        return page.ToString();
    }

    /// <summary>One setting's section in Markdown.</summary>
    public static string Markdown(SettingDescription setting)
    {
        var text = new StringBuilder($"### {setting.Name}\n\n{Sentence(setting.What)}\n\n");
        foreach (var way in setting.Ways) text.Append($"- {way.Where}: `{way.How}`\n");
        foreach (var (name, value) in Facts(setting)) text.Append($"- {name}: {value}\n");
        return text.ToString();
    }

    /// <summary>Facts about a setting as name and value, except what it does and how it is written.</summary>
    public static IEnumerable<(string Name, string Value)> Facts(SettingDescription setting)
    {
        foreach (var (name, value) in new (string, string?)[]
        {
            ("collectors", setting.Collectors.Count == 0 ? null : CollectorsOf(setting)), ("versions", setting.AllVersions),
            ("default", setting.Default), ("values", setting.Range), ("unit", setting.Unit),
            ("hexadecimal", setting.Hexadecimal), ("trades", setting.Trades), ("helps", setting.Helps), ("hurts", setting.Hurts),
            ("note", setting.Note), ("unpause tune tries", setting.Tuned), ("not tested", setting.Untried),
            ("source", setting.Sources.Count == 0 ? null : string.Join(", ", setting.Sources)),
        })
        {
            if (value is not null) yield return (name, value);
        }
    }

    /// <summary>The collectors for which it has an effect, in words.</summary>
    public static string CollectorsOf(SettingDescription setting) =>
        setting.Collectors.Count == 0 ? "all" : string.Join(", ", setting.Collectors);

    /// <summary>The runtimes that have settings, with their display names.</summary>
    public static IReadOnlyList<(string Runtime, string Title)> Titles { get; } =
        [.. RuntimeNaming.All.Select(known => (known.Runtime, known.Title))];

    private static void Append(StringBuilder page, RuntimeNaming runtime)
    {
        page.Append($"\n## {runtime.Title}\n\n{IntroductionOf(runtime)}")
            .Append("| setting | what it does | versions | default |\n|---|---|---|---|\n");
        foreach (var setting in SettingDescription.OfRuntime(runtime.Runtime))
        {
            var name = setting.Name == setting.Written ? setting.Name : InCell(setting.Written);
            page.Append($"| [`{name}`](#{Anchor(setting.Name)}) | {setting.What} | {setting.AllVersions} | {setting.Default ?? "–"} |\n");
        }

        foreach (var setting in SettingDescription.OfRuntime(runtime.Runtime))
        {
            page.Append('\n');
            page.Append(Markdown(setting));
        }
    }

    private static string IntroductionOf(RuntimeNaming runtime) => runtime == RuntimeNaming.DotNet
        ? """
            Read at startup. Numbers in environment variables are **hexadecimal**, with or without `0x`: `DOTNET_GCHeapCount=16` means 22
            heaps. In runtimeconfig.json they are decimal and belong below `configProperties`. `runtimeconfig.template.json` next to the
            project file adds to it. Before .NET 6 the prefix of the variables is `COMPlus_`, which still works.


            """
        : runtime == RuntimeNaming.CPython
            ? """
                Variables that start with `UNPAUSE_` are read by unpause's agent in the interpreter, only under `unpause run` and
                `unpause tune`. Elsewhere use the code.


                """
            : "";

    // An unescaped bar would end the table cell.
    private static string InCell(string text) => text.Replace("|", "\\|", StringComparison.Ordinal);

    /// <summary>The anchor that GitHub generates for a heading.</summary>
    private static string Anchor(string heading) => string.Concat(
        heading.ToLowerInvariant().Where(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_').Select(c => c.ToString()));

    private static string Sentence(string clause) => char.ToUpperInvariant(clause[0]) + clause[1..] + ".";
}
