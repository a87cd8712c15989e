using Unpause.Bench.AttributionTruth;

namespace Unpause.AttributionTruth.Tests;

/// <summary>
/// The simulator against closed formulas (Kleinrock, Queueing Systems I and II; Harchol-Balter, Performance Modeling). Seeded, not timed.
/// </summary>
public class QueueTheoryTests
{
    private const int Many = 400_000;

    /// <summary>M/M/1: T = 1 ÷ (μ − λ).</summary>
    [Theory]
    [InlineData(Discipline.FirstComeFirstServed)]
    [InlineData(Discipline.Shared)]
    public void Server_OneWorker_TakesAsLongAsMm1(Discipline discipline) =>
        Sample.AssertMean(1 / (1 - 0.7), Times(Sample.Poisson(discipline, 1, ServiceLaw.Exponential, 0.7, Many, 1)));

    /// <summary>M/M/c: waiting by Erlang's C formula; sharing with a cap has the same births and deaths, and so the same mean.</summary>
    [Theory]
    [InlineData(Discipline.FirstComeFirstServed, 2)]
    [InlineData(Discipline.FirstComeFirstServed, 8)]
    [InlineData(Discipline.Shared, 2)]
    [InlineData(Discipline.Shared, 8)]
    public void Server_SeveralWorkers_TakeAsLongAsErlangC(Discipline discipline, int workers)
    {
        const double utilisation = 0.8;
        var load = workers * utilisation;
        var blocked = ErlangB(workers, load);
        var waits = blocked / (1 - utilisation * (1 - blocked));
        Sample.AssertMean(
            1 + waits / (workers - load), Times(Sample.Poisson(discipline, workers, ServiceLaw.Exponential, load, Many, 2 + workers)));
    }

    /// <summary>M/G/1: W = λ E[S²] ÷ 2(1 − ρ), Pollaczek and Khinchine.</summary>
    [Theory]
    [InlineData(ServiceLaw.Erlang)]
    [InlineData(ServiceLaw.Lognormal)]
    [InlineData(ServiceLaw.TwoKinds)]
    [InlineData(ServiceLaw.TwoSizes)]
    [InlineData(ServiceLaw.BoundedPareto)]
    public void Server_FirstComeFirstServed_WaitsAsPollaczekAndKhinchineSay(ServiceLaw law)
    {
        const double rate = 0.6;
        var waited = Sample.Poisson(Discipline.FirstComeFirstServed, 1, law, rate, 4 * Many, 20 + (int)law)
            .ConvertAll(request => request.Begin - request.Arrival);
        Sample.AssertMean(rate * ServiceLaws.SecondMoment(law) / (2 * (1 - rate)), waited);
    }

    /// <summary>M/G/1 with sharing: work x takes x ÷ (1 − ρ) on average, whatever the law (Kleinrock II, section 4.4).</summary>
    [Theory]
    [InlineData(ServiceLaw.Erlang)]
    [InlineData(ServiceLaw.Exponential)]
    [InlineData(ServiceLaw.Lognormal)]
    [InlineData(ServiceLaw.TwoKinds)]
    [InlineData(ServiceLaw.TwoSizes)]
    [InlineData(ServiceLaw.BoundedPareto)]
    public void Server_Shared_DependsOnlyOnTheMeanWork(ServiceLaw law)
    {
        const double rate = 0.6;
        double[] works = [];
        var served = Sample.Poisson(Discipline.Shared, 1, law, rate, Many, 40 + (int)law, works: drawn => works = drawn);
        Sample.AssertMean(1 / (1 - rate), Times(served));
        Sample.AssertMean(1 / (1 - rate), served.ConvertAll(request => (request.End - request.Arrival) / works[request.Client]));
    }

    /// <summary>G/G/∞: each takes its work.</summary>
    [Fact]
    public void Server_Unlimited_NobodyWaits()
    {
        double[] works = [];
        var served = Sample.Poisson(Discipline.Unlimited, 1, ServiceLaw.Lognormal, 50, 10_000, 3, works: drawn => works = drawn);
        Assert.All(served, request => Assert.Equal(works[request.Client], request.End - request.Arrival, 6));
    }

    /// <summary>Clients of a closed loop: the machine repairmen (M/M/c with a finite source).</summary>
    [Theory]
    [InlineData(Discipline.FirstComeFirstServed)]
    [InlineData(Discipline.Shared)]
    public void Server_ClosedLoop_AsksAsOftenAsTheRepairmen(Discipline discipline)
    {
        const int people = 10, workers = 2, turns = 20_000;
        const double think = 6;
        var dice = new Dice(4);
        List<Client> clients =
        [
            .. Enumerable.Range(0, people).Select(
                _ => new Client(
                    dice.Exponential(think),
                    [.. Enumerable.Range(0, turns).Select(_ => new Work(dice.Exponential(1), 0, dice.Exponential(think)))])),
        ];
        var served = Server.Serve(discipline, workers, clients, Stops.None, until: 50_000);

        // Birth and death: k at the server, (N − k) ÷ Z come, min(k, c) go.
        var weights = new double[people + 1];
        weights[0] = 1;
        for (var k = 1; k <= people; k++) weights[k] = weights[k - 1] * (people - k + 1) / think / Math.Min(k, workers);
        var busy = Enumerable.Range(0, people + 1).Sum(k => weights[k] * Math.Min(k, workers)) / weights.Sum();
        Sample.AssertMean(people / busy - think, Times([.. served.OrderBy(request => request.Arrival)]));
    }

    internal static List<double> Times(List<Served> served) => served.ConvertAll(request => request.End - request.Arrival);

    private static double ErlangB(int workers, double load)
    {
        var blocked = 1.0;
        for (var k = 1; k <= workers; k++) blocked = load * blocked / (k + load * blocked);
        return blocked;
    }
}
