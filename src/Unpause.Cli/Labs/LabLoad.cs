namespace Unpause.Cli.Labs;

/// <summary>The load of a lab.</summary>
/// <param name="Seconds">The duration of the load in each run.</param>
/// <param name="Rate">Requests a second.</param>
/// <param name="SlowNanoseconds">Requests longer than this are slow.</param>
/// <param name="Pairs">How many times all modes run.</param>
/// <param name="Keep">Folder for recordings and client-side times; null to remove them.</param>
internal sealed record LabLoad(int Seconds, int Rate, long SlowNanoseconds, int Pairs = 1, string? Keep = null);
