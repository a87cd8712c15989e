namespace WebApp;

/// <summary>
/// The differences between the service of the incident and the fixed one; all other code is the same. Each difference is available alone.
/// </summary>
/// <param name="Caches">How the cache of a client is computed.</param>
/// <param name="Answers">How large responses are written.</param>
/// <param name="MemoryLimitPercent">The share of the service's memory limit at which the monitor acts.</param>
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
