namespace Unpause.Bench.AttributionTruth;

/// <summary>One request as it went.</summary>
/// <param name="Client">Who asked.</param>
/// <param name="Turn">Which of its requests, from 0.</param>
/// <param name="Arrival">When it reached the server, in seconds.</param>
/// <param name="Begin">When a worker took it; the arrival where requests share the processors.</param>
/// <param name="End">When the answer left.</param>
public readonly record struct Served(int Client, int Turn, double Arrival, double Begin, double End);
