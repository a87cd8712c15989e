namespace WebApp;

/// <summary>
/// What differs between the incident's service and the repaired one; all else is the same code. Each difference can be had alone, too.
/// </summary>
/// <param name="Caches">How the cache of a client is computed.</param>
/// <param name="Answers">How big answers are written.</param>
/// <param name="MemoryLimitPercent">Share of the memory granted to the service from which the monitor acts.</param>
internal sealed record Variant(IClientCaches Caches, IAnswers Answers, int MemoryLimitPercent)
{
    private static readonly Variant Original = new(new ListCaches(), new BufferedAnswers(), 60);
    private static readonly Variant Fixed = new(new ChunkedCaches(), new StreamedAnswers(), 80);

    /// <summary>The variant with this name.</summary>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static Variant Named(string name) => name switch
    {
        "original" => Original,
        "caches" => Original with { Caches = Fixed.Caches },
        "answers" => Original with { Answers = Fixed.Answers },
        "limit" => Original with { MemoryLimitPercent = Fixed.MemoryLimitPercent },
        "fixed" => Fixed,
        _ => throw new ArgumentException($"there is no mode '{name}': original, caches, answers, limit or fixed", nameof(name)),
    };
}
