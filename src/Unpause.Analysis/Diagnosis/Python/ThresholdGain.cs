using Unpause.Recordings;

namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>The expected improvement of higher thresholds for a recorded process.</summary>
/// <param name="Least">The lower bound, nanoseconds.</param>
/// <param name="Most">The upper bound.</param>
/// <param name="Count">How many full collections would remain.</param>
/// <param name="Longest">How long the longest of them would take, nanoseconds; 0 where there would be none.</param>
internal sealed record ThresholdGain(double Least, double Most, int Count, double Longest)
{
    /// <summary>How much, in words: <c>between 1 and 2 s</c>.</summary>
    public string Spared => Least > 0
        ? $"between {Quantities.Duration(Least)} and {Quantities.Duration(Most)}"
        : $"up to {Quantities.Duration(Most)}";

    /// <summary>What remains, a clause without a full stop.</summary>
    public string Rest(FutileWork work)
    {
        var full = work.Of(2);
        var left = Count == 0
            ? "none remains"
            : $"at most {Count} remain{(Count == 1 ? "s" : "")}, the longest of about {Quantities.Duration(Longest)}";
        return $"of {Quantities.Count(full.Count)} full collections ({Quantities.Duration(full.PauseTotalNanoseconds)}) {left}. Young ones "
            + $"scan each new object once with any threshold, and may take up to {FutileWork.ColdYoung.Value:0.#} times as long in total";
    }
}
