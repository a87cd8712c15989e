using System.Collections.Concurrent;
using Unpause.Analysis.Summaries;

namespace Unpause.Analysis;

/// <summary>A recording with the numbers computed from it: what rules and reports look at.</summary>
public sealed record AnalysedProcess(Recording Recording, Summary Summary)
{
    private readonly ConcurrentDictionary<Type, Lazy<object?>> _shared = new();

    /// <summary>Analyses one recording.</summary>
    public static AnalysedProcess From(Recording recording) => new(recording, Summary.Compute(recording));

    /// <summary>What several rules and reports ask of a recording, computed by the first that asks; one for each type.</summary>
    public T? Shared<T>(Func<Recording, T?> compute)
        where T : class =>
        (T?)_shared.GetOrAdd(typeof(T), _ => new Lazy<object?>(() => compute(Recording))).Value;
}
