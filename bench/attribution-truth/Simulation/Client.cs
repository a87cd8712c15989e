namespace Unpause.Bench.AttributionTruth;

/// <summary>Somebody who asks, waits for the answer, thinks and asks again. An open load is many who ask once.</summary>
/// <param name="First">When it asks first, in seconds.</param>
/// <param name="Works">What its requests need, in order; of a closed loop possibly more than it comes to ask.</param>
public sealed record Client(double First, IReadOnlyList<Work> Works);
