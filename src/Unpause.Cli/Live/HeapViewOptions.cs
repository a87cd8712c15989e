using System.CommandLine;
using Unpause.Recordings.Histograms;

namespace Unpause.Cli.Live;

/// <summary>The output options of <c>unpause heap</c>.</summary>
internal sealed class HeapViewOptions
{
    private const int DefaultRows = 25;

    public HeapViewOptions() => Format.AcceptOnlyFromAmong("terminal", "json");

    /// <summary>How classes are ranked.</summary>
    public Option<HeapOrder> Order { get; } = new("--by")
        { Description = "Sort classes by count, bytes, plunge (what a GC frees) or live.", HelpName = "ORDER" };

    /// <summary>How many are shown.</summary>
    public Option<int> Top { get; } = new("--top")
        { Description = "How many classes to show. JSON has all.", DefaultValueFactory = _ => DefaultRows, HelpName = "N" };

    /// <summary>For people or programs.</summary>
    public Option<string> Format { get; } = new("--format")
        { Description = "terminal or json.", DefaultValueFactory = _ => "terminal", HelpName = "FORMAT" };

    /// <summary>What the user asked for.</summary>
    public HeapView Read(ParseResult parsed) =>
        new(parsed.GetValue(Format) == "json", parsed.GetValue(Order), Math.Max(1, parsed.GetValue(Top)));
}
