using Unpause.Fleet.Rows;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>
/// The fleet's questions to a Prometheus server that has the metrics of <c>unpause watch</c>. It has stops by process and hour exactly, and
/// which findings held; it has neither settings, nor allocated bytes, nor single stops, nor how many requests there were between reports.
/// </summary>
internal sealed class PrometheusStore : IFleetStore
{
    // Without an earlier --from: Prometheus cannot say when its data start without reading them.
    private const int UsualDays = 30;

    // A canary is new, and is judged by minutes.
    private const int UsualShortHours = 12;

    private readonly PrometheusClient _client;
    private readonly DateTimeOffset _now;
    private readonly Dictionary<FleetSelection, PrometheusPart?> _parts = [];

    /// <summary>Asks a server.</summary>
    /// <param name="address">Its address, with its path, and a user where it wants a password.</param>
    /// <param name="secret">The password, or without a user the token; null: none.</param>
    /// <param name="now">The end of a selection without one.</param>
    public PrometheusStore(Uri address, string? secret, DateTimeOffset now) => (_client, _now) = (new(address, secret), now);

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _client.Dispose();
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public Task<FleetCoverage> CoverageAsync(FleetSelection selection, CancellationToken stop) => LimitedAsync(async () =>
    {
        var part = await PartAsync(selection, stop).ConfigureAwait(false);
        var keys = part?.Keys().Select(key => key.Process).Distinct().ToList() ?? [];
        return new FleetCoverage(
            FleetSourceDocument.Prometheus, _client.Place, null,
            keys.Select(key => (key.Service, key.Instance)).Distinct().LongCount(),
            keys.Select(key => key.Instance).Distinct(StringComparer.Ordinal).LongCount(),
            keys.Select(key => key.Service).Distinct(StringComparer.Ordinal).LongCount(),
            keys.Count > 0 ? At(part!.Moments.From) : null,
            keys.Count > 0 ? At(part!.Moments.To) : null,
            part?.Covered.Values.Sum() ?? 0, 0, [], [.. NotesOn(part, selection)]);
    });

    /// <inheritdoc/>
    public Task<IReadOnlyList<ServiceCause>?> CausesAsync(FleetSelection selection, CancellationToken stop) => LimitedAsync(async () =>
    {
        if (await PartAsync(selection, stop).ConfigureAwait(false) is not { } part) return (IReadOnlyList<ServiceCause>?)[];
        var findings = await PrometheusFindings.ReadAsync(part.Moments, selection, stop).ConfigureAwait(false);
        return findings.Share(part);
    });

    /// <inheritdoc/>
    public Task<IReadOnlyList<FleetSlice>> SlicesAsync(FleetSelection selection, CancellationToken stop) => LimitedAsync(async () =>
    {
        if (await PartAsync(selection, stop).ConfigureAwait(false) is not { } part) return (IReadOnlyList<FleetSlice>)[];
        var requests = await PrometheusRequests.ReadAsync(part.Moments, selection, stop).ConfigureAwait(false);
        return
        [
            .. part.Keys().GroupBy(key => (key.Process, part.Moments.StepAt(key.Window))).Select(hour => Slice(part, requests, hour)),
        ];
    });

    /// <inheritdoc/>
    public Task<IReadOnlyList<TimedStop>?> LongStopsAsync(FleetSelection selection, CancellationToken stop) =>
        Task.FromResult<IReadOnlyList<TimedStop>?>(null);

    /// <inheritdoc/>
    public Task<IReadOnlyList<ServiceTrace>?> TracesAsync(FleetSelection selection, CancellationToken stop) =>
        Task.FromResult<IReadOnlyList<ServiceTrace>?>(null);

    /// <inheritdoc/>
    public Task<IReadOnlyList<ProcessState>> ProcessesAsync(FleetSelection selection, CancellationToken stop) => LimitedAsync(async () =>
    {
        if (await PartAsync(selection, stop).ConfigureAwait(false) is not { } part) return (IReadOnlyList<ProcessState>)[];
        var states = new PrometheusStates();
        var last = PrometheusNames.Select(
            selection, PrometheusNames.Process, PrometheusNames.HeapLimit, PrometheusNames.MemoryLimit);
        await foreach (var (windows, all) in part.Moments.OverWindowsAsync(length => $"last_over_time({last}[{length}s])", stop)
            .ConfigureAwait(false))
        {
            foreach (var series in all) states.AddLast(series);
        }

        // What the smallest heap after a collection of an hour has is nearest to the live set: the smaller collections leave garbage.
        var heap = PrometheusNames.Select(PrometheusNames.HeapAfter, selection);
        await foreach (var (windows, all) in part.Moments.OverWindowsAsync(length => $"min_over_time({heap}[{length}s])", stop)
            .ConfigureAwait(false))
        {
            foreach (var series in all) states.AddHeap(series);
        }

        return states.All(part);
    });

    /// <inheritdoc/>
    public Task<IReadOnlyList<OpenFleetAlert>?> AlertsAsync(FleetSelection selection, CancellationToken stop) => LimitedAsync(async () =>
        (IReadOnlyList<OpenFleetAlert>?)await PrometheusAlerts.ReadAsync(_client, selection, Seconds(selection.To ?? _now), stop)
            .ConfigureAwait(false));

    private static FleetSlice Slice(
        PrometheusPart part, PrometheusRequests requests, IGrouping<(ProcessKey Process, DateTimeOffset Start), (ProcessKey, int)> hour)
    {
        var (stops, covered) = (StopTimes.None, 0.0);
        (double Requests, double? Slow, double? SlowBecauseOfGc)? figures = null;
        foreach (var key in hour)
        {
            if (part.Stops.TryGetValue(key, out var more)) stops = stops.With(more);
            covered += part.Covered.GetValueOrDefault(key);
            figures = requests.Of(key) ?? figures;
        }

        return new FleetSlice
        {
            Service = hour.Key.Process.Service,
            Version = hour.Key.Process.Version,
            Host = hour.Key.Process.Instance,
            Process = hour.Key.Process.Instance,
            Runtime = hour.Key.Process.Runtime,
            Hour = hour.Key.Start,
            CoveredSeconds = covered,
            Stops = stops,
            Requests = figures?.Requests,
            Slow = figures?.Slow,
            SlowBecauseOfGc = figures?.SlowBecauseOfGc,
            RequestsAreSample = figures is not null,
        };
    }

    private IEnumerable<string> NotesOn(PrometheusPart? part, FleetSelection selection)
    {
        if (selection.From is null)
        {
            yield return IsShort(selection)
                ? $"Prometheus was asked for the last {UsualShortHours} hours: --from asks for more."
                : $"Prometheus was asked for the last {UsualDays} days: --from asks for more.";
        }

        if (part is null)
        {
            yield return $"{_client.Place} has no metrics of unpause watch in this time: scrape its /metrics (docs/watch.md).";
            yield break;
        }

        yield return "Processes of one service and instance are one in Prometheus, and instances stand for hosts.";
        yield return "Causes have the shares that they have in each process' last report. Stops of hours without a report, or of an older "
            + $"unpause watch without {PrometheusNames.Shares}, have no cause.";
        if (IsShort(selection) && part.Moments.Step > selection.StepSeconds)
        {
            yield return $"The time is too long for steps of {selection.StepSeconds} s: they are of {part.Moments.Step} s. "
                + "A later --from has shorter ones.";
        }

        if (part.IsClassic)
        {
            yield return "Some stops come from classic histograms: counts and sums are exact, percentiles only as histogram_quantile "
                + "has them, and maxima are upper bounds. Native histograms have them within 1.1 % (--enable-feature=native-histograms).";
        }

        if (part.IsNative) yield return "The longest stop of an hour is known within 1.1 %: Prometheus has no exact maximum.";
        if (part.IsCut) yield return "What was counted before the first sample that Prometheus has is left out.";
        if (part.Coarse > 0)
        {
            yield return $"In {part.Coarse} hours a process started again or ended, and stops since the hour's start may be missing: "
                + "ask for less time at once.";
        }
    }

    private static bool IsShort(FleetSelection selection) => selection.StepSeconds < PrometheusMoments.Hour;

    private async Task<PrometheusPart?> PartAsync(FleetSelection selection, CancellationToken stop)
    {
        if (_parts.TryGetValue(selection, out var known)) return known;
        var to = Seconds(selection.To ?? _now);
        // A usual time starts with a full hour.
        var usual = PrometheusMoments.Hour * (IsShort(selection) ? UsualShortHours : UsualDays * 24);
        var from = selection.From is { } asked ? Seconds(asked) : to - (to % PrometheusMoments.Hour) - usual;
        return _parts[selection] = await PrometheusPart.ReadAsync(_client, selection, from, to, stop).ConfigureAwait(false);
    }

    private async Task<T> LimitedAsync<T>(Func<Task<T>> answer)
    {
        try
        {
            return await answer().ConfigureAwait(false);
        }
        catch (PrometheusLimitException e)
        {
            throw PrometheusMoments.TooMuch(_client, e);
        }
    }

    private static long Seconds(DateTimeOffset at) => Math.Max(0, at.ToUnixTimeSeconds());

    private static DateTimeOffset At(long seconds) => DateTimeOffset.FromUnixTimeSeconds(seconds);
}
