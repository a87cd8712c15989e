namespace Unpause.Analysis.CostModels;

/// <summary>
/// CPython's thresholds: generation 0 is collected when so many more objects were allocated than freed, the older ones after so many
/// collections of the younger. A collection traverses all objects of its generation, so a young one takes in proportion to the threshold.
/// A full collection also waits until a quarter of the old objects is new (Modules/gcmodule.c, <c>gc_collect_generations</c>, 3.8 to 3.13).
/// </summary>
public static class ThresholdFormula
{
    // Full collections that the count triggers come after so many times the third threshold of middle ones at most.
    private const double ByCount = 1.5;

    private const int Generations = 3;

    /// <summary>The first threshold in force; null where it is not recorded.</summary>
    public static double? Now(Recording recording) => Thresholds(recording)?[0];

    /// <summary>How the pauses change with another first threshold; null where the recorded one is not known.</summary>
    public static PauseChange? Change(Recording recording, double threshold)
    {
        if (Thresholds(recording) is not { } now || threshold <= 0) return null;
        var (rate, longer) = (now[0] / threshold, threshold / now[0]);
        var young = longer >= 1
            ? new KindChange(new(rate, 1), new(rate, longer), new(rate, longer))
            : new KindChange(new(rate, longer), new(rate, longer), new(rate, 1));
        var old = IsByCount(recording, now[2])
            ? KindChange.Rarer(rate)
            : new KindChange(new(Math.Min(1, rate), 1), new(Math.Sqrt(rate), 1), new(Math.Max(1, rate), 1));
        return new(young, old, null);
    }

    private static double[]? Thresholds(Recording recording)
    {
        var settings = recording.Source.Settings;
        if (!settings.TryGetValue(PythonSettings.ThresholdsAtEnd, out var text)
            && !settings.TryGetValue(PythonSettings.Thresholds, out text)) return null;
        var parts = text.Split(',');
        var numbers = new double[Generations];
        if (parts.Length < Generations) return null;
        for (var i = 0; i < Generations; i++)
        {
            if (!double.TryParse(parts[i].Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out numbers[i])) return null;
        }

        return numbers[0] > 0 ? numbers : null;
    }

    private static bool IsByCount(Recording recording, double third)
    {
        var (middle, full) = (0, 0);
        foreach (var collection in recording.Collections)
        {
            middle += collection.Generation == Recordings.Words.Generations.Gen1 ? 1 : 0;
            full += collection.Generation == Recordings.Words.Generations.Gen2 ? 1 : 0;
        }

        return full > 0 && middle <= full * (third + 1) * ByCount;
    }
}
