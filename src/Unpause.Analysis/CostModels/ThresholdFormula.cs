namespace Unpause.Analysis.CostModels;

/// <summary>
/// CPython's thresholds: generation 0 is collected when so many more objects were allocated than freed, the older ones after so many
/// collections of the younger. A collection traverses all objects of its generation, so a young one takes in proportion to the threshold.
/// A full collection also waits until a quarter of the old objects is new (Modules/gcmodule.c, <c>gc_collect_generations</c>, 3.8 to 3.13).
/// </summary>
public static class ThresholdFormula
{
    // Where the count triggers full collections, they come after at most so many times as many middle ones as it demands.
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
        return new(young, Full(recording, now[2], longer), null);
    }

    /// <summary>
    /// Full collections. One comes when both conditions hold: enough middle collections, and a quarter of the old objects new. So many
    /// times as far apart as the count alone demands are they now (more than once where the quarter decides); with another threshold the
    /// count demands another distance, and the longer of both decides. Longer distances let more garbage grow old, so they take up to as
    /// many times as long.
    /// </summary>
    /// <param name="longer">The new threshold as a multiple of the present one.</param>
    private static KindChange Full(Recording recording, double third, double longer)
    {
        var (middle, full) = Count(recording);
        var byQuarter = full == 0 ? 1 : middle / (full * (third + 1));
        if (byQuarter < ByCount && longer < 1) return new(new(1, 1), new(Math.Sqrt(1 / longer), 1), new(1 / longer, 1));
        if (byQuarter < ByCount) return Apart(longer, longer, longer);
        var noise = full == 0 ? 0 : 1 / Math.Sqrt(full);
        return Apart(longer / (byQuarter / (1 + noise)), longer / byQuarter, longer / (byQuarter * (1 + noise)));
    }

    private static KindChange Apart(double most, double middle, double least) => new(
        new(1 / Math.Max(1, most), 1), new(1 / Math.Max(1, middle), Math.Sqrt(Math.Max(1, middle))),
        new(1 / Math.Max(1, least), Math.Max(1, most)));

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

    private static (int Middle, int Full) Count(Recording recording)
    {
        var (middle, full) = (0, 0);
        foreach (var collection in recording.Collections)
        {
            middle += collection.Generation == Recordings.Words.Generations.Gen1 ? 1 : 0;
            full += collection.Generation == Recordings.Words.Generations.Gen2 ? 1 : 0;
        }

        return (middle, full);
    }
}
