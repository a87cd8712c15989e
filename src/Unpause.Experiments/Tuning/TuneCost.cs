using Unpause.Analysis.Comparison;
using Unpause.Reports.Tuning;
using Unpause.Requests.Latencies;

namespace Unpause.Experiments.Tuning;

/// <summary>What the collector costs at least with each setting, from the trials: in wall time, in CPU time, in money.</summary>
/// <param name="Wall">In wall time.</param>
/// <param name="Cpu">In CPU time.</param>
public sealed record TuneCost(TuneOverhead Wall, TuneOverhead Cpu)
{
    /// <summary>Compares the costs of all settings.</summary>
    /// <param name="result">The trials; failed ones do not count.</param>
    public static TuneCost Compute(TuneResult result)
    {
        var perRequest = result.Plan.Load is not null;
        return new TuneCost(
            Bound(result, perRequest, TrialMetric.Elapsed, TrialMetric.GcStopped, WallRefusal(result)),
            Bound(result, perRequest, TrialMetric.Cpu, TrialMetric.GcCpu, null));
    }

    /// <summary>Under an open-loop load the load decides how long a trial takes.</summary>
    private static CostRefusal? WallRefusal(TuneResult result)
    {
        if (result.Plan.Load is not { } load) return null;
        var isClosed = load.Url is null && result.Lines.All(
            line => line.Failure is not null || (line.LoadFormat is { } format && LatencyFormats.IsClosedLoop(format)));
        return isClosed ? null : CostRefusal.OpenLoop;
    }

    private static TuneOverhead Bound(TuneResult result, bool perRequest, string total, string collector, CostRefusal? refusal)
    {
        if (refusal is not null) return new TuneOverhead(refusal, perRequest, null);
        var valid = result.Lines.Where(line => line.Failure is null).ToList();
        if (!valid.Exists(line => line.Metrics.ContainsKey(total))) return Refused(CostRefusal.NoTotal);
        var isWorkKnown = !perRequest || valid.Exists(line => line.Metrics.GetValueOrDefault(TrialMetric.Requests) > 0);
        if (!isWorkKnown) return Refused(CostRefusal.NoWork);
        if (!valid.Exists(line => line.Metrics.ContainsKey(collector))) return Refused(CostRefusal.NoCollector);
        var settings = result.Plan.Settings.Select(setting => (IReadOnlyList<TrialCost?>)
            [.. Enumerable.Range(0, result.Plan.Rounds).Select(round =>
                valid.Find(line => line.Setting == setting.Name && line.Round == round) is { } line ? Cost(line) : null)]);
        return LowerBoundOverhead.Compute([.. settings]) is { } bound
            ? new TuneOverhead(null, perRequest, bound)
            : Refused(CostRefusal.NothingLeft);

        TuneOverhead Refused(CostRefusal why) => new(why, perRequest, null);

        TrialCost? Cost(TrialLine line)
        {
            if (!line.Metrics.TryGetValue(total, out var all) || !line.Metrics.TryGetValue(collector, out var part)) return null;
            var work = perRequest ? line.Metrics.GetValueOrDefault(TrialMetric.Requests) : 1;
            return work > 0 ? new TrialCost(all / work, part / work) : null;
        }
    }
}

/// <summary>What the collector costs at least in one kind of time.</summary>
/// <param name="Refusal">Why it is unknown; null where it is known.</param>
/// <param name="PerRequest">Whether costs are divided by requests, because trials take a fixed time and not a fixed amount of work.</param>
/// <param name="Bound">The costs in nanoseconds by index of the setting; null where refused.</param>
public sealed record TuneOverhead(CostRefusal? Refusal, bool PerRequest, LowerBoundOverhead? Bound);

/// <summary>What processors and memory cost.</summary>
/// <param name="CoreHour">One processor for an hour of CPU time, in any currency.</param>
/// <param name="GibHour">One GiB of peak memory for an hour; null to leave memory out.</param>
public sealed record TunePrice(double CoreHour, double? GibHour)
{
    private const double NanosecondsPerHour = 3.6e12, Gib = 1L << 30, ManyRequests = 1_000_000;

    /// <summary>The price of a setting: the mean over its trials, of a run or of a million requests.</summary>
    /// <param name="setting">Index of the setting.</param>
    /// <returns>Null where a trial lacks the CPU time, the number of requests or, with its price, the memory.</returns>
    public SettingPrice? Compute(TuneResult result, TuneCost cost, int setting)
    {
        var lines = result.Lines.Where(line => line.Failure is null && line.Setting == result.Plan.Settings[setting].Name).ToList();
        var (cpu, memory) = (0.0, 0.0);
        foreach (var line in lines)
        {
            var work = result.Plan.Load is null ? 1 : line.Metrics.GetValueOrDefault(TrialMetric.Requests) / ManyRequests;
            if (!(work > 0) || !line.Metrics.TryGetValue(TrialMetric.Cpu, out var nanoseconds)) return null;
            cpu += nanoseconds / NanosecondsPerHour * CoreHour / work / lines.Count;
            if (GibHour is not { } price) continue;
            if (!line.Metrics.TryGetValue(TrialMetric.MaxRss, out var bytes)) return null;
            if (!line.Metrics.TryGetValue(TrialMetric.Elapsed, out var time)) return null;

            memory += bytes / Gib * (time / NanosecondsPerHour) * price / work / lines.Count;
        }

        if (lines.Count == 0) return null;
        return new SettingPrice(cpu, GibHour is null ? null : memory, cost.Cpu.Bound?.Settings[setting]?.ShareOfOwn * cpu);
    }
}

/// <summary>What a run costs, or a million requests, in the currency of the prices.</summary>
/// <param name="Cpu">CPU time.</param>
/// <param name="Memory">Peak memory; null without its price.</param>
/// <param name="CollectorAtLeast">The part of <paramref name="Cpu"/> that the collector costs at least; null where that is unknown.</param>
public sealed record SettingPrice(double Cpu, double? Memory, double? CollectorAtLeast)
{
    /// <summary>All of it.</summary>
    public double Total => Cpu + (Memory ?? 0);
}
