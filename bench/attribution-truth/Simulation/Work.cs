namespace Unpause.Bench.AttributionTruth;

/// <summary>What a request needs: half of the processor time, then a wait for another machine, then the other half.</summary>
/// <param name="Processor">Seconds of work, which is paused while the process is stopped.</param>
/// <param name="Elsewhere">Seconds in a database, which continues while the process is stopped.</param>
/// <param name="Think">Seconds until the same client asks again; for clients in a closed loop.</param>
public readonly record struct Work(double Processor, double Elsewhere = 0, double Think = 0);
