using Unpause.Recordings;

namespace Unpause.Diagnosis.Jvm;

/// <summary>How often survivors overflowed, as the tenuring thresholds show (level debug of <c>gc,age</c>, or PrintTenuringDistribution).</summary>
/// <param name="Told">Young collections that printed their threshold.</param>
/// <param name="Collapsed">Of them, those that lowered it to 1.</param>
/// <param name="Lowest">The lowest threshold.</param>
/// <param name="Max">The greatest possible.</param>
internal sealed record TenuringThresholds(int Told, int Collapsed, int Lowest, int Max)
{
    /// <summary>Adds up a recording; null when no collection printed its threshold.</summary>
    public static TenuringThresholds? Of(Recording recording)
    {
        var sum = new TenuringThresholds(0, 0, int.MaxValue, 0);
        foreach (var counter in recording.Counters)
        {
            if (counter.Name != JvmCounters.TenuringThreshold) continue;
            sum = new TenuringThresholds(
                sum.Told + 1,
                counter.Value <= 1 && counter.Sum > 1 ? sum.Collapsed + 1 : sum.Collapsed,
                (int)Math.Min(sum.Lowest, counter.Value),
                (int)Math.Max(sum.Max, counter.Sum ?? 0));
        }

        return sum.Told == 0 ? null : sum;
    }
}
