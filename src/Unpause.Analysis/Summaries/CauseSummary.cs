namespace Unpause.Analysis.Summaries;

/// <summary>Collections of one cause; times in nanoseconds.</summary>
/// <param name="Cause">One of <see cref="Causes"/>; null when the recording does not say.</param>
/// <param name="RuntimeCause">The runtime's own word.</param>
/// <param name="Count">Collections.</param>
/// <param name="PauseTotalNanoseconds">All their pauses.</param>
/// <param name="PauseMaxNanoseconds">The longest of their pauses.</param>
public sealed record CauseSummary(string? Cause, string? RuntimeCause, long Count, Total PauseTotalNanoseconds, long PauseMaxNanoseconds)
{
    private static readonly Comparer<CauseSummary> MostPausedFirst = Comparer<CauseSummary>.Create(static (a, b) =>
    {
        var byPause = b.PauseTotalNanoseconds.CompareTo(a.PauseTotalNanoseconds);
        return byPause == 0 ? b.Count.CompareTo(a.Count) : byPause;
    });

    /// <summary>Adds up collections by their causes.</summary>
    internal sealed class Builders
    {
        private readonly Dictionary<(string?, string?), Builder> _byCause = [];
        private readonly List<Builder> _builders = [];
        private Builder? _last;

        /// <summary>The one of a collection's cause; neighbours mostly have the same one.</summary>
        public Builder GetOrAdd(Collection collection)
        {
            if (_last?.IsOf(collection) == true) return _last;
            var key = (collection.Cause, collection.RuntimeCause);
            if (!_byCause.TryGetValue(key, out var builder))
            {
                _byCause[key] = builder = new Builder(collection.Cause, collection.RuntimeCause);
                _builders.Add(builder);
            }

            return _last = builder;
        }

        /// <summary>The most paused cause first.</summary>
        public IReadOnlyList<CauseSummary> Build() =>
            [.. _builders.Select(builder => builder.Build()).Order(MostPausedFirst)];
    }

    internal sealed class Builder(string? cause, string? runtimeCause)
    {
        private long _count;
        private Total _total;
        private long _max;

        /// <summary>Whether a collection has this cause as the same strings, which readers intern.</summary>
        public bool IsOf(Collection collection) =>
            ReferenceEquals(collection.Cause, cause) && ReferenceEquals(collection.RuntimeCause, runtimeCause);

        public void Add() => _count++;

        public void AddPause(long nanoseconds)
        {
            _total += nanoseconds;
            _max = Math.Max(_max, nanoseconds);
        }

        public CauseSummary Build() => new(cause, runtimeCause, _count, _total, _max);
    }
}
