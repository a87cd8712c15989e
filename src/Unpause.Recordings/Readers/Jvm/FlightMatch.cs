namespace Unpause.Recordings.Readers.Jvm;

/// <summary>
/// Whether a log and a flight recording are of the same JVM. Both number collections alike, so the pauses of collections in
/// both must lie the same distance apart, with the same lengths and sizes; without enough of them the process id and the
/// JVM's start must be the same.
/// </summary>
/// <param name="Certainty">How sure it is.</param>
/// <param name="Pauses">Pauses in both that agree.</param>
/// <param name="OffsetNanoseconds">What is added to the flight recording's times to get the log's.</param>
internal readonly record struct FlightMatch(FlightCertainty Certainty, int Pauses, long OffsetNanoseconds)
{
    /// <summary>Fewer pauses in both prove nothing.</summary>
    private const int FewestPauses = 3;

    /// <summary>This many of the pauses in both must agree: a pause that is cut by a file's end does not.</summary>
    private const double LeastShare = 0.9;

    /// <summary>
    /// Log lines are stamped to the millisecond. Measured on JDK 17 and 25: the offsets of single pauses lie within 1 ms.
    /// </summary>
    private const long StartToleranceNanoseconds = 5_000_000;

    /// <summary>A pause in the log is a little longer. Measured on JDK 17 and 25: by 0.06 ms at most.</summary>
    private const long PauseToleranceNanoseconds = 250_000;

    private const double PauseTolerance = 0.02;

    /// <summary>Logs round sizes to MiB, and some count whole regions.</summary>
    private const long HeapToleranceBytes = 4 << 20;

    private const double HeapTolerance = 0.05;

    /// <summary>The log's uptime begins some milliseconds beside what the flight recording calls the JVM's start.</summary>
    private const long SameStartNanoseconds = 250_000_000;

    private static FlightMatch Possible => new(FlightCertainty.Possible, 0, 0);

    /// <summary>Compares a log with a flight recording.</summary>
    public static FlightMatch Compare(Recording log, Recording flight)
    {
        if (log.Source.ProcessId is { } mine && flight.Source.ProcessId is { } its && mine != its) return default;
        if (!MayOverlap(log, flight)) return default;
        var shared = Shared(log, flight);
        return shared.Count >= FewestPauses ? ByPauses(shared) : ByStart(log, flight);
    }

    private static bool MayOverlap(Recording log, Recording flight)
    {
        if (log.Clock.StartedAt is not { } start || flight.Clock.StartedAt is not { } flightStart
            || log.DurationNanoseconds is not { } length || flight.DurationNanoseconds is not { } flightLength)
        {
            return true;
        }

        var later = (flightStart - start).TotalNanoseconds;
        return later <= length + SameStartNanoseconds && later >= -flightLength - SameStartNanoseconds;
    }

    private static FlightMatch ByPauses(List<SharedPause> shared)
    {
        var offset = shared.Select(item => item.Offset).Order().ElementAt(shared.Count / 2);
        var agreeing = shared.Count(item => Math.Abs(item.Offset - offset) <= StartToleranceNanoseconds
            && Math.Abs(item.Pause - item.FlightPause) <= Math.Max(PauseToleranceNanoseconds, item.Pause * PauseTolerance)
            && (item.Heap is not { } heap || item.FlightHeap is not { } flightHeap
                || Math.Abs(heap - flightHeap) <= Math.Max(HeapToleranceBytes, heap * HeapTolerance)));
        return agreeing < shared.Count * LeastShare ? default : new FlightMatch(FlightCertainty.Certain, agreeing, offset);
    }

    private static FlightMatch ByStart(Recording log, Recording flight)
    {
        if (log.Source.ProcessStartedAt is not { } started || flight.Source.ProcessStartedAt is not { } flightStarted) return Possible;
        if (Math.Abs((started - flightStarted).TotalNanoseconds) > SameStartNanoseconds) return default;
        if (log.Source.ProcessId is null || flight.Source.ProcessId is null) return Possible;
        if (log.Clock.StartedAt is not { } zero || flight.Clock.StartedAt is not { } flightZero) return Possible;
        return new FlightMatch(FlightCertainty.Certain, 0, (flightZero - zero).Ticks * TimeSpan.NanosecondsPerTick);
    }

    /// <summary>The pauses of the collections in both that have the same number of them.</summary>
    private static List<SharedPause> Shared(Recording log, Recording flight)
    {
        // A log may have a million collections, and a flight recording only some of them.
        var byNumber = new Dictionary<long, Pause[]>();
        foreach (var (number, pauses) in PausesByNumber(flight, _ => true)) byNumber.TryAdd(number, pauses);
        var shared = new List<SharedPause>();
        foreach (var (number, mine) in PausesByNumber(log, byNumber.ContainsKey))
        {
            var its = byNumber[number];
            if (mine.Length != its.Length) continue;
            var heap = log.Collections[mine[0].Collection].HeapBeforeBytes;
            var flightHeap = flight.Collections[its[0].Collection].HeapBeforeBytes;
            for (var i = 0; i < mine.Length; i++)
            {
                shared.Add(new SharedPause(
                    mine[i].StartNanoseconds - its[i].StartNanoseconds,
                    mine[i].DurationNanoseconds,
                    its[i].DurationNanoseconds,
                    heap,
                    flightHeap));
            }
        }

        return shared;
    }

    private static IEnumerable<(long Number, Pause[] Pauses)> PausesByNumber(Recording recording, Func<long, bool> wanted) =>
        recording.Pauses
        .Where(pause => pause.HasTime && wanted(recording.Collections[pause.Collection].Number))
        .GroupBy(pause => pause.Collection)
        .Select(pauses => (recording.Collections[pauses.Key].Number, pauses.ToArray()));

    private readonly record struct SharedPause(long Offset, long Pause, long FlightPause, long? Heap, long? FlightHeap);
}

/// <summary>How sure it is that a log and a flight recording are of the same JVM.</summary>
internal enum FlightCertainty
{
    /// <summary>They are of different JVMs.</summary>
    Different,

    /// <summary>Nothing speaks against it, but nothing proves it.</summary>
    Possible,

    /// <summary>They are of the same JVM.</summary>
    Certain,
}
