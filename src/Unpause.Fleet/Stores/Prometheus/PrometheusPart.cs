using Unpause.Fleet.Rows;
using Unpause.Recordings.Rings;

namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>What a server has of a selection: stops and recorded time by process and hour.</summary>
internal sealed class PrometheusPart
{
    private PrometheusPart(PrometheusMoments moments) => Moments = moments;

    /// <summary>Its hours.</summary>
    public PrometheusMoments Moments { get; }

    /// <summary>Stops by process and hour.</summary>
    public Dictionary<(ProcessKey Process, int Window), StopTimes> Stops { get; private set; } = [];

    /// <summary>Recorded seconds by process and hour, the sum of the processes of one name.</summary>
    public Dictionary<(ProcessKey Process, int Window), double> Covered { get; } = [];

    /// <summary>Whether some stops are of native histograms.</summary>
    public bool IsNative { get; private set; }

    /// <summary>Whether some stops are of classic histograms only.</summary>
    public bool IsClassic { get; private set; }

    /// <summary>Whether counters are compared with those of the first moment, because the server has nothing from before.</summary>
    public bool IsCut { get; private set; }

    /// <summary>Hours with a restart that was not looked at closely.</summary>
    public int Coarse { get; private set; }

    /// <summary>Reads it; null where the server has nothing of this time.</summary>
    public static async Task<PrometheusPart?> ReadAsync(
        PrometheusClient client, FleetSelection selection, long from, long to, CancellationToken stop)
    {
        if (await PrometheusStart.FindAsync(client, from, to, stop).ConfigureAwait(false) is not { } start || start.At >= to) return null;
        var step = PrometheusMoments.StepOf(selection.StepSeconds, from, to);
        var part = new PrometheusPart(new PrometheusMoments(client, start.At, to, step))
        {
            IsCut = start.At > from && !start.FromZero,
        };
        await part.ReadCoveredAsync(selection, stop).ConfigureAwait(false);
        var native = new StopHistory(client, part.Moments, selection, isClassic: false);
        try
        {
            await native.ReadAsync(start.FromZero, stop).ConfigureAwait(false);
        }
        catch (NoNativeHistogramsException)
        {
            // It has the classic ones.
        }

        var classic = new StopHistory(client, part.Moments, selection, isClassic: true);
        await classic.ReadAsync(start.FromZero, stop).ConfigureAwait(false);
        part.Stops = native.Stops;
        part.IsNative = native.Stops.Count > 0;
        part.Coarse = native.Coarse + classic.Coarse;
        foreach (var (key, stops) in classic.Stops) part.IsClassic |= part.Stops.TryAdd(key, stops);
        return part;
    }

    /// <summary>All processes and hours with stops or recorded time.</summary>
    public IEnumerable<(ProcessKey Process, int Window)> Keys() => Covered.Keys.Union(Stops.Keys);

    private async Task ReadCoveredAsync(FleetSelection selection, CancellationToken stop)
    {
        var recorded = PrometheusNames.Select(
            PrometheusNames.Processes, selection, PrometheusNames.Match(PrometheusNames.State, RingProcess.Recording));
        var step = Moments.FineSeconds;
        // From after the window's start, which is the end of the one before.
        var answers = Moments.OverWindowsAsync(
            length => $"sum_over_time(({recorded})[{Math.Max(1, length - 1)}s:{step}s])", stop);
        await foreach (var (windows, all) in answers.ConfigureAwait(false))
        {
            foreach (var series in all)
            {
                if (ProcessKey.From(series) is not { } process) continue;
                if (selection.Host is { } host && host != process.Instance) continue;
                foreach (var (window, point) in Moments.Place(series, windows))
                {
                    var key = (process, window);
                    if (point.Value is >= 0 and <= PrometheusAnswer.MostCount)
                        Covered[key] = Covered.GetValueOrDefault(key) + (point.Value * step);
                }
            }
        }
    }
}
