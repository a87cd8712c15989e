namespace Unpause.Analysis.Tuning;

/// <summary>What the trials of one setting say.</summary>
/// <param name="Setting">Index of the setting; 0 is the default.</param>
/// <param name="Trials">How many there were.</param>
/// <param name="Failures">How many of them failed.</param>
/// <param name="Objective">The mean of the objective with its 95 % interval; null when fewer than two trials have it.</param>
/// <param name="Mean">The mean alone; null when no trial has it.</param>
/// <param name="AgainstDefault">
/// By how much its objective is more than the default's of the same rounds, wide enough to hold for all settings together in 95 of 100
/// cases; null for the default itself and where there are no two such rounds.
/// </param>
/// <param name="Broken">Constraints that a trial of it broke, as the user wrote them.</param>
public sealed record SettingJudgement(
    int Setting,
    int Trials,
    int Failures,
    double? Mean,
    MeanInterval? Objective,
    SettingDifference? AgainstDefault,
    IReadOnlyList<string> Broken)
{
    /// <summary>Whether it may be chosen: each trial ran and kept all constraints.</summary>
    public bool MayBeChosen => Failures == 0 && Broken.Count == 0 && Mean is not null;
}
