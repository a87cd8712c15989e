using Unpause.Recordings;

namespace Unpause.Analysis;

/// <summary>One named phase over all collections; times in nanoseconds. Of parallel phases the average worker counts.</summary>
public sealed record PhaseSummary(string Phase, bool Concurrent, long Count, long TotalNanoseconds, double MeanNanoseconds, long MaxNanoseconds)
{
    /// <summary>Groups a recording's phases by name, the largest total first.</summary>
    public static IReadOnlyList<PhaseSummary> Of(Recording recording)
    {
        var phases = new Dictionary<(string, bool), (long Count, long Total, long Max)>();
        foreach (var phase in recording.Phases)
        {
            ref var sum = ref System.Runtime.InteropServices.CollectionsMarshal.GetValueRefOrAddDefault(phases, (phase.Name, phase.Concurrent), out _);
            sum = (sum.Count + 1, sum.Total + phase.DurationNanoseconds, Math.Max(sum.Max, phase.DurationNanoseconds));
        }

        return [.. phases
            .Select(pair => new PhaseSummary(pair.Key.Item1, pair.Key.Item2, pair.Value.Count, pair.Value.Total, (double)pair.Value.Total / pair.Value.Count, pair.Value.Max))
            .OrderByDescending(phase => phase.TotalNanoseconds)];
    }
}
