namespace Unpause.Analysis.Tuning;

/// <summary>The trials of all settings, and what can be asked of them.</summary>
/// <param name="trials">All that are finished.</param>
/// <param name="higherIsBetter">Whether more of the objective is better.</param>
internal sealed class TrialTable(IReadOnlyList<Trial> trials, bool higherIsBetter)
{
    private readonly ILookup<int, Trial> _bySetting = trials.ToLookup(trial => trial.Setting);

    /// <summary>A setting's trials.</summary>
    public IReadOnlyList<Trial> Of(int setting) => [.. _bySetting[setting]];

    /// <summary>The objective of a setting's trials.</summary>
    public IReadOnlyList<double> ValuesOf(int setting) => [.. _bySetting[setting].Select(trial => trial.Value).OfType<double>()];

    /// <summary>The mean of a setting as a cost: less is better. Null without a trial that has it.</summary>
    public double? CostOf(int setting) => ValuesOf(setting) is { Count: > 0 } values ? values.Average() * (higherIsBetter ? -1 : 1) : null;

    /// <summary>By how much one setting's objective is more than another's; null with fewer than two rounds that have both.</summary>
    /// <param name="one">The one.</param>
    /// <param name="other">The other.</param>
    /// <param name="error">The probability that the true difference is outside.</param>
    public SettingDifference? Difference(int one, int other, double error) => SettingDifference.Of(Pairs(one, other), error, one);

    /// <summary>Whether a setting is better than another beyond noise.</summary>
    public bool Beats(int one, int other, double error) =>
        Difference(one, other, error) is { } difference && (higherIsBetter ? difference.Low > 0 : difference.High < 0);

    /// <summary>The values of the rounds that have both settings.</summary>
    public IReadOnlyList<(double One, double Other)> Pairs(int one, int other)
    {
        var others = _bySetting[other].Where(trial => trial.Value is not null)
            .ToDictionary(trial => trial.Round, trial => trial.Value!.Value);
        return [.. _bySetting[one].Where(trial => trial.Value is not null && others.ContainsKey(trial.Round))
            .Select(trial => (trial.Value!.Value, others[trial.Round]))];
    }
}
