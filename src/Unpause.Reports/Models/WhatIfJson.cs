using Unpause.Analysis.WhatIfs;

namespace Unpause.Reports.Models;

/// <summary>What-ifs in the contract of models.</summary>
internal static class WhatIfJson
{
    private const int Digits = 3;

    /// <summary>The what-if of one process.</summary>
    public static WhatIfContract Compose(WhatIfOfProcess whatIf) => new(
        Verdict: PlainText.Clean(WhatIfText.Verdict(whatIf)),
        RefusedReason: whatIf.Refusal,
        SlowThresholdMs: Ms(whatIf.Threshold),
        Requests: whatIf.Count,
        YoungPauses: whatIf.Pauses.Young,
        OtherPauses: whatIf.Pauses.Other,
        MeasuredP99Ms: whatIf.Measured?.P99Nanoseconds is { } p99 ? Ms(p99) : null,
        MeasuredSlow: whatIf.Measured?.Slow,
        Settings: [.. whatIf.Settings.Select(Compose)],
        LowestLoadFactor: whatIf.Cliff is { Refusal: null } low ? RoundedNumber.Round(low.Low, Digits) : null,
        HighestLoadFactor: whatIf.Cliff is { Refusal: null } high ? RoundedNumber.Round(high.High, Digits) : null,
        LoadUnknownReason: whatIf.Cliff is { Refusal: not null } refused ? WhatIfText.Describe(refused) : null,
        BytesPerRequest: RoundedNumber.Round(whatIf.Cliff?.BytesInFlight, 0),
        ConcurrentSlowdownPercent: whatIf.SlowedShare is { } slowed ? RoundedNumber.Round(slowed * 100, Digits) : null,
        Method: whatIf.Refusal is null ? WhatIfText.Method(whatIf) : null);

    /// <summary>Several instances.</summary>
    public static RotationContract Compose(Rotation rotation) => new(
        Instances: rotation.Instances,
        LeastPauseMs: Ms(rotation.LeastPause),
        AsRecorded: Compose(rotation.AsRecorded),
        Staggered: Compose(rotation.Staggered),
        OutOfRotation: Compose(rotation.OutOfRotation),
        Both: Compose(rotation.Both));

    private static WhatIfSettingContract Compose(WhatIfSetting setting) => new(
        Setting: PlainText.Clean(setting.Name),
        Value: setting.Value,
        Current: setting.IsPresent,
        YoungPausesFactor: RoundedNumber.Round(setting.Change?.Young.Middle.Rate, Digits),
        OtherPausesFactor: RoundedNumber.Round(setting.Change?.Old.Middle.Rate, Digits),
        AddedPausesPerS: setting.Change is { } change ? RoundedNumber.Round(change.Added?.PerSecond ?? 0, Digits) : null,
        Latency: setting.Latency is { } latency ? Compose(latency) : null,
        RefusedReason: setting.Refusal);

    private static ReplayedLatencyContract Compose(LatencyRange latency) => new(
        P99Ms: Ms(latency.P99),
        P99LowMs: Ms(latency.P99Low),
        P99HighMs: Ms(latency.P99High),
        Slow: latency.Slow,
        SlowLow: latency.SlowLow,
        SlowHigh: latency.SlowHigh);

    private static double Ms(long nanoseconds) => Math.Round(nanoseconds / 1e6, Digits);
}

/// <summary>The latency of the recorded requests with other settings, and the load that the process holds.</summary>
/// <param name="Verdict">The answer in a sentence.</param>
/// <param name="RefusedReason">Why there is no answer; null where there is one.</param>
/// <param name="SlowThresholdMs">Longer requests are slow.</param>
/// <param name="Requests">Requests that were served again.</param>
/// <param name="YoungPauses">Recorded pauses of young collections.</param>
/// <param name="OtherPauses">All other recorded pauses.</param>
/// <param name="MeasuredP99Ms">The 99th percentile as measured.</param>
/// <param name="MeasuredSlow">Slow requests as measured.</param>
/// <param name="Settings">Latency by setting, the current one first.</param>
/// <param name="LowestLoadFactor">It holds at least so many times the recorded load; null when unknown.</param>
/// <param name="HighestLoadFactor">It holds at most so many times; null when unknown or beyond what was tried.</param>
/// <param name="LoadUnknownReason">Why the load is unknown; null where it is known.</param>
/// <param name="BytesPerRequest">Bytes that a request allocates; null when not recorded.</param>
/// <param name="ConcurrentSlowdownPercent">
/// Part of their speed that requests lose while the collector runs concurrently (75: four times as long); null when unknown or by chance,
/// and in documents of older versions.
/// </param>
/// <param name="Method">How it was computed, and what it assumes; null where there is no answer.</param>
internal sealed record WhatIfContract(
    string Verdict, string? RefusedReason, double SlowThresholdMs, long Requests, long YoungPauses, long OtherPauses,
    double? MeasuredP99Ms, long? MeasuredSlow, IReadOnlyList<WhatIfSettingContract> Settings, double? LowestLoadFactor,
    double? HighestLoadFactor, string? LoadUnknownReason, double? BytesPerRequest, double? ConcurrentSlowdownPercent,
    string? Method);

/// <summary>The latency with one setting.</summary>
/// <param name="Setting">The setting with its value.</param>
/// <param name="Value">The value: bytes, percent (GOGC) or objects (CPython); null for the current one.</param>
/// <param name="Current">Whether it is the current setting.</param>
/// <param name="YoungPausesFactor">So many times as many pauses of young collections.</param>
/// <param name="OtherPausesFactor">So many times as many other pauses.</param>
/// <param name="AddedPausesPerS">Collections per second of a kind that was not recorded.</param>
/// <param name="Latency">The latency; null where refused.</param>
/// <param name="RefusedReason">Why it is unknown; null where it is known.</param>
internal sealed record WhatIfSettingContract(
    string Setting, double? Value, bool Current, double? YoungPausesFactor, double? OtherPausesFactor, double? AddedPausesPerS,
    ReplayedLatencyContract? Latency, string? RefusedReason);

/// <summary>The latency of replayed requests, with its range.</summary>
/// <param name="P99Ms">The 99th percentile by what is most likely.</param>
/// <param name="P99LowMs">Its lower end.</param>
/// <param name="P99HighMs">Its upper end.</param>
/// <param name="Slow">Slow requests by what is most likely.</param>
/// <param name="SlowLow">The fewest.</param>
/// <param name="SlowHigh">The most.</param>
internal sealed record ReplayedLatencyContract(
    double P99Ms, double P99LowMs, double P99HighMs, long Slow, long SlowLow, long SlowHigh);

/// <summary>The latency of all requests of several instances with coordinated collections.</summary>
/// <param name="Instances">Processes whose requests were served again.</param>
/// <param name="LeastPauseMs">Shorter pauses do not take an instance out of rotation.</param>
/// <param name="AsRecorded">With the recorded pauses.</param>
/// <param name="Staggered">No two instances pause together.</param>
/// <param name="OutOfRotation">Requests that arrive during a long pause are sent to an instance without one.</param>
/// <param name="Both">Staggered and out of rotation.</param>
internal sealed record RotationContract(
    int Instances, double LeastPauseMs, ReplayedLatencyContract AsRecorded, ReplayedLatencyContract Staggered,
    ReplayedLatencyContract OutOfRotation, ReplayedLatencyContract Both);
