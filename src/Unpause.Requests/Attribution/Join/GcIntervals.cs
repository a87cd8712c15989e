using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Requests.Attribution.Join;

/// <summary>
/// The intervals in which GC paused a process, on the wall clock as the recording reads it: stops made for
/// the collector where the runtime records them, else its pauses; never both, because a stop contains its pause.
/// </summary>
internal sealed class GcIntervals
{
    private GcIntervals(long[] starts, long[] durations)
    {
        Starts = starts;
        Durations = durations;
    }

    /// <summary>Starts in nanoseconds since 1970, in the recording's order.</summary>
    public long[] Starts { get; }

    /// <summary>Lengths in nanoseconds.</summary>
    public long[] Durations { get; }

    /// <summary>Takes them out of a recording; what has no place in time is left out.</summary>
    public static GcIntervals From(Recording recording, RecordedStretch stretch)
    {
        var starts = new List<long>();
        var durations = new List<long>();
        if (StopsForCollections(recording) > 0)
        {
            foreach (var stop in recording.Stops!)
            {
                if (stop.ForCollection) Add(stop.StartNanoseconds, stop.DurationNanoseconds);
            }
        }
        else
        {
            foreach (var pause in recording.Pauses)
            {
                if (pause.HasTime) Add(pause.StartNanoseconds, pause.DurationNanoseconds);
            }
        }

        return new GcIntervals([.. starts], [.. durations]);

        void Add(long start, long duration)
        {
            if (!stretch.Holds(start, duration)) return;
            starts.Add(stretch.From + start);
            durations.Add(duration);
        }
    }

    /// <summary>The intervals on the requests' clock, without those shorter than the clocks' error.</summary>
    public PauseTimeline Placed(ClockAlignment clock)
    {
        var (starts, durations) = (new List<long>(Starts.Length), new List<long>(Starts.Length));
        for (var i = 0; i < Starts.Length; i++)
        {
            if (!clock.Places(Starts[i])) continue;
            starts.Add(clock.Map(Starts[i]));
            durations.Add(Durations[i]);
        }

        return PauseTimeline.Merge(
            CollectionsMarshal.AsSpan(starts), CollectionsMarshal.AsSpan(durations), clock.ErrorBoundNanoseconds);
    }

    /// <summary>Intervals from stretches whose clock is unknown, and their time.</summary>
    public (int Count, long Nanoseconds) WithoutPlace(ClockAlignment clock)
    {
        var (count, time) = (0, 0L);
        for (var i = 0; i < Starts.Length; i++)
        {
            if (clock.Places(Starts[i])) continue;
            (count, time) = (count + 1, time + Durations[i]);
        }

        return (count, time);
    }

    /// <summary>How many stops were made for the collector.</summary>
    public static int StopsForCollections(Recording recording)
    {
        var count = 0;
        if (recording.Stops is not { } stops) return 0;
        foreach (var stop in stops) count += stop.ForCollection ? 1 : 0;
        return count;
    }
}
