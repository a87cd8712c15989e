namespace Unpause.Analysis.Summaries;

/// <summary>Adds stops up by what they were made for.</summary>
internal sealed class ReasonTotals(PausesInStops places)
{
    private readonly Dictionary<(string Operation, bool ByCollections), Row> _rows = [];
    private Row? _last;

    /// <summary>Adds a stop.</summary>
    public void Add(in Stop stop, bool byCollections)
    {
        if (_last is not { } row || row.ByCollections != byCollections || !ReferenceEquals(row.Operation, stop.Operation))
        {
            var key = (stop.Operation, byCollections);
            _last = row = _rows.TryGetValue(key, out var known) ? known : _rows[key] = new Row(stop.Operation, byCollections);
        }

        row.Count++;
        row.Total += stop.DurationNanoseconds;
        row.Longest = Math.Max(row.Longest, stop.DurationNanoseconds);
        if (stop.TimeToSafepointNanoseconds is { } reaching) row.Reaching = (row.Reaching ?? default) + reaching;
    }

    /// <summary>The reasons, the one that took most time first.</summary>
    public IReadOnlyList<StopReasonSummary> All() =>
    [
        .. _rows.Values.GroupBy(row => (Reason: places.ReasonOf(row.Operation, row.ByCollections), row.ByCollections))
            .Select(rows => Together(rows.Key.Reason, [.. rows]))
            .OrderByDescending(row => row.TotalNanoseconds.Value).ThenBy(row => row.Reason, StringComparer.Ordinal)
    ];

    private static StopReasonSummary Together(string reason, IReadOnlyList<Row> rows)
    {
        var total = default(Total);
        Total? reaching = null;
        foreach (var row in rows)
        {
            total += row.Total;
            if (row.Reaching is { } known) reaching = (reaching ?? default) + known;
        }

        return new StopReasonSummary(
            reason, [.. rows.Select(row => row.Operation)], rows[0].ByCollections, rows.Sum(row => row.Count), total,
            rows.Max(row => row.Longest), reaching);
    }

    private sealed class Row(string operation, bool byCollections)
    {
        public string Operation { get; } = operation;

        public bool ByCollections { get; } = byCollections;

        public long Count { get; set; }

        public Total Total { get; set; }

        public long Longest { get; set; }

        public Total? Reaching { get; set; }
    }
}
