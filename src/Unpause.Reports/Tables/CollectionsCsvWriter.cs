using Unpause.Reports.Documents;

namespace Unpause.Reports.Tables;

/// <summary>Every collection, one a row, by process and as they began; times since the recording's zero, in milliseconds.</summary>
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
            var called = ProcessName.Of(document.Processes[process]);
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
