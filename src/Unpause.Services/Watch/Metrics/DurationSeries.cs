using System.Runtime.InteropServices;
using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Recordings.Words;
using Unpause.Services.Watch.Sensing;
using Unpause.Services.Watch.Traces;

namespace Unpause.Services.Watch.Metrics;

/// <summary>
/// Counts of pauses and stops by labels, from the watcher's start: they stay when a process ends, because a counter never goes down. The
/// number of series is bounded; what has no room is counted with <c>cause="other"</c>.
/// </summary>
internal sealed class DurationSeries
{
    private static readonly TimeSpan Unused = TimeSpan.FromHours(1), BetweenRemovals = TimeSpan.FromMinutes(1);

    private readonly Lock _lock = new();
    private readonly Dictionary<SeriesKey, Series> _series = [];
    private readonly Dictionary<(SeenKind Kind, ProcessLabels Process), int> _causes = [];
    private DateTimeOffset _removed = DateTimeOffset.MinValue;

    /// <summary>Upper bounds of the classic histograms, in seconds: dense where a request becomes slow.</summary>
    public static IReadOnlyList<double> Bounds { get; } = [0.0001, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1, 2, 5, 10];

    /// <summary>How many pauses and stops were counted with <c>cause="other"</c> because there were too many series.</summary>
    public long Folded { get; private set; }

    /// <summary>Counts a pause or a stop.</summary>
    public void Add(RingProcess facts, in SeenStop seen, DateTimeOffset now)
    {
        if (seen.Kind is not (SeenKind.Pause or SeenKind.Stop)) return;
        var key = SeriesKey.Of(facts, seen);
        lock (_lock)
        {
            Add(key, seen.Nanoseconds, now);
            // CPython has no other stops: its collector runs in the thread that allocates, which has the interpreter's lock.
            if (seen.Kind == SeenKind.Pause && facts.Runtime == Runtimes.CPython)
                Add(key with { Kind = SeenKind.Stop }, seen.Nanoseconds, now);
        }
    }

    /// <summary>Remembers a request that a counted pause or stop delayed: for each bucket of a classic histogram the last one.</summary>
    public void Exemplify(in DelayedRequest delayed)
    {
        var stop = delayed.Stop;
        var exemplar = new Exemplar(stop.Nanoseconds / 1e9, stop.UnixNanoseconds ?? 0, delayed.Trace, delayed.OverlapNanoseconds);
        var key = SeriesKey.Of(delayed.Process, stop);
        lock (_lock)
        {
            if (_series.TryGetValue(key, out var series)) series.Exemplify(stop.Nanoseconds, exemplar);
            // As it was counted.
            if (delayed.IsStop && _series.TryGetValue(key with { Kind = SeenKind.Stop }, out var stops))
                stops.Exemplify(stop.Nanoseconds, exemplar);
        }
    }

    /// <summary>All series of pauses or of stops at this moment.</summary>
    /// <param name="native">Whether the fine buckets are needed.</param>
    public List<MetricSample> Samples(SeenKind kind, bool native)
    {
        lock (_lock)
        {
            return [.. _series.Where(entry => entry.Key.Kind == kind)
                .Select(entry => new MetricSample(entry.Key.Labels(), 0, entry.Value.Counts(native)))];
        }
    }

    private void Add(in SeriesKey key, long nanoseconds, DateTimeOffset now)
    {
        if (!_series.TryGetValue(key, out var series)) series = Create(key, now);
        series.Add(nanoseconds, now);
    }

    private Series Create(in SeriesKey key, DateTimeOffset now)
    {
        if (_series.Count >= ServiceLimits.MostSeries) RemoveUnused(now);
        var own = (key.Kind, key.Process);
        if (_series.Count < ServiceLimits.MostSeries && _causes.GetValueOrDefault(own) < ServiceLimits.MostCauses)
        {
            CollectionsMarshal.GetValueRefOrAddDefault(_causes, own, out _)++;
            return _series[key] = new Series { IsCause = true };
        }

        Folded++;
        // A process that has too many causes keeps its name; when there are too many in all, even names would be without a bound.
        var isKnown = _causes.ContainsKey(own) && _series.Count < ServiceLimits.MostSeries + ServiceLimits.MostFoldedSeries;
        var other = new SeriesKey(
            key.Kind, isKnown ? key.Process : new ProcessLabels(SeriesKey.Other, "", key.Process.Runtime, ""), "", SeriesKey.Other);
        return _series.TryGetValue(other, out var known) ? known : _series[other] = new Series();
    }

    /// <summary>Removes what was not counted for an hour: containers and versions that are gone.</summary>
    private void RemoveUnused(DateTimeOffset now)
    {
        if (now - _removed < BetweenRemovals) return;
        _removed = now;
        foreach (var (key, series) in _series.ToList())
        {
            if (now - series.Last < Unused) continue;
            _series.Remove(key);
            if (!series.IsCause) continue;
            var own = (key.Kind, key.Process);
            if (_causes.GetValueOrDefault(own) > 1) _causes[own]--;
            else _causes.Remove(own);
        }
    }

    private readonly record struct SeriesKey(SeenKind Kind, ProcessLabels Process, string Generation, string Cause)
    {
        public const string Other = "other";

        public static SeriesKey Of(RingProcess facts, in SeenStop seen) => new(
            seen.Kind, ProcessLabels.From(facts), ProcessLabels.Bounded(seen.Generation), ProcessLabels.Bounded(seen.Cause));

        public MetricLabel[] Labels() => Process.With(new("generation", Generation), new("cause", Cause));
    }

    private sealed class Series
    {
        private readonly DurationHistogram _histogram = new();
        private readonly long[] _upTo = new long[Bounds.Count];
        private Exemplar?[]? _exemplars;

        /// <summary>Whether it is counted in the causes of its process.</summary>
        public bool IsCause { get; init; }

        public DateTimeOffset Last { get; private set; }

        public void Add(long nanoseconds, DateTimeOffset now)
        {
            Last = now;
            _histogram.Add(nanoseconds);
            for (var i = 0; i < _upTo.Length; i++)
            {
                if (nanoseconds <= Bounds[i] * 1e9) _upTo[i]++;
            }
        }

        public void Exemplify(long nanoseconds, Exemplar exemplar)
        {
            var bucket = 0;
            while (bucket < Bounds.Count && nanoseconds > Bounds[bucket] * 1e9) bucket++;
            _exemplars ??= new Exemplar?[Bounds.Count + 1];
            if (exemplar.Replaces(_exemplars[bucket])) _exemplars[bucket] = exemplar;
        }

        public DurationCounts Counts(bool native) => new(
            _histogram.Count, _histogram.SumSeconds, _histogram.Zeros, [.. _upTo], native ? [.. _histogram.Buckets] : [])
        {
            LongestSeconds = _histogram.LongestNanoseconds / 1e9,
            Exemplars = _exemplars is null ? [] : [.. _exemplars],
        };
    }
}

/// <summary>A distribution at one moment.</summary>
/// <param name="Count">How many.</param>
/// <param name="SumSeconds">Their sum.</param>
/// <param name="Zeros">Those of no length.</param>
/// <param name="UpTo">How many are at most as long as each of <see cref="DurationSeries.Bounds"/>.</param>
/// <param name="Buckets">Buckets of <see cref="DurationHistogram"/> that are not empty, in order.</param>
internal sealed record DurationCounts(
    long Count, double SumSeconds, long Zeros, IReadOnlyList<long> UpTo, IReadOnlyList<KeyValuePair<int, long>> Buckets)
{
    /// <summary>The longest.</summary>
    public double LongestSeconds { get; init; }

    /// <summary>The last one with a trace in each bucket of <see cref="DurationSeries.Bounds"/>, and above; or empty.</summary>
    public IReadOnlyList<Exemplar?> Exemplars { get; init; } = [];
}
