namespace Unpause.Analysis.Summaries;

/// <summary>What Go's collector took of the processors, in nanoseconds of CPU over the whole recording.</summary>
/// <param name="AssistNanoseconds">Marking by goroutines that allocated.</param>
/// <param name="WorkerNanoseconds">Marking on processors that were given to it, wholly or a part of the time.</param>
/// <param name="IdleNanoseconds">Marking on processors that had nothing else to do: it takes nothing from the program.</param>
/// <param name="StopNanoseconds">All processors while the world was stopped for it.</param>
/// <param name="Processors">GOMAXPROCS.</param>
/// <param name="ObservedNanoseconds">Length of the recording.</param>
public sealed record CollectorCpu(
    long AssistNanoseconds,
    long WorkerNanoseconds,
    long IdleNanoseconds,
    long StopNanoseconds,
    long Processors,
    long ObservedNanoseconds)
{
    private const double NanosecondsPerMillisecond = 1e6;

    /// <summary>
    /// Share of all processors' time that collections took from the program: assists, workers and stops, as Go counts it.
    /// </summary>
    public double Percent => Share((double)AssistNanoseconds + WorkerNanoseconds + StopNanoseconds);

    /// <summary>Adds up a recording; null where it has no such times, no length, or no number of processors.</summary>
    public static CollectorCpu? Compute(Recording recording)
    {
        if (recording.ObservedNanoseconds is not { } observed || observed <= 0) return null;
        if (!recording.Source.Settings.TryGetValue(GoSettings.Processors, out var text)
            || !long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var processors) || processors < 1)
        {
            return null;
        }

        double assist = 0, workers = 0, idle = 0;
        double? stops = null;
        var reported = false;
        foreach (var counter in recording.Counters)
        {
            switch (counter.Name)
            {
                case GoCounters.AssistMilliseconds: assist += counter.Value; break;
                case GoCounters.DedicatedMilliseconds: (workers, reported) = (workers + counter.Value, true); break;
                case GoCounters.IdleMilliseconds: idle += counter.Value; break;
                case GoCounters.StoppedMilliseconds: stops = (stops ?? 0) + counter.Value; break;
            }
        }

        if (!reported) return null;
        var stopped = stops * NanosecondsPerMillisecond ?? (double)Stopped(recording).Value * processors;
        return new CollectorCpu(
            Nanoseconds(assist), Nanoseconds(workers), Nanoseconds(idle), (long)stopped, processors, observed);
    }

    /// <summary>
    /// Without gc lines, the time for which all processors were stopped: while the last ones run on, Go counts only those that have
    /// stopped already.
    /// </summary>
    private static Total Stopped(Recording recording)
    {
        var halting = Total.Sum(
            recording.Stops ?? Column<Stop>.Empty, stop => stop.ForCollection ? stop.TimeToSafepointNanoseconds ?? 0 : 0);
        var paused = Total.Sum(recording.Pauses, pause => pause.DurationNanoseconds);
        return Total.From(Math.Max(0, paused.Value - halting.Value));
    }

    // A cast saturates: too large becomes the largest number, NaN becomes 0.
    private static long Nanoseconds(double milliseconds) => (long)Math.Round(milliseconds * NanosecondsPerMillisecond);

    private double Share(double nanoseconds) => 100 * nanoseconds / ((double)ObservedNanoseconds * Processors);
}
