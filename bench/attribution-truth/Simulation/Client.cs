namespace Unpause.Bench.AttributionTruth;

/// <summary>Sends a request, waits for the response, thinks and repeats. An open load has many clients with one request each.</summary>
/// <param name="First">The time of the first request, in seconds.</param>
/// <param name="Works">What its requests need, in order; of a closed loop possibly more than it comes to ask.</param>
public sealed record Client(double First, IReadOnlyList<Work> Works);
