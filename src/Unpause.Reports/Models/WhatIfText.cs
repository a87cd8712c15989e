using Unpause.Analysis.WhatIfs;
using Unpause.Requests.Attribution.Scenarios;

namespace Unpause.Reports.Models;

/// <summary>The words about what-ifs.</summary>
internal static class WhatIfText
{
    public const string AsRecorded = "as recorded";

    public const string NotPlaced =
        "the requests could not be matched with the pauses of this recording: unpause report RECORDING --requests FILE --slow 50ms "
        + "prints the reason";

    public const string TooSmall = "too small: the live set leaves too little room to allocate in";

    public const string OtherRuntime = "this runtime does not have the setting";

    public const string ThresholdUnknown = "the recording does not contain CPython's present thresholds";

    /// <summary>Why requests cannot be served again, as a clause.</summary>
    public static string Describe(ReplayRefusal refusal) => refusal switch
    {
        ReplayRefusal.SomeMissing => "not all requests are in the input, so the queue cannot be replayed",
        ReplayRefusal.HiddenBacklog => "requests wait behind others that are not in the input: give the requests of all clients",
        ReplayRefusal.AcceptQueueUnseen =>
            "the server's times start after the pause, so the arrivals during pauses are unknown: "
            + "give the times of a client or a proxy",
        ReplayRefusal.ClosedLoop =>
            "the load is closed-loop: the client waits for answers, so with other pauses it would send at other times. Use a constant "
            + "arrival rate",
        _ => "no queue model explains the latencies",
    };

    /// <summary>The replay contradicts the measurement.</summary>
    public static string NotReproduced(long measured, LatencyRange present) =>
        $"with the recorded pauses the replay gives a p99 of {Range(present.P99Low, present.P99High)}, but {Quantities.Duration(measured)} "
        + "was measured";

    /// <summary>GOGC with a value.</summary>
    public static string Gogc(double percent) => string.Create(CultureInfo.InvariantCulture, $"GOGC={percent:0.#}");

    /// <summary>The young generation's size.</summary>
    public static string Young(double bytes) => $"-Xmn {Quantities.Bytes(bytes)}";

    /// <summary>The answer in a sentence or two.</summary>
    public static string Verdict(WhatIfOfProcess whatIf)
    {
        if (whatIf is not { Measured: { } measured, Cliff: { } cliff }) return $"What if: no answer, because {whatIf.Refusal}.";
        return $"What if: p99 is {Quantities.Duration(measured.P99Nanoseconds ?? 0)} as measured "
            + $"({Quantities.Count(whatIf.Count)} requests, {Quantities.Count(measured.Slow)} over "
            + $"{Quantities.Duration(whatIf.Threshold)}). {Describe(cliff)}";
    }

    /// <summary>The distance to the cliff in a sentence.</summary>
    public static string Describe(Cliff cliff) => cliff.Refusal switch
    {
        CliffRefusal.NoWorkers =>
            "The load that it holds is unknown: requests never waited for each other, so the number of workers is not known.",
        CliffRefusal.NeverBusy => "The load that it holds is unknown: no two requests were in flight together.",
        CliffRefusal.OverAlready =>
            $"It does not hold the recorded load: p99 is over {Cliff.MostTimesThreshold} times the threshold.",
        _ when cliff.Low >= Cliff.Furthest => $"It holds at least {Cliff.Furthest:0} times the recorded load.",
        _ when cliff.High is null => $"It holds at least {Times(cliff.Low)} times the recorded load.",
        _ when Times(cliff.Low) == Times(cliff.High.Value) => $"It holds up to {Times(cliff.Low)} times the recorded load.",
        _ => $"It holds up to {Times(cliff.Low)} to {Times(cliff.High.Value)} times the recorded load.",
    };

    /// <summary>A row for each setting.</summary>
    public static TextTable Table(WhatIfOfProcess whatIf) => new(
        ["setting", "p99", "range", "slow", "young", "other pauses"], [.. whatIf.Settings.Select(Row)]);

    /// <summary>Settings without an answer.</summary>
    public static IEnumerable<string> Refused(WhatIfOfProcess whatIf) =>
        whatIf.Settings.Where(setting => setting.Refusal is not null).Select(setting => $"{setting.Name}: {setting.Refusal}.");

    /// <summary>How it was computed, and what it assumes.</summary>
    public static string Method(WhatIfOfProcess whatIf) =>
        $"The recording has {Quantities.Count(whatIf.Pauses.Young)} pauses of young collections and "
        + $"{Quantities.Count(whatIf.Pauses.Other)} others. The recorded arrivals are served again with the pauses that "
        + "the formula predicts, by every queue model that fits. "
        + (whatIf.SlowedShare is { } slowed
            ? $"While the collector runs concurrently, requests are measured to take {Times(1 / (1 - slowed))} times as long; the replay "
                + "slows them as much. "
            : "")
        + "Ranges include what the formula leaves open, other places of the pauses, and the noise of another run. "
        + (whatIf.Cliff?.BytesInFlight is { } bytes
            ? $"For a higher load, a request in flight keeps {Cliff.LeastKept * 100:0} % to all of the {Quantities.Bytes(bytes)} that it "
                + "allocates."
            : "A higher load is taken to need more collections, but no larger live set.");

    /// <summary>Several instances with coordinated collections, in a line each.</summary>
    public static IEnumerable<string> Lines(Rotation rotation)
    {
        yield return $"{rotation.Instances} instances together, as recorded: {P99(rotation.AsRecorded)}.";
        yield return $"Staggered, so that no two pause together: {P99(rotation.Staggered)}.";
        yield return $"Out of rotation during pauses over {Quantities.Duration(rotation.LeastPause)}: {P99(rotation.OutOfRotation)}.";
        yield return $"Both: {P99(rotation.Both)}.";
    }

    private static string P99(LatencyRange latency) => $"p99 {Range(latency.P99Low, latency.P99High)}";

    private static string[] Row(WhatIfSetting setting) =>
    [
        setting.Name + (setting.IsPresent ? " ← now" : ""),
        setting.Latency is { } known ? Quantities.Duration(known.P99) : Cell.Unknown,
        setting.Latency is { } range ? Range(range.P99Low, range.P99High) : "",
        setting.Latency is { } slow ? Counts(slow) : Cell.Unknown,
        setting.Change is { } young ? $"× {Times(young.Young.Middle.Rate)}" : Cell.Unknown,
        setting.Change is { } old
            ? $"× {Times(old.Old.Middle.Rate)}" + (old.Added is { PerSecond: > 0 } added ? $" + {Times(added.PerSecond)}/s" : "")
            : Cell.Unknown,
    ];

    private static string Counts(LatencyRange slow) => slow.SlowLow == slow.SlowHigh
        ? Quantities.Count(slow.Slow)
        : $"{Quantities.Count(slow.SlowLow)} to {Quantities.Count(slow.SlowHigh)}";

    private static string Range(long low, long high)
    {
        var (from, to) = (Quantities.Duration(low), Quantities.Duration(high));
        return from == to ? from : $"{from} to {to}";
    }

    private static string Times(double factor) =>
        factor.ToString(factor >= 10 ? "0" : factor >= 1 ? "0.0" : "0.00", CultureInfo.InvariantCulture);
}
