using Unpause.Fleet.Questions.Memory;
using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;
using Unpause.Requests.Statistics;

namespace Unpause.Fleet.Questions;

/// <summary>
/// Memory moved between the services of one host at the same total by the square-root rule, which makes the time in GC of all together the
/// least: M = L + c √(L g ÷ s), with the live set L, the allocation rate g and the collector's speed s (M. Kirisame, P. Shenoy,
/// P. Panchekha, Optimal heap limits for reducing browser memory use, OOPSLA 2022).
/// </summary>
/// <remarks>
/// The speed is not measured but follows from the time in GC γ at the present limit, because the rule's model is γ = g L ÷ (s (M − L)).
/// Several
/// processes of a service on a host count as one, their median: a service restarts, and its processes are not there at the same time. The
/// interval is of live sets and speeds drawn anew.
/// </remarks>
internal static class MemoryQuestion
{
    private const int Draws = 400;
    private const int Seed = 1;
    private const double MostBytes = 1e15;

    // Where a live set has no deviation of its own; and what the model itself is wrong by, as a logarithm of the speed.
    private const double UnknownDeviation = 0.1, SpeedError = 0.2;

    // Where the time in GC is unknown: a factor of two.
    private const double UnknownSpeedError = 0.7;

    // A limit within so much of the present one, or a host that saves less, is left as it is.
    private const double KeepShare = 0.05, LeastSavedPercent = 1;
    private const int MostDocuments = 1_000, MostOfHost = 200;

    // What is live cannot take all of a limit: the model's cost has no bound there.
    private const double LeastRoom = 0.01;

    /// <summary>The services of each host that has at least two with known memory, in order of host and service.</summary>
    public static IReadOnlyList<FleetMemoryDocument> Ask(IReadOnlyList<ProcessState> processes)
    {
        var documents = new List<FleetMemoryDocument>();
        foreach (var host in processes.Where(process => process.Host.Length > 0 && IsKnown(process))
            .GroupBy(process => process.Host, StringComparer.Ordinal).OrderBy(host => host.Key, StringComparer.Ordinal))
        {
            List<MemoryUse> uses = [.. host.GroupBy(process => process.Service, StringComparer.Ordinal)
                .OrderBy(service => service.Key, StringComparer.Ordinal).Take(MostOfHost)
                    .Select(service => Use(service.Key, [.. service]))];
            if (uses.Count >= 2) documents.AddRange(Divide(host.Key, uses));
            if (documents.Count >= MostDocuments) break;
        }

        return documents;
    }

    private static bool IsKnown(ProcessState process) =>
        process is { HeapLimit: > 0 and <= MostBytes, LiveSet: >= 1, AllocationRate: > 0 and <= MostBytes }
        && process.LiveSet < process.HeapLimit * (1 - LeastRoom);

    private static MemoryUse Use(string service, List<ProcessState> processes)
    {
        // Of the processes the one in the middle by live set, so that its numbers belong together.
        processes.Sort((one, other) =>
            one.LiveSet!.Value.CompareTo(other.LiveSet!.Value) is not 0 and var order ? order
                : string.CompareOrdinal(one.Process, other.Process));
        var usual = processes[processes.Count / 2];
        var (live, limit, rate) = (usual.LiveSet!.Value, usual.HeapLimit!.Value, usual.AllocationRate!.Value);
        var inGc = Share(usual.StoppedShare) + Share(usual.CollectorCpuShare ?? 0);
        var deviation = usual.LiveSetDeviation is >= 0 and <= MostBytes and var known ? known : live * UnknownDeviation;
        return new(service, live, limit, rate, deviation, inGc > 0 ? rate * live / (inGc * (limit - live)) : null, usual.Report);
    }

    private static double Share(double share) => double.IsFinite(share) ? Math.Max(0, share) : 0;

    private static IEnumerable<FleetMemoryDocument> Divide(string host, List<MemoryUse> uses)
    {
        var known = uses.Select(use => use.Speed).OfType<double>().ToList();
        var usual = known.Count == 0 ? 1 : Median.Compute(known);
        double[] lives = [.. uses.Select(use => use.Live)];
        double[] speeds = [.. uses.Select(use => use.Speed ?? usual)];
        var limits = Rule(uses, lives, speeds);
        var saved = Change(uses, lives, speeds, limits);
        var drawnLimits = uses.ConvertAll(_ => new List<double>(Draws));
        var drawnChanges = new List<double>(Draws);
        var random = new Random(Seed);
        for (var draw = 0; draw < Draws; draw++)
        {
            for (var i = 0; i < uses.Count; i++)
            {
                var most = uses[i].Limit * (1 - LeastRoom);
                lives[i] = Math.Clamp(uses[i].Live + (uses[i].Deviation * Normal(random)), Math.Min(1, most), most);
                speeds[i] = (uses[i].Speed ?? usual) * Math.Exp((uses[i].Speed is null ? UnknownSpeedError : SpeedError) * Normal(random));
            }

            var drawn = Rule(uses, lives, speeds);
            for (var i = 0; i < uses.Count; i++) drawnLimits[i].Add(drawn[i]);
            drawnChanges.Add(Change(uses, lives, speeds, limits));
        }

        var change = Interval(saved, drawnChanges, 2);
        var saves = change is { High: < 0, Value: <= -LeastSavedPercent };
        for (var i = 0; i < uses.Count; i++)
        {
            if (Interval(limits[i], drawnLimits[i], 0) is not { } rule) continue;
            yield return new()
            {
                Host = host,
                Service = uses[i].Service.Length == 0 ? null : uses[i].Service,
                LiveSetBytes = (long)uses[i].Live,
                AllocationRateBytesPerS = Math.Round(uses[i].Rate, 1),
                HeapLimitBytes = (long)uses[i].Limit,
                RuleLimitBytes = rule,
                HostGcChangePercent = change,
                Action = saves && rule.Low > uses[i].Limit * (1 + KeepShare) ? FleetMemoryDocument.More
                    : saves && rule.High < uses[i].Limit * (1 - KeepShare) ? FleetMemoryDocument.Less
                    : FleetMemoryDocument.Keep,
                Report = ReportLinks.From(uses[i].Report),
            };
        }
    }

    /// <summary>The limits that the rule gives at the same total.</summary>
    private static double[] Rule(List<MemoryUse> uses, double[] lives, double[] speeds)
    {
        var (room, roots) = (0.0, 0.0);
        for (var i = 0; i < uses.Count; i++)
        {
            room += uses[i].Limit - lives[i];
            roots += Root(i);
        }

        var limits = new double[uses.Count];
        for (var i = 0; i < limits.Length; i++) limits[i] = lives[i] + (room * Root(i) / roots);
        return limits;

        double Root(int i) => Math.Sqrt(lives[i] * uses[i].Rate / speeds[i]);
    }

    /// <summary>The change of the time in GC of all services together, in percent, with other limits.</summary>
    private static double Change(List<MemoryUse> uses, double[] lives, double[] speeds, double[] limits)
    {
        var (before, after) = (0.0, 0.0);
        for (var i = 0; i < uses.Count; i++)
        {
            var work = uses[i].Rate * lives[i] / speeds[i];
            before += work / (uses[i].Limit - lives[i]);
            after += work / Math.Max(limits[i] - lives[i], limits[i] * LeastRoom);
        }

        return 100 * ((after / before) - 1);
    }

    /// <summary>The middle 95 % of what was drawn, and the estimate within it; null where a number has no bound.</summary>
    private static FleetIntervalDocument? Interval(double value, List<double> drawn, int decimals) =>
        double.IsFinite(value) && drawn.TrueForAll(double.IsFinite) && BlockBootstrap.Interval(drawn) is var (low, high)
            ? new()
            {
                Value = Math.Round(value, decimals), Low = Math.Round(Math.Min(low, value), decimals),
                High = Math.Round(Math.Max(high, value), decimals),
            }
            : null;

    /// <summary>A normal value (G. E. P. Box, M. E. Muller, 1958).</summary>
    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
