using Spectre.Console;
using Unpause.Reports.Documents;
using Unpause.Reports.Sites;
using static Unpause.Reports.TerminalText;

namespace Unpause.Reports;

/// <summary>What was allocated and is in use, and where goroutines stand, by type and by place in the program, for a terminal.</summary>
internal static class TerminalAllocations
{
    /// <summary>Places in the program's code shown of each kind.</summary>
    private const int MostPlaces = 3, MostVerbosePlaces = 20;

    /// <summary>Writes it; nothing of what wasn't recorded.</summary>
    public static void Write(ProcessDocument process, bool verbose, IAnsiConsole console)
    {
        Write(process.Allocations, verbose, console);
        var most = verbose ? MostVerbosePlaces : MostPlaces;
        if (SiteTables.Line(process.LiveHeap) is { } live)
            WriteRows("in use     ", live, SiteTables.Rows(process.LiveHeap!), most, console);
        if (SiteTables.Line(process.Goroutines) is { } goroutines)
            WriteRows("goroutines ", goroutines, SiteTables.Rows(process.Goroutines!), most, console);
    }

    private static void WriteRows(string name, string line, IEnumerable<SiteRow> rows, int most, IAnsiConsole console)
    {
        console.WriteLine();
        WriteIndented(console, name, Safe(line));
        WriteSites("by place", [.. rows.Take(most)], console);
    }

    private static void Write(AllocationsDocument? summary, bool verbose, IAnsiConsole console)
    {
        if (summary is null) return;
        var most = verbose ? MostVerbosePlaces : MostPlaces;
        console.WriteLine();
        WriteIndented(console, "allocated  ", Safe(AllocationTables.Line(summary)));
        WriteTable(AllocationTables.Types(summary), console);
        var place = (AllocationSiteDocument site) => AllocationTables.Place(site, summary);
        var large = AllocationTables.Large(summary);
        WriteSites("large objects, by place", large, AllocationTables.Least(summary), most, place, console);
        WriteSites(large.Count > 0
            ? "other objects, by place"
            : "by place", AllocationTables.Others(summary), AllocationTables.Least(summary), most, place, console);
        if (summary.Gen2Deaths is not { } deaths) return;
        console.WriteLine();
        WriteIndented(console, "died in gen2  ", Safe(AllocationTables.Line(deaths)));
        WriteSites(
            "died in gen2, by place that allocated",
            deaths.Sites,
            AllocationTables.Least(deaths),
            most,
            site => AllocationTables.Place(site, deaths),
            console);
    }

    private static void WriteSites(
        string title,
        IReadOnlyList<AllocationSiteDocument> sites,
        long least,
        int most,
        Func<AllocationSiteDocument, string> place,
        IAnsiConsole console)
    {
        var shown = sites.Where(site => site.Stack.Count > 0 && site.Bytes >= least).Take(most).ToList();
        WriteSites(title, [.. shown.Select(site => new SiteRow(place(site), site.Stack))], console);
    }

    private static void WriteSites(string title, IReadOnlyList<SiteRow> rows, IAnsiConsole console)
    {
        if (rows.Count == 0) return;
        console.WriteLine();
        console.MarkupLine($"[dim]{title}[/]");
        foreach (var site in rows)
        {
            WriteIndented(console, "  ", Safe(site.Text));
            var stack = ShortStack.Of(
                site.Stack).Select(frame => frame.Own ? $"[bold]{Safe(frame.Method)}[/]" : $"[dim]{Safe(frame.Method)}[/]");
            WriteIndented(console, "    ", string.Join("[dim] ← [/]", stack));
        }
    }
}
