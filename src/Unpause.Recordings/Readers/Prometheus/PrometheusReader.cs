using System.Runtime.InteropServices;

namespace Unpause.Recordings.Readers.Prometheus;

/// <summary>
/// Reads what a <c>/metrics</c> page of Prometheus has of GC, scraped once or several times into one file: counts of collections and sums
/// of their pauses since the process's start. What happened between two scrapes is their difference; no pause is made of it. A scrape ends
/// where a series comes again, at a line with a time, and at <c># EOF</c>. Processes are told apart by the labels that are no metric's.
/// </summary>
internal sealed class PrometheusReader : IRecordingReader
{
    /// <summary>Whether a line of a block is a sample that counts collections or the time of their pauses.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) => LinesOfBlock.HasAny(
        block,
        static line => ScrapeLine.TryRead(line.TrimEnd((byte)'\r'), out var sample, out _) && MetricTable.IsOfCollector(sample.Metric));

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var scrape = new Scrapes(context);
        var lines = new LineReader(stream, context.LinesBefore);
        while (lines.MoveNext())
        {
            var line = lines.Line;
            if (ScrapeLine.TryRead(line, out var sample, out var isBroken))
            {
                // The last line of output that is still being written is torn as a rule: its number, too.
                if (!lines.Torn || line.IsEmpty) scrape.Take(sample);
                else scrape.TakeLast(sample);
            }
            else if (isBroken)
            {
                if (!lines.Torn) scrape.Coverage.NotUnderstood(lines.Number, line);
            }
            else if (line.SequenceEqual("# EOF"u8))
            {
                scrape.End();
            }
            else if (ScrapeTime.TryRead(line, out var unix, out var hasZone))
            {
                scrape.End();
                scrape.Begin(unix, hasZone);
            }
        }

        if (lines.Failure is { } failure)
        {
            scrape.Coverage.Add($"Reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
        }

        return scrape.Finish(lines.Number - context.LinesBefore);
    }
}

/// <summary>The processes of a file, scrape by scrape.</summary>
internal sealed class Scrapes(ReadContext context)
{
    private readonly Dictionary<(string Runtime, ulong Labels), ScrapedProcess> _open = [];
    private readonly List<ScrapedProcess> _all = [];

    /// <summary>Those that the scrape has: a page of few lines must not cost as much as one of all processes.</summary>
    private readonly HashSet<(string Runtime, ulong Labels)> _now = [];

    private readonly Dictionary<ulong, List<(Metric Metric, double Value)>> _ofAny = [];
    private long? _time;
    private bool _hasZone = true;

    /// <summary>What is noted on the whole input.</summary>
    public CoverageBuilder Coverage { get; } = new();

    /// <summary>A line with a time: of the scrape that follows.</summary>
    public void Begin(long unixNanoseconds, bool hasZone) => (_time, _hasZone) = (unixNanoseconds, hasZone);

    /// <summary>Takes a sample.</summary>
    public void Take(in ScrapeLine sample)
    {
        if (!double.IsFinite(sample.Value) || sample.Value < 0) return;
        var (labels, series) = ScrapeLabels.Hash(sample.Labels);
        if (sample.Metric.Runtime is not { } runtime)
        {
            // Of any process: which runtime it has, the others show.
            var list = CollectionsMarshal.GetValueRefOrAddDefault(_ofAny, labels, out _) ??= [];
            var metric = sample.Metric;
            if (list.Exists(one => one.Metric == metric)) End();
            if (_ofAny.Count <= Limits.Processes) AddOfAny(labels, sample);
            return;
        }

        if (!_open.TryGetValue((runtime, labels), out var process))
        {
            if (_all.Count >= Limits.Processes) return;
            _all.Add(process = new ScrapedProcess(runtime, context));
            _open[(runtime, labels)] = process;
        }

        if (process.Has(sample.Metric, series)) End();
        _now.Add((runtime, labels));
        process.Take(sample, series);
    }

    /// <summary>Takes a sample at the end of the input that has no line end.</summary>
    public void TakeLast(in ScrapeLine sample)
    {
        // Of "12345" it may be the first digits; a time behind the value shows that it is whole.
        if (sample.UnixNanoseconds is null && MetricTable.IsOfCollector(sample.Metric)) return;
        Take(sample);
    }

    /// <summary>The scrape has ended.</summary>
    public void End()
    {
        foreach (var key in _now)
        {
            var process = _open[key];
            if (_ofAny.TryGetValue(key.Labels, out var samples))
            {
                foreach (var (metric, value) in samples) process.TakeOfAny(metric, value);
            }

            if (!process.IsOfAnother())
            {
                process.EndScrape(_time, _hasZone);
                continue;
            }

            if (_all.Count >= Limits.Processes) continue;
            var next = process.Restart(context);
            _all.Add(next);
            _open[key] = next;
            next.EndScrape(_time, _hasZone);
        }

        _now.Clear();
        _ofAny.Clear();
        _time = null;
    }

    /// <summary>The recordings, in the order of their first samples.</summary>
    public IReadOnlyList<Recording> Finish(long lines)
    {
        End();
        _all.RemoveAll(static process => !process.HasScrapes);
        if (_all.Count > 0) _all[0].Coverage.Take(Coverage);
        return _all.ConvertAll(process => process.Finish(lines));
    }

    private void AddOfAny(ulong labels, in ScrapeLine sample)
    {
        var list = CollectionsMarshal.GetValueRefOrAddDefault(_ofAny, labels, out _) ??= [];
        list.Add((sample.Metric, sample.Value * sample.Metric.Factor));
    }
}

/// <summary>The format of Prometheus, which belongs to no runtime: the metrics show theirs.</summary>
internal static class PrometheusFormats
{
    public static RecordingFormat Row { get; } =
        new(MetricFormats.Prometheus, FormatEvidence.LineShape, PrometheusReader.Recognises, () => new PrometheusReader());

    /// <summary>What a user may give to read, in the plural.</summary>
    public const string Inputs = "scraped metrics of Prometheus";
}
