namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>Why Shenandoah starts a cycle: it logs no cause with the collection but a sentence before it.</summary>
/// <param name="Start">The sentence's beginning after <c>Trigger: </c>.</param>
/// <param name="Word">Short form, kept as the runtime's cause.</param>
/// <param name="Cause">One of <see cref="Causes"/>.</param>
/// <param name="Versions">Versions whose source or log has it.</param>
internal sealed record ShenandoahTrigger(string Start, string Word, string Cause, string Versions)
{
    private static readonly ShenandoahTrigger[] Table =
    [
        new("Free", "Free is below minimum threshold", Causes.Occupancy, "11-25"),
        new("Learning", "Learning", Causes.Occupancy, "11-25"),
        new("Average GC time", "Average GC time is above the time for allocation rate", Causes.Allocation, "11-25"),
        new("Momentary spike", "Momentary spike consumption", Causes.Allocation, "17-25"),
        new("Accelerated consumption", "Accelerated consumption", Causes.Allocation, "24-25"),
        new("Handle Allocation Failure", "Handle Allocation Failure", Causes.Allocation, "11-25"),
        new("Allocated since last cycle", "Allocated since last cycle", Causes.Allocation, "11-25"),
        new("Time since last", "Time since last GC", Causes.Periodic, "11-25"),
        new("Explicit GC request (System.gc())", "System.gc()", Causes.Induced, "11-20"),
        new("GC request (System.gc())", "System.gc()", Causes.Induced, "21-25"),
        new("Explicit GC request", "Explicit GC request", Causes.Other, "11-20"),
        new("GC request", "GC request", Causes.Other, "21-25"),
        new("Old has overgrown", "Old has overgrown", Causes.Occupancy, "24-25"),
        new("Old generation is fragmented", "Old is fragmented", Causes.Occupancy, "24-25"),
        new("Resume", "Resume old cycle", Causes.Occupancy, "24-25"),
        new("Expedite", "Expedite evacuation", Causes.Occupancy, "24-25"),
        new("Metadata GC Threshold", "Metadata GC Threshold", Causes.Metadata, "11-25"),
    ];

    /// <summary>The row of a message <c>Trigger: …</c> or <c>Trigger (Young): …</c>; null when it is none that is known.</summary>
    public static ShenandoahTrigger? Find(ReadOnlySpan<byte> message)
    {
        var colon = message.IndexOf(": "u8);
        if (colon < 0) return null;
        message = message[(colon + 2)..];
        foreach (var row in Table)
        {
            if (System.Text.Ascii.Equals(message[..Math.Min(message.Length, row.Start.Length)], row.Start)) return row;
        }

        return null;
    }
}
