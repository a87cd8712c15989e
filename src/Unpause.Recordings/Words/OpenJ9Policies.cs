namespace Unpause.Recordings.Words;

/// <summary>OpenJ9's GC policies, which take the place of collectors (<see cref="Source.Collector"/>).</summary>
public static class OpenJ9Policies
{
    /// <summary>Nursery and tenure, with concurrent marking; the default.</summary>
    public const string Gencon = "gencon";

    /// <summary>Regions, of which the youngest are copied.</summary>
    public const string Balanced = "balanced";

    /// <summary>One space, with concurrent marking.</summary>
    internal const string OptAvgPause = "optavgpause";

    /// <summary>One space, collected while the application is stopped.</summary>
    internal const string OptThroughput = "optthruput";

    /// <summary>Many short pauses of equal length.</summary>
    public const string Metronome = "metronome";

    /// <summary>Allocates and never collects.</summary>
    internal const string NoGc = "nogc";

    /// <summary>All, as <c>-Xgcpolicy:</c> spells them.</summary>
    internal static IReadOnlyList<string> All { get; } = [Gencon, Balanced, OptAvgPause, OptThroughput, Metronome, NoGc];
}
