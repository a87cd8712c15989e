namespace Unpause.Reports.Tables;

/// <summary>Every collection, one per row, by process and start; times in milliseconds since the start of the recording.</summary>
public sealed class CollectionsCsvWriter : IReportWriter
{
    private static readonly string[] Names =
    [
        "process", "number", "generation", "kind", "cause", "runtime_cause", "induced", "start_ms", "pauses", "pause_ms",
        "longest_pause_ms", "heap_before_bytes", "heap_after_bytes", "promoted_bytes", "allocated_bytes",
    ];

    /// <inheritdoc/>
    public void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        using var csv = new CsvText(output);
        foreach (var name in Names) csv.Text(name);
        csv.End();
        for (var process = 0; process < document.Processes.Count; process++)
        {
            var called = ProcessName.Format(document.Processes[process]);
            foreach (var collection in timeline.Events(process) ?? []) Write(csv, called, collection);
        }
    }

    private static void Write(CsvText csv, string process, EventDocument collection)
    {
        var pauses = collection.Pauses;
        csv.Text(process).Number(collection.Number).Text(collection.Generation).Text(collection.Kind).Text(collection.Cause)
            .Text(collection.RuntimeCause).Text(collection.Induced ? "true" : "false").Milliseconds(collection.StartMs?.Nanoseconds)
            .Number(pauses.Count).Milliseconds(pauses.Sum(pause => (double)pause.DurationMs.Nanoseconds))
            .Milliseconds(pauses.Count > 0 ? pauses.Max(pause => (double)pause.DurationMs.Nanoseconds) : null)
            .Number(collection.HeapBeforeBytes).Number(collection.HeapAfterBytes).Number(collection.PromotedBytes)
            .Number(collection.AllocatedBytes).End();
    }
}

/// <summary>
/// Rows of comma-separated values (RFC 4180): lines end in CRLF, and a cell with a comma, a quote or a line end is quoted. Text that a
/// spreadsheet would take for a formula (it starts with = + - @, a tab or a line end) gets an apostrophe in front (OWASP, CSV injection).
/// </summary>
internal sealed class CsvText(Stream output) : IDisposable
{
    private readonly StreamWriter _text = new(output, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\r\n" };
    private bool _begun;

    /// <summary>Writes text from a recording; an empty cell for null.</summary>
    public CsvText Text(string? text)
    {
        var clean = PlainText.Clean(text ?? "");
        return Cell(clean is ['=' or '+' or '-' or '@' or '\uFFFD', ..] ? "'" + clean : clean);
    }

    /// <summary>Writes a whole number; an empty cell for null.</summary>
    public CsvText Number(long? number) => Cell(number?.ToString(CultureInfo.InvariantCulture) ?? "");

    /// <summary>Writes a number without rounding; an empty cell for null.</summary>
    public CsvText Number(double? number) => Cell(number?.ToString("R", CultureInfo.InvariantCulture) ?? "");

    /// <summary>Writes nanoseconds as milliseconds, without rounding; an empty cell for null.</summary>
    public CsvText Milliseconds(double? nanoseconds) =>
        Cell(nanoseconds is { } known ? ((decimal)known / 1_000_000).ToString("0.######", CultureInfo.InvariantCulture) : "");

    /// <summary>Ends the row.</summary>
    public void End()
    {
        _text.WriteLine();
        _begun = false;
    }

    /// <inheritdoc/>
    public void Dispose() => _text.Dispose();

    private CsvText Cell(string text)
    {
        if (_begun) _text.Write(',');
        _begun = true;
        _text.Write(text.AsSpan().IndexOfAny(",\"\r\n") < 0 ? text : $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"");
        return this;
    }
}
