using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Composition;

/// <summary>The thresholds that a JVM's collector sets after each collection.</summary>
internal sealed class ThresholdsByCollection
{
    private readonly Dictionary<int, ThresholdsDocument> _byCollection = [];

    /// <summary>Sorts the thresholds that a recording's collections printed by collection.</summary>
    public ThresholdsByCollection(Recording recording)
    {
        foreach (var counter in recording.Counters)
        {
            if (!IsThreshold(counter.Name)) continue;
            var told = _byCollection.GetValueOrDefault(counter.Collection) ?? Nothing;
            _byCollection[counter.Collection] = counter.Name switch
            {
                JvmCounters.TenuringThreshold => told with { Tenuring = (long)counter.Value, TenuringMax = (long?)counter.Sum },
                JvmCounters.ComputedTenuringThreshold => told with { Tenuring = (long)counter.Value },
                JvmCounters.DesiredSurvivorBytes => told with { DesiredSurvivorBytes = (long)counter.Value },
                _ => told with { MarkingBytes = (long)counter.Value },
            };
        }
    }

    private static bool IsThreshold(string name) => name is JvmCounters.TenuringThreshold or JvmCounters.ComputedTenuringThreshold
        or JvmCounters.DesiredSurvivorBytes or JvmCounters.MarkingThresholdBytes;

    private static ThresholdsDocument Nothing { get; } =
        new() { Tenuring = null, TenuringMax = null, DesiredSurvivorBytes = null, YoungTargetBytes = null, MarkingBytes = null };

    /// <summary>Those of one collection; null when it logged none.</summary>
    public ThresholdsDocument? Of(int index, Collection collection)
    {
        var told = (_byCollection.GetValueOrDefault(index) ?? Nothing) with { YoungTargetBytes = collection.YoungTargetBytes };
        return told == Nothing ? null : told;
    }
}
