namespace WebProgram;

/// <summary>What else than the collector holds requests.</summary>
internal static class Waits
{
#pragma warning disable MA0158 // A monitor is what most programs lock.
    private static readonly object s_one = new();
#pragma warning restore MA0158

    /// <summary>Sleeps with the one lock held: those who come meanwhile wait for it.</summary>
    public static string Locked(int milliseconds)
    {
        lock (s_one) Thread.Sleep(milliseconds);
        return "ok";
    }

    /// <summary>Waits, on a thread of the pool, for something that itself needs one.</summary>
    public static string Blocked(int milliseconds)
    {
        Task.Run(async () => await Task.Delay(milliseconds)).Wait();
        return "ok";
    }

    public static string Thrown(int count)
    {
        for (var i = 0; i < count; i++)
        {
            try
            {
                throw new InvalidOperationException("no such order");
            }
            catch (InvalidOperationException)
            {
                continue;
            }
        }

        return "ok";
    }
}
