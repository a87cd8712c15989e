namespace Unpause.Fleet.Stores;

/// <summary>How finely runs are divided into slices, the same in every store that has runs: what is judged must not depend on it.</summary>
/// <param name="Runs">The runs that are selected and count.</param>
internal readonly record struct SliceSteps(FleetSelection Selection, long Runs)
{
    private const int MostSlices = 200_000, MostWithHistograms = 50_000;

    /// <summary>The length of a step. More runs have longer ones, so that there are not more slices than can be judged.</summary>
    public long StepMilliseconds => Math.Max(1, Selection.StepSeconds) * 1000 * Math.Max(1, (long)Math.Ceiling(Runs / (double)MostSlices));

    /// <summary>Whether slices have the lengths of their stops.</summary>
    public bool HaveHistograms => Runs <= MostWithHistograms;
}
