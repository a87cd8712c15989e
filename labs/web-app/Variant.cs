namespace WebApp;

/// <summary>What differs between the incident's service and the repaired one; all else is the same code.</summary>
/// <param name="Caches">How the cache of a client is computed.</param>
/// <param name="Answers">How big answers are written.</param>
/// <param name="MemoryLimitPercent">Share of the memory granted to the service from which the monitor acts.</param>
internal sealed record Variant(IClientCaches Caches, IAnswers Answers, int MemoryLimitPercent)
{
    /// <summary>The variant with this name.</summary>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static Variant Named(string name) => name switch
    {
        "original" => new(new ListCaches(), new BufferedAnswers(), 60),
        "fixed" => new(new ChunkedCaches(), new StreamedAnswers(), 80),
        _ => throw new ArgumentException($"there is no mode '{name}': original or fixed", nameof(name)),
    };
}
