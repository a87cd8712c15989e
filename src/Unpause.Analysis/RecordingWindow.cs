using Unpause.Collections;
using Unpause.Recordings.Packed;

namespace Unpause.Analysis;

/// <summary>The part of a recording in which a program was under load: no request waits for collections of the start and warm-up.</summary>
public static class RecordingWindow
{
    /// <summary>
    /// The same recording with the pauses, stops and waits alone that began within some time; collections stay, because pauses name them.
    /// </summary>
    /// <param name="fromUnixNanoseconds">Beginning.</param>
    /// <param name="untilUnixNanoseconds">End.</param>
    /// <returns>Null when the recording does not have its wall time.</returns>
    public static Recording? Cut(Recording recording, long fromUnixNanoseconds, long untilUnixNanoseconds)
    {
        if (recording.Clock.StartedAt is not { } started) return null;
        var zero = UnixTime.Nanoseconds(started);
        var (from, until) = (fromUnixNanoseconds - zero, untilUnixNanoseconds - zero);
        var pauses = new PauseList();
        foreach (var pause in recording.Pauses)
        {
            if (IsWithin(pause.StartNanoseconds)) pauses.Add(pause);
        }

        StopList? stops = recording.Stops is null ? null : new StopList();
        foreach (var stop in recording.Stops ?? Column<Stop>.Empty)
        {
            if (IsWithin(stop.StartNanoseconds)) stops!.Add(stop);
        }

        var stalls = new ChunkedList<Stall>();
        foreach (var stall in recording.Stalls)
        {
            if (IsWithin(stall.StartNanoseconds)) stalls.Add(stall);
        }

        return recording with
        {
            Pauses = new Column<Pause>(pauses),
            Stops = stops is null ? null : new Column<Stop>(stops),
            Stalls = new Column<Stall>(stalls),
            DurationNanoseconds = until - from,
            LostNanoseconds = 0,
        };

        bool IsWithin(long start) => start >= from && start < until;
    }
}
