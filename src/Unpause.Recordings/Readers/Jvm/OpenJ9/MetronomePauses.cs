namespace Unpause.Recordings.Readers.Jvm.OpenJ9;

/// <summary>
/// Pauses of metronome. It logs them in groups (<c>heartbeat</c>): how many, the shortest, their mean, the longest, and not when. Their
/// number, their sum, the shortest and the longest are exact then; the others have the mean of the rest.
/// Source: VerboseHandlerOutputRealtime.cpp, writeHeartbeatData.
/// </summary>
internal sealed class MetronomePauses(RecordingBuilder recording)
{
    /// <summary>Pauses of one group: one is written every second by default, and a pause lasts 3 ms. More is damage.</summary>
    private const long MostOfGroup = 1_000;

    private const string Group = "heartbeat", Quantum = "quantum";

    private bool _any;

    /// <summary>Whether an operation is a group.</summary>
    public static bool IsGroup(ReadOnlySpan<byte> type) => System.Text.Ascii.Equals(type, Group);

    /// <summary>Adds a group; false when its numbers cannot be.</summary>
    public bool TryAdd(OpenCycle cycle, in VerboseTag tag)
    {
        if (tag.Number("quantumCount"u8) is not (> 0 and <= MostOfGroup and var count)) return false;
        if (tag.Nanoseconds("minTimeMs"u8) is not { } least || tag.Nanoseconds("maxTimeMs"u8) is not { } most) return false;
        if (tag.Nanoseconds("meanTimeMs"u8) is not { } mean || least > mean || mean > most) return false;
        _any = true;
        Add(cycle, most);
        if (count > 1) Add(cycle, least);
        var others = count - 2;
        if (others <= 0) return true;
        var rest = Math.Max(others * least, (mean * count) - most - least);
        for (long i = 0; i < others; i++) Add(cycle, (rest / others) + (i < rest % others ? 1 : 0));
        return true;
    }

    /// <summary>Adds a collection in one pause, which metronome makes when memory runs out or the program asks for it.</summary>
    /// <param name="end">When it was over.</param>
    public void AddSynchronous(OpenCycle cycle, long? end, long length)
    {
        var collection = recording.Edit(cycle.Index);
        collection.Generation = Generations.Full;
        collection.Kind = CollectionKind.Blocking;
        recording.Source.Collector ??= OpenJ9Policies.Metronome;
        recording.Pauses.Add(new Pause(end is { } ended ? ended - length : Pause.NoTime, length, cycle.Index, CycleWord.Synchronous));
    }

    /// <summary>Tells what is not exact.</summary>
    public void AddNote()
    {
        if (!_any) return;
        recording.Coverage.Add(
            "Metronome logs its pauses in groups: number, sum, shortest and longest are exact; the other lengths are means, and when each "
            + "pause was is not recorded.");
    }

    private void Add(OpenCycle cycle, long length)
    {
        recording.Source.Collector ??= OpenJ9Policies.Metronome;
        recording.Pauses.Add(new Pause(Pause.NoTime, length, cycle.Index, Quantum));
    }
}
