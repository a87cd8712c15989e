using System.Globalization;
using Spectre.Console;
using Unpause.Recordings;

namespace Unpause.Cli.Labs;

/// <summary>The table of each fix's share, with its explanation.</summary>
internal static class LabSharesWriter
{
    /// <summary>Writes it.</summary>
    public static void Write(IAnsiConsole console, Lab lab, LabShares shares, IReadOnlyList<LabRun> runs)
    {
        var table = new Table { Border = TableBorder.Simple, UseSafeBorder = false };
        table.AddColumn("[dim]share of the improvement[/]");
        foreach (var name in (string[])[.. shares.Alone, "interaction", "all together"])
        {
            table.AddColumn(new TableColumn($"[dim]{name.Replace('-', ' ')}[/]").RightAligned());
        }

        var interactions = new List<(string Row, double Interaction)>();
        foreach (var row in shares.Rows)
        {
            var (bug, all) = (Median(lab.Modes[0]), Median(shares.All));
            if (LabShares.Of(bug, [.. shares.Alone.Select(Median)], all) is { } parts)
            {
                interactions.Add((row.Name, parts.Interaction));
                table.AddRow(
                    [row.Name, .. parts.Alone.Append(parts.Interaction).Select(Percent), Quantities.Change(bug!.Value, all!.Value)]);
            }
            else
            {
                table.AddRow([row.Name, .. Enumerable.Repeat("–", shares.Alone.Count + 2)]);
            }

            double? Median(string mode) => LabMedians.Of(row, runs, mode);
        }

        console.Write(table);
        var runsOfEach = runs.Count / lab.Modes.Count;
        console.MarkupLine(Markup.Escape(LabShares.HowToRead(lab.Modes[0], shares.All, interactions, runsOfEach)));
    }

    private static string Percent(double share) => share.ToString("0;−0;0", CultureInfo.InvariantCulture) + " %";
}
