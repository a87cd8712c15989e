using Unpause.Recordings;

namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>
/// From when on the server has data of a time. A counter that appears later counts from 0. One that is there in the first sample of all may
/// have counted for months before: it is only compared with, unless the server was there before it.
/// </summary>
/// <param name="At">The moment, in seconds since 1970.</param>
/// <param name="FromZero">Whether all counters started after it.</param>
internal sealed record PrometheusStart(long At, bool FromZero)
{
    // Prometheus' own range without a new sample.
    private const long Lookback = 300;

    private const int MostDays = 400;

    private const string Count = $"count({PrometheusNames.Processes})";

    /// <summary>Finds it; null where there are no data.</summary>
    public static async Task<PrometheusStart?> FindAsync(PrometheusClient client, long from, long to, CancellationToken stop)
    {
        if (to <= from) throw new UserMistake("The time is empty: --from has to be before --to.");
        if (to - from > MostDays * 24 * PrometheusMoments.Hour)
            throw new UserMistake($"Prometheus is asked for at most {MostDays} days: type a later --from.");
        // Its first window is the hour before.
        var moments = new PrometheusMoments(client, from - PrometheusMoments.Hour, to);
        var step = moments.FineSeconds;
        var answers = moments.OverWindowsAsync(length => $"max_over_time(({Count})[{Math.Max(1, length)}s:{step}s])", stop);
        await foreach (var (windows, series) in answers.ConfigureAwait(false))
        {
            foreach (var one in series)
            {
                foreach (var (window, _) in moments.Place(one, windows))
                    return await InAsync(client, moments.Windows[window], from, to, step, stop).ConfigureAwait(false);
            }
        }

        return null;
    }

    private static async Task<PrometheusStart?> InAsync(
        PrometheusClient client, Moment window, long from, long to, long step, CancellationToken stop)
    {
        var fine = await client.RangeAsync(Count, window.Start, window.At, step, stop).ConfigureAwait(false);
        if (fine.Count == 0) return null;
        var first = (long)fine[0].Points[0].Seconds;
        if (first <= from) return new PrometheusStart(from, false);
        var before = await client.AtAsync("count(up)", first - step - 1, stop).ConfigureAwait(false);
        if (before.Count > 0) return new PrometheusStart(Math.Max(from, first - step), true);
        // All targets are asked once in the time between two samples.
        var end = Math.Min(to, first + Lookback);
        var length = Math.Max(1, end - first);
        var samples = await client.AtAsync($"max(count_over_time({PrometheusNames.Processes}[{length}s]))", end, stop)
            .ConfigureAwait(false);
        var count = samples.Count > 0 ? Math.Max(1, samples[0].Points[0].Value) : 1;
        return new PrometheusStart(Math.Min(end, first + (long)Math.Ceiling(length / count)), false);
    }
}
