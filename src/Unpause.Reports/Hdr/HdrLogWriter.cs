namespace Unpause.Reports.Hdr;

/// <summary>
/// Pauses as a log of HdrHistogram (HistogramLogWriter.java, format 1.3; V2 histograms, compressed): one interval per line in seconds since
/// the start of the recording, values in nanoseconds, and the maximum in milliseconds. Each process has a tag. Intervals without a pause
/// are left out.
/// </summary>
public sealed class HdrLogWriter : IReportWriter
{
    private const long LeastInterval = 1_000_000_000;
    private const int MostIntervals = 3_600;
    private const double NanosecondsPerSecond = 1e9, NanosecondsPerMillisecond = 1e6;

    /// <inheritdoc/>
    public void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        using var text = new StreamWriter(output, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        text.WriteLine($"#[Logged with unpause {ToolVersion.Text}]");
        text.WriteLine("#[Histogram log format version 1.3]");
        text.WriteLine("#[StartTime: 0.000 (seconds since epoch), the recording's zero]");
        text.WriteLine("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"");
        for (var process = 0; process < document.Processes.Count; process++) Write(text, document, process, timeline.Pauses(process) ?? []);
    }

    private static void Write(StreamWriter text, ReportDocument document, int process, IEnumerable<(long? Start, long Duration)> pauses)
    {
        var all = pauses.Select(pause => (Start: Math.Max(0, pause.Start ?? 0), pause.Duration)).OrderBy(pause => pause.Start).ToList();
        if (all.Count == 0) return;
        var length = Math.Max(LeastInterval, (all[^1].Start / MostIntervals / LeastInterval * LeastInterval) + LeastInterval);
        // A tag ends at a comma and cannot contain spaces.
        var name = PlainText.Clean(ProcessName.Format(document.Processes[process]));
        var tag = document.Processes.Count == 1 ? "" : $"Tag={string.Concat(name.Select(letter => letter is ',' or ' ' ? '_' : letter))},";
        foreach (var interval in all.GroupBy(pause => pause.Start / length))
        {
            var histogram = new HdrHistogram();
            foreach (var (_, duration) in interval) histogram.Add(duration);
            text.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{tag}{interval.Key * length / NanosecondsPerSecond:0.000},{length / NanosecondsPerSecond:0.000},{
                    histogram.Longest / NanosecondsPerMillisecond:0.000},{histogram.Encoded()}"));
        }
    }
}
