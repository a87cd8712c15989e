using Unpause.Analysis.CostModels;
using Unpause.Analysis.WhatIfs;
using Unpause.Requests.Attribution;

namespace Unpause.Reports.Models;

/// <summary>What the p99 of a process's requests would be with other settings, and at which load it falls over.</summary>
internal sealed record WhatIfOfProcess
{
    private static readonly double[] Around = [0.5, 0.75, 1.5, 2, 4], ThresholdsAround = [0.5, 2, 10];

    /// <summary>Why nothing can be said; null where it can.</summary>
    public string? Refusal { get; init; }

    /// <summary>Longer requests are slow, in nanoseconds.</summary>
    public required long Threshold { get; init; }

    /// <summary>Requests that are served again.</summary>
    public int Count { get; init; }

    /// <summary>Recorded pauses of young collections, and all others.</summary>
    public (int Young, int Other) Pauses { get; init; }

    /// <summary>Part of their speed that requests lose while the collector works beside the program; null where unknown.</summary>
    public double? SlowedShare { get; init; }

    /// <summary>As measured; null where refused.</summary>
    public LatencyDistribution? Measured { get; init; }

    /// <summary>The settings, the present one first.</summary>
    public IReadOnlyList<WhatIfSetting> Settings { get; init; } = [];

    /// <summary>The distance to the cliff; null where refused.</summary>
    public Cliff? Cliff { get; init; }

    /// <summary>Computes it.</summary>
    /// <param name="replay">Null where the requests were not placed among the pauses.</param>
    /// <param name="model">The cost model; null where there is none.</param>
    /// <param name="noModel">Why there is none.</param>
    public static WhatIfOfProcess Compute(
        WhatIf? replay, CostModel? model, string? noModel, WhatIfQuestion asked, long threshold)
    {
        if (replay is null) return new() { Threshold = threshold, Refusal = WhatIfText.NotPlaced };
        if (replay.Refusal is { } why) return new() { Threshold = threshold, Refusal = WhatIfText.Describe(why) };
        var (measured, present) = (replay.Measured, replay.Replay(PauseChange.None));
        if (measured.P99Nanoseconds < present.P99Low || measured.P99Nanoseconds > present.P99High)
        {
            return new() { Threshold = threshold, Refusal = WhatIfText.NotReproduced(measured.P99Nanoseconds.Value, present) };
        }

        return new()
        {
            Threshold = threshold,
            Count = replay.Count,
            Pauses = (replay.Pauses.Young, replay.Pauses.Old),
            SlowedShare = replay.SlowedShare,
            Measured = measured,
            Settings =
            [
                new(Present(replay, model), null, true, PauseChange.None, present, null),
                .. Asked(replay, model, noModel, asked).Select(setting =>
                    setting.Change is { } change ? setting with { Latency = replay.Replay(change) } : setting),
            ],
            Cliff = replay.FindCliff(model),
        };
    }

    private static string Present(WhatIf replay, CostModel? model) =>
        model is not null ? SettingName(model, model.Formula.NowBytes)
        : replay.FirstThreshold is { } threshold ? ThresholdName(threshold)
        : WhatIfText.AsRecorded;

    private static IEnumerable<WhatIfSetting> Asked(WhatIf replay, CostModel? model, string? noModel, WhatIfQuestion asked)
    {
        var limits = asked.IsEmpty && model is not null ? [.. Around.Select(times => times * model.Formula.NowBytes)] : asked.Limits;
        foreach (var limit in limits)
        {
            if (asked.IsEmpty && !model!.Formula.IsBound && limit > model.Formula.NowBytes) continue;
            yield return Of(model is null ? Quantities.Bytes(limit) : SettingName(model, limit), limit, model?.Change(new(limit)));
        }

        foreach (var gogc in asked.Gogc)
        {
            yield return model?.Formula is GoFormula go
                ? Of(SettingName(model, go.GoalOf(gogc)), gogc, model.Change(new(go.GoalOf(gogc))))
                : new(WhatIfText.Gogc(gogc), gogc, false, null, null, noModel ?? WhatIfText.OtherRuntime);
        }

        foreach (var young in asked.Young)
        {
            var name = WhatIfText.Young(young);
            yield return model?.Formula.Kind is FormulaKind.G1 or FormulaKind.Generations
                ? Of(name, young, model.Change(new(model.Formula.NowBytes, young)))
                : new(name, young, false, null, null, noModel ?? WhatIfText.OtherRuntime);
        }

        var now = replay.FirstThreshold;
        var thresholds = asked.IsEmpty && now is { } first ? [.. ThresholdsAround.Select(times => times * first)] : asked.Thresholds;
        foreach (var threshold in thresholds)
        {
            var change = replay.ChangeOfThreshold(threshold);
            yield return new(
                ThresholdName(threshold), threshold, false, change, null, change is null ? WhatIfText.ThresholdUnknown : null);
        }

        WhatIfSetting Of(string name, double value, PauseChange? change) => new(
            name, value, false, change, null, change is not null ? null : noModel ?? WhatIfText.TooSmall);
    }

    private static string SettingName(CostModel model, double bytes) => model.Formula is GoFormula go
        ? $"{WhatIfText.Gogc(Math.Round(go.GrowthPercent(bytes)))} (goal {Quantities.Bytes(bytes)})"
        : $"{model.Formula.Setting} {Quantities.Bytes(bytes)}";

    private static string ThresholdName(double threshold) =>
        string.Create(CultureInfo.InvariantCulture, $"gc.set_threshold({threshold:0})");
}

/// <summary>Latency with one setting.</summary>
/// <param name="Name">The setting with its value.</param>
/// <param name="Value">The value; null for the present one.</param>
/// <param name="IsPresent">Whether it is the present one.</param>
/// <param name="Change">How the pauses change; null where unknown.</param>
/// <param name="Latency">Latency with it; null where refused.</param>
/// <param name="Refusal">Why it is unknown; null where it is known.</param>
internal sealed record WhatIfSetting(
    string Name, double? Value, bool IsPresent, PauseChange? Change, LatencyRange? Latency, string? Refusal);
