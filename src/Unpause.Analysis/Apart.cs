using System.Runtime.ExceptionServices;

namespace Unpause.Analysis;

/// <summary>
/// Does parts of the work on a long recording at the same time. On a short one, starting threads would cost more than it saves.
/// Parts only read the recording; each writes a result of its own.
/// </summary>
public static class Apart
{
    /// <summary>Pauses, collections and stops from which on it pays.</summary>
    private const int Long = 20_000;

    /// <summary>Whether it pays.</summary>
    public static bool Pays(Recording recording) =>
        Environment.ProcessorCount > 1 && recording.Pauses.Count + recording.Collections.Count + (recording.Stops?.Count ?? 0) >= Long;

    /// <summary>Does all parts; what one of them throws is thrown.</summary>
    public static void Do(Recording recording, params Action[] parts) => Do(recording, parts.Length, part => parts[part]());

    /// <summary>Does a part for each number below a count.</summary>
    public static void Do(Recording recording, int count, Action<int> part)
    {
        if (!Pays(recording))
        {
            for (var i = 0; i < count; i++) part(i);
            return;
        }

        // One after the other to whoever is free: they are few, and of different lengths.
        var next = -1;
        try
        {
            Parallel.For(0, Math.Min(count, Environment.ProcessorCount), _ =>
            {
                for (var i = Interlocked.Increment(ref next); i < count; i = Interlocked.Increment(ref next)) part(i);
            });
        }
        catch (AggregateException all)
        {
            ExceptionDispatchInfo.Throw(all.InnerExceptions[0]);
        }
    }
}
