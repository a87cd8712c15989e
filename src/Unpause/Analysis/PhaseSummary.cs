using Unpause.Recordings;

namespace Unpause.Analysis;

/// <summary>One named phase over all collections; times in nanoseconds. Of parallel phases the average worker counts.</summary>
public sealed record PhaseSummary(string Phase, bool Concurrent, long Count, long TotalNanoseconds, double MeanNanoseconds, long MaxNanoseconds)
{
    /// <summary>Groups a recording's phases by name, the largest total first.</summary>
    public static IReadOnlyList<PhaseSummary> Of(Recording recording)
    {
        var sums = new (long Count, long Total, long Max)[recording.Phases.Kinds];
        for (var i = 0; i < recording.Phases.Count; i++)
        {
            var (kind, duration) = recording.Phases.Length(i);
            ref var sum = ref sums[kind];
            sum = (sum.Count + 1, sum.Total + duration, Math.Max(sum.Max, duration));
        }

        return [.. sums
            .Select((sum, kind) => (Sum: sum, Kind: recording.Phases.Kind(kind)))
            .Where(phase => phase.Sum.Count > 0)
            .Select(phase => new PhaseSummary(phase.Kind.Name, phase.Kind.Concurrent, phase.Sum.Count, phase.Sum.Total, (double)phase.Sum.Total / phase.Sum.Count, phase.Sum.Max))
            .OrderByDescending(phase => phase.TotalNanoseconds)];
    }
}
