using Unpause.Fleet.Rows;
using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Tests.Questions;

/// <summary>
/// Makes slices of processes with known truth. Stop time per request differs by host, by process and by hour; the numbers of stops are
/// Poisson's and their lengths log-normal.
/// </summary>
internal sealed class SimulatedFleet(int seed)
{
    private const double LengthSpread = 0.8;
    private static readonly DateTimeOffset Start = new(2026, 11, 2, 0, 0, 0, TimeSpan.Zero);

    // A log-normal distribution in bins: shares, and lengths as multiples of the mean.
    private static readonly (double Share, double Times)[] Lengths = MakeLengths();

    private readonly Random _random = new(seed);
    private readonly Dictionary<string, double> _hosts = [];
    private readonly Dictionary<string, double> _processes = [];
    private readonly Dictionary<int, double> _hours = [];
    private double _load;

    /// <summary>The slices so far.</summary>
    public List<FleetSlice> Slices { get; } = [];

    /// <summary>Standard deviations, as logarithms.</summary>
    public double HostSpread { get; init; } = 0.06;

    public double ProcessSpread { get; init; } = 0.03;

    public double HourSpread { get; init; } = 0.2;

    /// <summary>The correlation of neighbouring hours.</summary>
    public double HourMemory { get; init; }

    /// <summary>Of one process and hour by itself.</summary>
    public double NoiseSpread { get; init; } = 0.05;

    public double StopsPerSlice { get; init; } = 400;

    public double MeanStopSeconds { get; init; } = 0.02;

    public TimeSpan Step { get; init; } = TimeSpan.FromHours(1);

    public bool HasRequests { get; init; } = true;

    public bool HasAllocations { get; init; } = true;

    /// <summary>Adds a process over some steps.</summary>
    public void Add(string version, string host, string process, int first, int count, double rate = 1, string service = "orders",
        double load = 1)
    {
        var own = Effect(_hosts, host, HostSpread) * Effect(_processes, process, ProcessSpread) * rate;
        for (var step = first; step < first + count; step++)
        {
            var requests = 10_000 * load * Math.Exp(0.1 * Normal());
            var stops = Stops(StopsPerSlice * own * Hour(step) * Math.Exp(NoiseSpread * Normal()) * requests / 10_000);
            Slices.Add(new()
            {
                Service = service, Version = version, Host = host, Process = process, Runtime = "jvm", Hour = Start + (step * Step),
                CoveredSeconds = Step.TotalSeconds, Stops = stops, Requests = HasRequests ? requests : null, Slow = 0.01 * requests,
                SlowBecauseOfGc = 0.006 * requests, AllocatedBytes = HasAllocations ? requests * 1e5 : null,
                Report = new($"{host}/{process}-{step}.json", 0),
            });
        }
    }

    /// <summary>
    /// Stops with the expected count. The sum of more than a few log-normal lengths is drawn as log-normal too, with the sum's mean and
    /// variance, which is much faster and alike (L. F. Fenton, 1960).
    /// </summary>
    public StopTimes Stops(double expected)
    {
        var count = Poisson(expected);
        if (count == 0) return StopTimes.None;
        var spread = Math.Sqrt(Math.Log(1 + ((Math.Exp(LengthSpread * LengthSpread) - 1) / count)));
        var sum = count * MeanStopSeconds * Math.Exp((spread * Normal()) - (spread * spread / 2));
        var (indexes, counts, left) = (new List<short>(), new List<long>(), count);
        for (var i = 0; i < Lengths.Length && left > 0; i++)
        {
            var part = i == Lengths.Length - 1 ? left : Math.Min(left, (long)Math.Round(count * Lengths[i].Share));
            if (part == 0) continue;
            indexes.Add((short)(Math.Ceiling(Math.Log2(MeanStopSeconds * Lengths[i].Times * 1e3) * 32) - 1));
            counts.Add(part);
            left -= part;
        }

        return new()
        {
            Count = count, SumSeconds = sum, MaxSeconds = Math.Min(sum, 5 * MeanStopSeconds), Indexes = [.. indexes], Counts = [.. counts],
        };
    }

    /// <summary>A normal value, by Box and Muller.</summary>
    public double Normal() => Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble());

    public double Uniform() => _random.NextDouble();

    private double Hour(int step)
    {
        if (_hours.TryGetValue(step, out var known)) return known;
        _load = (HourMemory * _load) + (Math.Sqrt(1 - (HourMemory * HourMemory)) * Normal());
        return _hours[step] = Math.Exp(HourSpread * _load);
    }

    private double Effect(Dictionary<string, double> effects, string name, double spread)
    {
        if (!effects.TryGetValue(name, out var effect)) effects.Add(name, effect = Math.Exp(spread * Normal()));
        return effect;
    }

    private long Poisson(double mean)
    {
        if (mean > 50) return (long)Math.Max(0, Math.Round(mean + (Math.Sqrt(mean) * Normal())));
        var (limit, product, count) = (Math.Exp(-mean), _random.NextDouble(), 0L);
        for (; product > limit; count++) product *= _random.NextDouble();
        return count;
    }

    private static (double Share, double Times)[] MakeLengths()
    {
        const double width = 0.5;
        var lengths = new List<(double Share, double Times)>();
        for (var z = -3.0; z <= 3; z += width)
        {
            lengths.Add((width * Math.Exp(-z * z / 2) / Math.Sqrt(2 * Math.PI),
                Math.Exp((LengthSpread * z) - (LengthSpread * LengthSpread / 2))));
        }

        return [.. lengths];
    }
}
