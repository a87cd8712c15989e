using System.Text.Json;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>The contract's <c>thresholds</c> of an event: what the JVM's collector set itself for the time after this collection.</summary>
internal sealed class ThresholdsJson
{
    private readonly Dictionary<int, Told> _byCollection = [];

    /// <summary>Sorts the thresholds that a recording's collections printed by collection.</summary>
    public ThresholdsJson(Recording recording)
    {
        foreach (var counter in recording.Counters)
        {
            switch (counter.Name)
            {
                case JvmCounters.TenuringThreshold: At(counter).Tenuring = (long)counter.Value; At(counter).TenuringMax = (long?)counter.Sum; break;
                case JvmCounters.ComputedTenuringThreshold: At(counter).Tenuring = (long)counter.Value; break;
                case JvmCounters.DesiredSurvivorBytes: At(counter).DesiredSurvivorBytes = (long)counter.Value; break;
                case JvmCounters.MarkingThresholdBytes: At(counter).MarkingBytes = (long)counter.Value; break;
            }
        }
    }

    /// <summary>Writes those of one collection; nothing when it told none.</summary>
    public void Write(Utf8JsonWriter json, int index, Collection collection)
    {
        var told = _byCollection.GetValueOrDefault(index);
        if (told is null && collection.YoungTargetBytes is null) return;
        json.WriteStartObject("thresholds");
        json.WriteNumberOrNull("tenuring", told?.Tenuring);
        json.WriteNumberOrNull("tenuring_max", told?.TenuringMax);
        json.WriteNumberOrNull("desired_survivor_bytes", told?.DesiredSurvivorBytes);
        json.WriteNumberOrNull("young_target_bytes", collection.YoungTargetBytes);
        json.WriteNumberOrNull("marking_bytes", told?.MarkingBytes);
        json.WriteEndObject();
    }

    private Told At(in Counter counter)
    {
        if (!_byCollection.TryGetValue(counter.Collection, out var told)) _byCollection.Add(counter.Collection, told = new Told());
        return told;
    }

    private sealed class Told
    {
        public long? Tenuring { get; set; }

        public long? TenuringMax { get; set; }

        public long? DesiredSurvivorBytes { get; set; }

        public long? MarkingBytes { get; set; }
    }
}
