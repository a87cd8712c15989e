namespace Unpause.Cli.Labs;

/// <summary>How a lab's program is asked and judged.</summary>
/// <param name="Seconds">How long each run is under load.</param>
/// <param name="Rate">Requests a second.</param>
/// <param name="SlowNanoseconds">Requests longer than this are slow.</param>
/// <param name="Pairs">How often all modes are run.</param>
/// <param name="Keep">Folder for recordings and client-side times; null to remove them.</param>
internal sealed record LabLoad(int Seconds, int Rate, long SlowNanoseconds, int Pairs = 1, string? Keep = null);
