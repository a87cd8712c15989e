namespace Unpause.Reports.Explanations;

/// <summary>The explanation of one stop as three lines: what, why, what to do.</summary>
public static class StopLines
{
    /// <summary>A label and its text for each line; what to type has lines of its own, without a label.</summary>
    /// <param name="stop">The stop.</param>
    /// <param name="label">The label of the first line.</param>
    public static IEnumerable<(string Label, string Text, bool IsSetting)> Lines(StopExplanationDocument stop, string label)
    {
        yield return (label, stop.What, false);
        yield return ("why", stop.Why, false);
        yield return ("do", stop.Action, false);
        foreach (var line in stop.ActionSetting?.Split('\n') ?? []) yield return ("", $"  {line}", true);
    }
}
