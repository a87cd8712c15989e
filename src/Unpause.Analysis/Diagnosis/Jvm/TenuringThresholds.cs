namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// How often the survivor space overflowed, from tenuring thresholds and age tables (levels debug and trace of <c>gc,age</c>, or
/// PrintTenuringDistribution).
/// </summary>
/// <param name="Reported">Young collections that logged their threshold.</param>
/// <param name="Collapsed">Those that lowered it to 1.</param>
/// <param name="Max">The highest possible threshold.</param>
/// <param name="Tables">Young collections that logged an age table.</param>
/// <param name="Overflows">Those whose survivors exceeded the desired size.</param>
/// <param name="MeanBytesByAge">Mean bytes per age over all tables, from age 1 on; empty without tables.</param>
public sealed record TenuringThresholds(
    int Reported, int Collapsed, int Lowest, int Max, int Tables, int Overflows, IReadOnlyList<long> MeanBytesByAge)
{
    /// <summary>Adds up a recording; null if no collection logged its threshold.</summary>
    public static TenuringThresholds? Compute(Recording recording)
    {
        int logged = 0, collapsed = 0, lowest = int.MaxValue, max = 0;
        var desired = new Dictionary<int, double>();
        foreach (var counter in recording.Counters)
        {
            if (counter.Name == JvmCounters.DesiredSurvivorBytes) desired[counter.Collection] = counter.Value;
            if (counter.Name != JvmCounters.TenuringThreshold) continue;
            logged++;
            if (counter.Value <= 1 && counter.Sum > 1) collapsed++;
            lowest = (int)Math.Min(lowest, counter.Value);
            max = (int)Math.Max(max, counter.Sum ?? 0);
        }

        if (logged == 0) return null;
        var (tables, overflows, ages) = Ages(recording, desired);
        return new TenuringThresholds(logged, collapsed, lowest, max, tables, overflows, ages);
    }

    private static (int Tables, int Overflows, IReadOnlyList<long> Means) Ages(Recording recording, Dictionary<int, double> desired)
    {
        var totals = new Dictionary<int, Total>();
        var byAge = new Total[Greatest(recording) + 1];
        foreach (var age in recording.Ages)
        {
            totals[age.Collection] = totals.GetValueOrDefault(age.Collection) + age.Bytes;
            byAge[age.Age] += age.Bytes;
        }

        if (totals.Count == 0) return (0, 0, []);
        var overflows = 0;
        foreach (var (collection, bytes) in totals)
        {
            if (desired.TryGetValue(collection, out var wanted) && bytes > wanted) overflows++;
        }

        var means = new long[byAge.Length - 1];
        for (var i = 0; i < means.Length; i++) means[i] = byAge[i + 1].Value / totals.Count;
        return (totals.Count, overflows, means);
    }

    private static int Greatest(Recording recording)
    {
        var greatest = 0;
        foreach (var age in recording.Ages) greatest = Math.Max(greatest, age.Age);
        return greatest;
    }
}
