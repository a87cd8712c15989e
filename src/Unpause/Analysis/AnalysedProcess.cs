using Unpause.Recordings;

namespace Unpause.Analysis;

/// <summary>A recording with the numbers computed from it: what rules and reports look at.</summary>
/// <param name="Recording">The plain data.</param>
/// <param name="Summary">The numbers.</param>
public sealed record AnalysedProcess(Recording Recording, Summary Summary)
{
    /// <summary>Analyses one recording.</summary>
    public static AnalysedProcess Of(Recording recording) => new(recording, Summary.Of(recording));
}
