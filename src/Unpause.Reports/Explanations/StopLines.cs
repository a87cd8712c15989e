namespace Unpause.Reports.Explanations;

/// <summary>
/// The explanation of one stop as lines: what, why, who triggered it and which requests paid where that is recorded, what to do.
/// </summary>
public static class StopLines
{
    /// <summary>The label of what triggered it.</summary>
    public const string Culprit = "who";

    /// <summary>A label and its text for each line; what to type has lines of its own, without a label.</summary>
    /// <param name="stop">The stop.</param>
    /// <param name="label">The label of the first line.</param>
    public static IEnumerable<(string Label, string Text, bool IsSetting)> Lines(StopExplanationDocument stop, string label)
    {
        yield return (label, stop.What, false);
        yield return ("why", stop.Why, false);
        if (stop.Culprit is { } culprit) yield return (Culprit, culprit.Text, false);
        if (stop.Victims is { } victims) yield return ("cost", victims.Text, false);
        yield return ("do", stop.Action, false);
        foreach (var line in stop.ActionSetting?.Split('\n') ?? []) yield return ("", $"  {line}", true);
    }
}
