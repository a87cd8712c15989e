namespace Unpause.Cli.Live;

/// <summary>Processes as lines of a terminal. No value is broken, and none wraps.</summary>
/// <param name="Lines">The heading and a line for each process.</param>
/// <param name="LeftOut">Headings of the columns for which there was no room.</param>
internal sealed record ProcessTable(IReadOnlyList<string> Lines, IReadOnlyList<string> LeftOut)
{
    private const int Gap = 2, ContainerDigits = 12;

    /// <summary>A command that is cut to fewer characters names no program.</summary>
    private const int LeastCommand = 24;

    /// <summary>A command of last resort: all columns that can be left out are.</summary>
    private const int ShortestCommand = 10;

    /// <summary>Names are cut to this length before a column is left out.</summary>
    private const int ShortName = 14;

    private static readonly Column[] Columns =
    [
        new("PID", process => process.Id.ToString(CultureInfo.InvariantCulture)),
        new("USER", process => process.User) { IsName = true, LeavesAs = 2 },
        new("RUNTIME", process => process.Version is { } version && !version.StartsWith(process.Runtime, StringComparison.Ordinal)
            ? $"{process.Runtime} {version}"
            : process.Version ?? process.Runtime),
        new("COLLECTOR", process => process.Collector) { LeavesAs = 1 },
        new("HEAP", process => process.HeapLimitBytes is { } limit ? Quantities.Bytes(limit) : null) { LeavesAs = 3 },
        new("SINCE", process => process.StartedAt is { } started ? Since(started) : null) { LeavesAs = 5 },
        new("RECORD", process => process.Recordable ? "yes" : "no"),
        new("SERVICE", process => process.Service) { IsName = true, IsOptional = true, LeavesAs = 6 },
        new("CONTAINER", process => process.Pod ?? process.ContainerId?[..ContainerDigits])
            { IsName = true, IsOptional = true, LeavesAs = 4 },
        new("COMMAND", process => CommandText.Join(process.Command)),
    ];

    /// <summary>The table for a width: names are cut first, then the columns of least worth are left out.</summary>
    /// <param name="width">Characters of a line; <see cref="int.MaxValue"/> for no limit.</param>
    public static ProcessTable Fit(IReadOnlyList<LiveProcess> processes, int width)
    {
        List<Shown> shown = [.. Columns.Select(column => new Shown(column, processes)).Where(column => !column.IsEmpty)];
        var least = Math.Min(LeastCommand, shown[^1].Width);
        List<string> leftOut = [];
        if (Room() < least)
        {
            foreach (var column in shown.Where(column => column.Column.IsName)) column.Cut(ShortName);
        }

        while (Room() < least && shown.Where(column => column.Column.LeavesAs > 0).MinBy(column => column.Column.LeavesAs) is { } worst)
        {
            shown.Remove(worst);
            leftOut.Add(worst.Column.Heading);
        }

        if (width != int.MaxValue) shown[^1].Cut(Math.Max(ShortestCommand, Room()));
        return new ProcessTable([.. Enumerable.Range(0, processes.Count + 1).Select(Line)], leftOut);

        int Room() => width - shown.SkipLast(1).Sum(column => column.Width + Gap);

        string Line(int row) =>
            string.Concat(shown.SkipLast(1).Select(column => column.Cells[row].PadRight(column.Width + Gap))) + shown[^1].Cells[row];
    }

    private static string Since(DateTimeOffset started)
    {
        var local = started.ToLocalTime();
        return local.ToString(local.Date == DateTime.Today ? "HH:mm:ss" : "yyyy-MM-dd", CultureInfo.InvariantCulture);
    }

    private sealed record Column(string Heading, Func<LiveProcess, string?> Cell)
    {
        /// <summary>Whether it is left out when no process has a value.</summary>
        public bool IsOptional { get; init; }

        /// <summary>Whether a part of the value is still of use.</summary>
        public bool IsName { get; init; }

        /// <summary>Which column leaves first where there is no room; 0 for one that stays.</summary>
        public int LeavesAs { get; init; }
    }

    private sealed class Shown
    {
        public Shown(Column column, IReadOnlyList<LiveProcess> processes)
        {
            Column = column;
            var values = processes.Select(column.Cell).ToList();
            IsEmpty = column.IsOptional && values.TrueForAll(value => value is null);
            Cells = [column.Heading, .. values.Select(value => PlainText.Clean(value ?? "-"))];
        }

        public Column Column { get; }

        public string[] Cells { get; private set; }

        public bool IsEmpty { get; }

        public int Width => Cells.Max(cell => cell.Length);

        public void Cut(int most) => Cells = [.. Cells.Select(cell => cell.Length > most ? cell[..(most - 1)] + "…" : cell)];
    }
}
