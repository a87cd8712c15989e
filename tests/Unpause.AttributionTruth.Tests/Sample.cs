using Unpause.Bench.AttributionTruth;

namespace Unpause.AttributionTruth.Tests;

/// <summary>Long simulated runs and the error of their means.</summary>
internal static class Sample
{
    private const int Batches = 40;

    /// <summary>Serves an open Poisson load of one law; works have mean 1 and the arrivals this rate.</summary>
    public static List<Served> Poisson(
        Discipline discipline, int workers, ServiceLaw law, double rate, int count, int seed,
        Stops? stops = null, Action<double[]>? works = null)
    {
        var dice = new Dice(seed);
        var arrivals = Loads.Poisson(rate, 0, double.PositiveInfinity, dice).Take(count).ToArray();
        var needed = arrivals.Select(_ => ServiceLaws.Draw(law, dice)).ToArray();
        works?.Invoke(needed);
        List<Client> clients = [.. arrivals.Zip(needed).Select(one => new Client(one.First, [new Work(one.Second)]))];
        var served = Server.Serve(discipline, workers, clients, stops ?? Stops.None);
        served.Sort((one, other) => one.Client.CompareTo(other.Client));
        return served;
    }

    /// <summary>
    /// Holds a mean against theory: the standard error is that of batch means (Law, Simulation Modeling and Analysis, section 9.5).
    /// </summary>
    public static void AssertMean(double theory, IReadOnlyList<double> values, double errors = 4)
    {
        var size = values.Count / Batches;
        var means = Enumerable.Range(0, Batches).Select(batch => values.Skip(batch * size).Take(size).Average()).ToArray();
        var mean = means.Average();
        var error = Math.Sqrt(means.Sum(one => (one - mean) * (one - mean)) / (Batches - 1) / Batches);
        Assert.True(error < 0.1 * theory, $"the sample says too little: {mean:F4} ± {error:F4}");
        Assert.True(Math.Abs(mean - theory) <= errors * error, $"theory {theory:F4}, simulated {mean:F4} ± {error:F4}");
    }
}
