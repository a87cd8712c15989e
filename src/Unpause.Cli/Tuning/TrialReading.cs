namespace Unpause.Cli.Tuning;

/// <summary>The numbers in the files of a trial.</summary>
/// <param name="Numbers">Metrics with their values.</param>
/// <param name="Processes">How many processes were recorded.</param>
/// <param name="Problems">What could not be read, in sentences.</param>
internal sealed record TrialReading(Dictionary<string, double> Numbers, int Processes, IReadOnlyList<string> Problems)
{
    /// <summary>The format of what the load left; null where there was none.</summary>
    public string? Load { get; init; }

    /// <summary>Whether the results have no timestamps per request, so that the warm-up is included in the latencies.</summary>
    public bool HasNoMoments { get; init; }
}
