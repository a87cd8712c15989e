namespace Unpause.Reports;

/// <summary>Counters that the runtime published at least every second, as text cells.</summary>
internal static class CounterTable
{
    /// <summary>The table; no rows where the recording has no counters. Counters that were always 0 are left out.</summary>
    public static TextTable Create(ProcessDocument process) => new(
        ["counter", "mean", "max", "last"],
        [.. (process.Counters ?? []).Where(counter => counter.Max > 0).Select(counter => (string[])
        [
            PlainText.Clean(counter.Name),
            Value(counter.Mean, counter.Unit),
            Value(counter.Max, counter.Unit),
            Value(counter.Last, counter.Unit)
        ])]);

    private static string Value(double? number, string unit) => number is not { } value ? Cell.Unknown : unit switch
    {
        "bytes" => Quantities.Bytes(value),
        "bytes/s" => $"{Quantities.Bytes(value)}/s",
        "percent" => Quantities.Percent(value),
        "per second" => $"{value.ToString("0.#", CultureInfo.InvariantCulture)}/s",
        _ => value.ToString("0.#", CultureInfo.InvariantCulture),
    };
}
