namespace Unpause.Analysis.Summaries;

/// <summary>Collections of one generation; times in nanoseconds.</summary>
/// <param name="Generation">One of <see cref="Generations"/>, or null.</param>
/// <param name="Count">Collections.</param>
/// <param name="Blocking">Of them, blocking ones.</param>
/// <param name="Background">Of them, background (concurrent) ones.</param>
/// <param name="Induced">Of them, asked for by code.</param>
/// <param name="PauseTotalNanoseconds">All their pauses.</param>
/// <param name="PauseMeanNanoseconds">Mean over their pauses; null when they had none.</param>
/// <param name="PauseMaxNanoseconds">The longest of their pauses; null when they had none.</param>
public sealed record GenerationSummary(
    string? Generation,
    long Count,
    long Blocking,
    long Background,
    long Induced,
    Total PauseTotalNanoseconds,
    double? PauseMeanNanoseconds,
    long? PauseMaxNanoseconds)
{
    /// <summary>Adds up collections by their generations.</summary>
    internal sealed class Builders(RuntimeTraits runtime)
    {
        private readonly Dictionary<string, Builder> _byGeneration = new(StringComparer.Ordinal);
        private Builder? _last;

        /// <summary>The one of a collection's generation; neighbours mostly have the same one.</summary>
        public Builder GetOrAdd(Collection collection)
        {
            if (_last?.IsOf(collection) == true) return _last;
            var key = collection.Generation ?? "";
            if (!_byGeneration.TryGetValue(key, out var builder)) _byGeneration[key] = builder = new Builder(collection.Generation);
            return _last = builder;
        }

        /// <summary>The youngest generation first.</summary>
        public IReadOnlyList<GenerationSummary> Build() =>
            [.. _byGeneration.Values.Select(builder => builder.Build()).OrderBy(one => runtime.Order(one.Generation))];
    }

    internal sealed class Builder(string? generation)
    {
        private long _count;
        private long _background;
        private long _induced;
        private long _pauses;
        private Total _total;
        private long _max;

        /// <summary>Whether a collection is of this generation as the same string, which readers intern.</summary>
        public bool IsOf(Collection collection) => ReferenceEquals(collection.Generation, generation);

        public void Add(Collection collection)
        {
            _count++;
            if (collection.Kind == CollectionKind.Background) _background++;
            if (collection.Induced) _induced++;
        }

        public void AddPause(long nanoseconds)
        {
            _pauses++;
            _total += nanoseconds;
            _max = Math.Max(_max, nanoseconds);
        }

        public GenerationSummary Build() => new(
            generation,
            _count,
            _count - _background,
            _background,
            _induced,
            _total,
            _pauses == 0 ? null : Math.Min(_total.Mean(_pauses), _max),
            _pauses == 0 ? null : _max);
    }
}
