using Spectre.Console;
using Unpause.Reports.Sites;
using static Unpause.Reports.TerminalText;

namespace Unpause.Reports;

/// <summary>Allocations, the heap in use, and goroutines, by type and by call site, for a terminal.</summary>
internal static class TerminalAllocations
{
    /// <summary>Most call sites of each kind.</summary>
    private const int MostPlaces = 3, MostVerbosePlaces = 20;

    /// <summary>Writes what was recorded.</summary>
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
        WriteSites("by call site", [.. rows.Take(most)], console);
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
        WriteSites("large objects, by call site", large, AllocationTables.Least(summary), most, place, console);
        WriteSites(large.Count > 0
            ? "other objects, by call site"
            : "by call site", AllocationTables.Others(summary), AllocationTables.Least(summary), most, place, console);
        if (summary.Gen2Deaths is not { } deaths) return;
        console.WriteLine();
        WriteIndented(console, "died in gen2  ", Safe(AllocationTables.Line(deaths)));
        WriteSites(
            "died in gen2, by allocating call site",
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
            var stack = ShortStack.Shorten(
                site.Stack).Select(frame => frame.Own ? $"[bold]{Safe(frame.Method)}[/]" : $"[dim]{Safe(frame.Method)}[/]");
            WriteIndented(console, "    ", string.Join("[dim] ← [/]", stack));
        }
    }
}
