using Unpause.Fleet.Rows;

namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>
/// Stops by process and hour: the differences of cumulative histograms between the ends of hours, so that their sum over any time is what
/// was
/// counted in it. (<c>increase()</c> extrapolates to the borders of its range, and is wrong by up to two samples an hour.) Only where
/// a counter started again or ended within an hour, that hour is asked for in fine steps.
/// </summary>
internal sealed class StopHistory(PrometheusClient client, PrometheusMoments moments, FleetSelection selection, bool isClassic)
{
    // Each is a request.
    private const int MostFineHours = 5000;

    private const int MostFineSeconds = 15;

    private const string Merged = "sum without (generation, cause)";

    private const byte Seen = 1, Restarted = 2;

    private readonly Dictionary<string, Followed> _followed = new(StringComparer.Ordinal);

    /// <summary>The stops.</summary>
    public Dictionary<(ProcessKey Process, int Window), StopTimes> Stops { get; } = [];

    /// <summary>Hours with an end or start that were too many to ask for.</summary>
    public int Coarse { get; private set; }

    private int Fine { get; set; }

    /// <summary>Reads all.</summary>
    public async Task ReadAsync(bool fromZero, CancellationToken stop)
    {
        await ReadPresenceAsync(stop).ConfigureAwait(false);
        if (_followed.Count == 0) return;
        foreach (var series in await HistogramsAsync(moments.From, stop).ConfigureAwait(false))
        {
            if (!fromZero && Follow(series) is { } followed) followed.Last = series.Points[^1].Histogram;
        }

        await foreach (var (windows, all) in moments.OverWindowsAsync(HistogramsAsync, stop).ConfigureAwait(false))
        {
            var found = new Dictionary<string, PrometheusHistogram?[]>(StringComparer.Ordinal);
            foreach (var series in all)
            {
                if (Follow(series) is null) continue;
                var values = new PrometheusHistogram?[windows.End.Value - windows.Start.Value];
                foreach (var (window, point) in moments.Place(series, windows)) values[window - windows.Start.Value] = point.Histogram;
                found.TryAdd(ProcessKey.AllLabels(series), values);
            }

            foreach (var (key, followed) in _followed)
            {
                var values = found.GetValueOrDefault(key);
                for (var window = windows.Start.Value; window < windows.End.Value; window++)
                    await AddAsync(key, followed, window, values?[window - windows.Start.Value], stop).ConfigureAwait(false);
            }
        }
    }

    /// <summary>In which hours a series is there, and whether it started again.</summary>
    private async Task ReadPresenceAsync(CancellationToken stop)
    {
        var count = isClassic
            ? $"{Merged} ({Select("_count")})"
            : $"{PrometheusNames.HistogramCount}({Merged} ({Select("")}))";
        var step = moments.FineSeconds;
        var answers = moments.OverWindowsAsync(length => $"resets(({count})[{length + step}s:{step}s])", stop);
        await foreach (var (windows, all) in answers.ConfigureAwait(false))
        {
            foreach (var series in all)
            {
                if (Follow(series) is not { } followed) continue;
                foreach (var (window, point) in moments.Place(series, windows))
                    followed.States[window] = point.Value > 0 ? Restarted : Seen;
            }
        }
    }

    private async Task AddAsync(string key, Followed followed, int window, PrometheusHistogram? end, CancellationToken stop)
    {
        var state = followed.States[window];
        if (state == Restarted || (state == Seen && end is null))
        {
            if (Fine < MostFineHours)
            {
                Fine++;
                await AddFineAsync(key, followed, window, stop).ConfigureAwait(false);
            }
            else
            {
                Coarse++;
            }
        }

        if (end is not null) Add(followed, window, end);
    }

    private async Task AddFineAsync(string key, Followed followed, int window, CancellationToken stop)
    {
        var (at, length) = moments.Windows[window];
        var step = Math.Min(length, Math.Min(moments.FineSeconds, MostFineSeconds));
        IReadOnlyList<PrometheusSeries> all;
        try
        {
            all = await HistogramsAsync(
                suffix => Select(suffix, followed.Matchers), query => client.RangeAsync(query, at - length + step, at, step, stop))
                .ConfigureAwait(false);
        }
        catch (PrometheusLimitException e)
        {
            throw PrometheusMoments.TooMuch(client, e);
        }

        foreach (var series in all)
        {
            // The selector has no label that is missing in this series, so it finds others too.
            if (ProcessKey.AllLabels(series) != key) continue;
            foreach (var point in series.Points)
            {
                if (point.Histogram is { } histogram) Add(followed, window, histogram);
            }
        }
    }

    private void Add(Followed followed, int window, PrometheusHistogram histogram)
    {
        var more = StopBuckets.Between(followed.Last, histogram, isClassic);
        followed.Last = histogram;
        if (more.Count == 0) return;
        var key = (followed.Process, window);
        Stops[key] = Stops.TryGetValue(key, out var known) ? known.With(more) : more;
    }

    private Followed? Follow(PrometheusSeries series)
    {
        if (ProcessKey.From(series) is not { } process || !IsSelected(process)) return null;
        var key = ProcessKey.AllLabels(series);
        if (_followed.TryGetValue(key, out var known)) return known;
        var matchers = series.Labels.Where(label => label.Key != PrometheusNames.Name)
            .Select(label => PrometheusNames.Match(label.Key, label.Value));
        return _followed[key] = new Followed(process, [.. matchers], new byte[moments.Windows.Count]);
    }

    private bool IsSelected(in ProcessKey process) => selection.Host is null || selection.Host == process.Instance;

    private string Select(string suffix, params ReadOnlySpan<string> matchers) =>
        PrometheusNames.Select(PrometheusNames.Stops + suffix, matchers.Length > 0 ? new FleetSelection() : selection, matchers);

    private Task<IReadOnlyList<PrometheusSeries>> HistogramsAsync(long at, CancellationToken stop) =>
        HistogramsAsync(suffix => Select(suffix), query => client.AtAsync(query, at, stop));

    private Task<IReadOnlyList<PrometheusSeries>> HistogramsAsync(int first, int last, CancellationToken stop) =>
        HistogramsAsync(suffix => Select(suffix), query => moments.AskAsync(query, first, last, stop));

    private async Task<IReadOnlyList<PrometheusSeries>> HistogramsAsync(
        Func<string, string> select, Func<string, Task<IReadOnlyList<PrometheusSeries>>> ask)
    {
        if (!isClassic) return await ask($"{Merged} ({select("")})").ConfigureAwait(false);
        // The count has no le and stays apart from the buckets.
        var buckets = await ask($"{Merged} ({select("_bucket")}) or {Merged} ({select("_count")})").ConfigureAwait(false);
        var sums = await ask($"{Merged} ({select("_sum")})").ConfigureAwait(false);
        return ClassicHistograms.Join(buckets, sums);
    }

    private sealed record Followed(ProcessKey Process, string[] Matchers, byte[] States)
    {
        public PrometheusHistogram? Last { get; set; }
    }
}
