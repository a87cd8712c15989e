namespace Unpause.Bench.AttributionTruth;

/// <summary>Seeded draws: the same seed gives the same world on every machine.</summary>
public sealed class Dice(int seed)
{
    private readonly Random random = new(seed);

    /// <summary>Uniform in [0, 1).</summary>
    public double Unit() => random.NextDouble();

    /// <summary>Uniform between two values.</summary>
    public double Uniform(double low, double high) => low + (high - low) * Unit();

    /// <summary>Uniform in the logarithm, for what spans orders of magnitude.</summary>
    public double LogUniform(double low, double high) => low * Math.Pow(high / low, Unit());

    /// <summary>True with this probability.</summary>
    public bool Chance(double probability) => Unit() < probability;

    /// <summary>An integer from <paramref name="low"/> to <paramref name="high"/>, both possible.</summary>
    public int Whole(int low, int high) => random.Next(low, high + 1);

    /// <summary>One of the values.</summary>
    public T OneOf<T>(params ReadOnlySpan<T> values) => values[random.Next(values.Length)];

    /// <summary>Exponential with this mean, by inversion.</summary>
    public double Exponential(double mean) => -mean * Math.Log(1 - Unit());

    /// <summary>Standard normal, by Box and Muller (1958).</summary>
    public double Normal() => Math.Sqrt(-2 * Math.Log(1 - Unit())) * Math.Cos(2 * Math.PI * Unit());

    /// <summary>Sixteen hexadecimal digits, as span ids have them.</summary>
    public string Hexadecimal() => random.NextInt64(1, long.MaxValue).ToString("x16");

    /// <summary>A seed for other dice.</summary>
    public int Seed() => random.Next();
}
