using System.Text;

namespace Unpause.Settings;

/// <summary>The settings as a page of the docs, made from the catalogue: <c>docs/settings.md</c>.</summary>
public static class SettingsPage
{
    /// <summary>The whole page in Markdown.</summary>
    public static string Markdown()
    {
        var page = new StringBuilder(
            """
            # Settings

            What can be set of each collector: how it is written, which versions take it, what it trades, when it helps and when it hurts.
            `unpause` advises these and no others, and only where they hold: a setting that a version does not take, that does nothing for
            the collector in use, or that is in force already is not advised. Each is held against the runtimes by a test: the JVM's flags
            against `-XX:+PrintFlagsFinal` of JDK 8, 11, 17, 25 and 26 and by starts of these, .NET's by recordings of programs that were
            started with them, Go's and CPython's by runs. `unpause explain GOGC` says the same on the terminal, for any of a setting's
            names. This page is made from the catalogue: `./unpause explain --settings --format markdown > docs/settings.md`.


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

    /// <summary>What is known of a setting, by name, what it does and how it is written left out.</summary>
    public static IEnumerable<(string Name, string Value)> Facts(SettingDescription setting)
    {
        foreach (var (name, value) in new (string, string?)[]
        {
            ("collectors", setting.Collectors.Count == 0 ? null : CollectorsOf(setting)), ("versions", setting.AllVersions),
            ("where none is given", setting.Default), ("values", setting.Range), ("unit", setting.Unit),
            ("hexadecimal", setting.Hexadecimal), ("trades", setting.Trades), ("helps", setting.Helps), ("hurts", setting.Hurts),
            ("note", setting.Note), ("unpause tune tries", setting.Tuned), ("not shown by a test", setting.Untried),
            ("source", setting.Sources.Count == 0 ? null : string.Join(", ", setting.Sources)),
        })
        {
            if (value is not null) yield return (name, value);
        }
    }

    /// <summary>The collectors for which it does something, in words.</summary>
    public static string CollectorsOf(SettingDescription setting) =>
        setting.Collectors.Count == 0 ? "all" : string.Join(", ", setting.Collectors);

    /// <summary>The runtimes that have settings, with their names for people.</summary>
    public static IReadOnlyList<(string Runtime, string Title)> Runtimes { get; } =
        [.. RuntimeNaming.All.Select(known => (known.Runtime, known.Title))];

    private static void Append(StringBuilder page, RuntimeNaming runtime)
    {
        page.Append($"\n## {runtime.Title}\n\n{IntroductionOf(runtime)}")
            .Append("| setting | what it does | versions | where none is given |\n|---|---|---|---|\n");
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
            Read at start. In the environment numbers are **hexadecimal**, with or without `0x`: `DOTNET_GCHeapCount=16` is 22 heaps. In
            runtimeconfig.json they are decimal and stand below `configProperties`, which `runtimeconfig.template.json` beside the project
            file adds to. Before .NET 6 the prefix of the variables is `COMPlus_`; it still works.


            """
        : runtime == RuntimeNaming.CPython
            ? """
                Variables that begin with `UNPAUSE_` are read by unpause's agent in the interpreter, under `unpause run` and `unpause tune`
                alone; elsewhere the code does the same.


                """
            : "";

    // A bar would end the cell.
    private static string InCell(string text) => text.Replace("|", "\\|", StringComparison.Ordinal);

    /// <summary>As GitHub makes it of a heading.</summary>
    private static string Anchor(string heading) => string.Concat(
        heading.ToLowerInvariant().Where(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_').Select(c => c.ToString()));

    private static string Sentence(string clause) => char.ToUpperInvariant(clause[0]) + clause[1..] + ".";
}
