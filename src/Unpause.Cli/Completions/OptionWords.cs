using System.CommandLine;
using Unpause.Cli.Checking;
using Unpause.Cli.Live;
using Unpause.Cli.Sessions;
using Unpause.Recorder.Live;
using Unpause.Reports.Budgets;

namespace Unpause.Cli.Completions;

/// <summary>An option and its values.</summary>
/// <param name="Names">Its names, the long one first.</param>
/// <param name="Description">What it does.</param>
/// <param name="Value">The name of its value in the help; null for a switch.</param>
/// <param name="Values">The words that it accepts; empty for a file, a time or a name.</param>
internal sealed record OptionWords(IReadOnlyList<string> Names, string Description, string? Value, IReadOnlyList<string> Values)
{
    /// <summary>The first sentence of its description, without characters that are special in shells.</summary>
    public string Summary =>
        new([.. Description.Split(". ")[0].TrimEnd('.').Where(letter => letter is not ('\'' or '"' or '`' or '$' or '\\' or '[' or ']'))]);

    /// <summary>Of an option.</summary>
    public static OptionWords Of(Option option) => new(
        [option.Name, .. option.Aliases.Where(alias => alias != option.Name)],
        option.Description ?? "",
        option.Arity.MaximumNumberOfValues == 0 || option.ValueType == typeof(bool) ? null : option.HelpName ?? "VALUE",
        ValuesOf(option));

    private static IReadOnlyList<string> ValuesOf(Option option) => option.Name switch
    {
        "--format" when option.Description!.Contains("github", StringComparison.Ordinal) => CheckFormats.Names,
        "--format" => option.Description!.Contains("markdown, html", StringComparison.Ordinal) ? ReportFormats.Names
            : option.Description.Contains("markdown", StringComparison.Ordinal) ? ["terminal", "markdown", "json"] : ["terminal", "json"],
        "--fail-on" => [.. Budget.Metrics.Select(name => name + ">")],
        LiveFlags.Profile => ["pauses", "phases", "allocations"],
        "--stamps" => ["start", "end"],
        "--unit" => ["s", "ms", "us", "ns"],
        "--python-agent" => ["c", "pure"],
        "--sort" => ProcessChoice.Orders,
        "--by" => [.. Enum.GetNames<Recordings.Histograms.HeapOrder>().Select(name => name.ToLowerInvariant())],
        _ => [],
    };
}
