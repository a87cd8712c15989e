namespace Unpause.Requests.Attribution.Queues;

/// <summary>Whether the client waits for answers: then few requests arrive during a pause, and no burst comes after it.</summary>
internal static class ClosedLoop
{
    private const double FewestExpected = 30;

    /// <summary>Whether a process's requests look like that.</summary>
    public static bool In(ProcessPart part)
    {
        var (starts, pauses) = (part.Requests.Starts, part.Pauses);
        if (pauses.Count == 0 || starts.Length == 0) return false;
        long inside = 0;
        foreach (var start in starts) inside += pauses.Contains(start) ? 1 : 0;
        var expected = (double)starts.Length * pauses.TotalNanoseconds / Math.Max(1, part.Stretch.Length);
        return expected >= FewestExpected && inside < expected / 2;
    }
}
