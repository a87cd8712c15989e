using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Tests.Questions.Traces;

/// <summary>
/// An hour or more of traces that two services serve, one by asking the other, and the stops of both. A stop lengthens what it meets, and a
/// stop of the second also lengthens the first, which waits for it.
/// </summary>
internal sealed class TwoServices
{
    public const long Millisecond = 1_000_000, Second = 1_000 * Millisecond, Hour = 3_600 * Second;
    public const long Start = 1_793_577_600 * Second;

    private static readonly ReportPlace OrdersReport = new("orders.json", 0), BillingReport = new("billing.json", 0);

    private readonly Random _random;
    private readonly long _span;

    public TwoServices(int seed, int hours = 1) => (_random, _span) = (new Random(seed), hours * Hour);

    /// <summary>How many traces there are.</summary>
    public int Traces { get; init; } = 20_000;

    /// <summary>Of a trace, how much longer it is than usual, at random.</summary>
    public Func<Random, double> Heaviness { get; init; } = random => 0.5 + random.NextDouble();

    /// <summary>The moments at which the load is higher, as a weight of a time in hours.</summary>
    public Func<double, double> Load { get; init; } = _ => 1;

    /// <summary>Bursts of stops: several within some seconds.</summary>
    public List<(long At, long Length)> Bursts(int bursts)
    {
        var stops = new List<(long, long)>();
        for (var i = 0; i < bursts; i++)
        {
            var at = Moment();
            for (var more = _random.Next(1, 6); more > 0; more--)
            {
                stops.Add((at, _random.NextInt64(20 * Millisecond, 300 * Millisecond)));
                at += _random.NextInt64(Second, 4 * Second);
            }
        }

        return [.. stops.Order()];
    }

    /// <summary>All traces in both services.</summary>
    public List<ServiceTrace> Serve(List<(long At, long Length)> orders, List<(long At, long Length)> billing)
    {
        var traces = new List<ServiceTrace>();
        for (var i = 0; i < Traces; i++)
        {
            var id = new UInt128((ulong)_random.NextInt64(), (ulong)_random.NextInt64(1, long.MaxValue));
            var (at, heavy) = (Moment(), Heaviness(_random));
            var before = (long)(10 * Millisecond * heavy);
            var (theirLength, theirStopped) = Run(billing, at + before, (long)(30 * Millisecond * heavy));
            var (length, stopped) = Run(orders, at, (2 * before) + theirLength);
            traces.Add(new("orders", id, at, length, stopped, OrdersReport));
            traces.Add(new("billing", id, at + before, theirLength, theirStopped, BillingReport));
        }

        return traces;
    }

    /// <summary>The traces of a service with the smallest hashes in each hour, as its reports have them.</summary>
    public static List<ServiceTrace> Sample(List<ServiceTrace> traces, int most) =>
    [
        .. traces.GroupBy(trace => (trace.Service, trace.At / Hour))
            .SelectMany(hour => hour.OrderBy(trace => Unpause.Requests.Attribution.Paths.TraceHash.Of(trace.Trace)).Take(most)),
    ];

    /// <summary>The stops that both have in the same traces, counted by hand.</summary>
    public static (long Traces, long One, long Other, long Together) CountByHand(List<ServiceTrace> traces)
    {
        var billing = traces.Where(trace => trace.Service == "billing").ToDictionary(trace => trace.Trace);
        long common = 0, one = 0, other = 0, together = 0;
        foreach (var trace in traces)
        {
            if (trace.Service != "orders" || !billing.TryGetValue(trace.Trace, out var theirs)) continue;
            var (mine, its) = (trace.Stopped >= Millisecond, theirs.Stopped >= Millisecond);
            common++;
            if (mine) one++;
            if (its) other++;
            if (mine && its) together++;
        }

        return (common, one, other, together);
    }

    /// <summary>The numbers of a document, with the services in this order.</summary>
    public static (long Traces, long Orders, long Billing, long Together) NumbersOf(FleetTraceDocument pair) => pair.One == "orders"
        ? (pair.Traces, pair.OneStopped, pair.OtherStopped, pair.Together)
        : (pair.Traces, pair.OtherStopped, pair.OneStopped, pair.Together);

    private long Moment()
    {
        while (true)
        {
            var at = _random.NextInt64(_span);
            if (_random.NextDouble() <= Load((double)at / Hour)) return Start + at;
        }
    }

    /// <summary>Work of some length, which goes on after each stop that it meets.</summary>
    private static (long Length, long Stopped) Run(List<(long At, long Length)> stops, long at, long work)
    {
        var (end, stopped) = (at + work, 0L);
        // They are in order of time, and none is longer than half a second.
        var first = stops.BinarySearch((at - (Second / 2), 0));
        for (var i = first < 0 ? ~first : first; i < stops.Count && stops[i].At < end; i++)
        {
            var stop = stops[i];
            if (stop.At + stop.Length <= at) continue;
            var inside = stop.At + stop.Length - Math.Max(at, stop.At);
            stopped += inside;
            end += inside;
        }

        return (end - at, stopped);
    }
}
