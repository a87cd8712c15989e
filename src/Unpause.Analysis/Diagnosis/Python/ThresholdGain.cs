namespace Unpause.Diagnosis.Python;

/// <summary>What higher thresholds should spare a recorded program.</summary>
/// <param name="Least">The least that is to be expected, nanoseconds.</param>
/// <param name="Most">The most.</param>
/// <param name="Count">How many full collections there would still be.</param>
/// <param name="Longest">How long the longest of them would take, nanoseconds; 0 where there would be none.</param>
internal sealed record ThresholdGain(double Least, double Most, int Count, double Longest)
{
    /// <summary>How much, as sentences have it: <c>between 1 and 2 s</c>.</summary>
    public string Spared => Least > 0
        ? $"between {Quantities.Duration(Least)} and {Quantities.Duration(Most)}"
        : $"up to {Quantities.Duration(Most)}";

    /// <summary>Why no more, a clause without a stop.</summary>
    public string Rest(FutileWork work)
    {
        var full = work.Of(2);
        var left = Count == 0
            ? "none remains"
            : $"at most {Count} remain{(Count == 1 ? "s" : "")}, the longest of about {Quantities.Duration(Longest)}";
        return $"of {Quantities.Count(full.Count)} full collections ({Quantities.Duration(full.PauseTotalNanoseconds)}) {left}; young "
            + "ones look at each new object once whatever the threshold, and may take up to "
            + $"{FutileWork.ColdYoung.Value:0.#} times as long in all";
    }
}
