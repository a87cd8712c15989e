namespace Unpause.Advice;

/// <summary>
/// Single requests on the thread pool, and now and then a burst of them, all of which block on a task (.Result): the pool has no thread
/// for 400 to 800 ms, while there are hardly any collections. Fixed: they await.
/// </summary>
internal static class BlockedPool
{
    private const int MillisecondsOfCall = 90;
    private const int RequestsOfBurst = 14;
    private const int UnitsBetweenBursts = 25;

    /// <summary>One unit: requests at once, until the last is answered; its time is what the slowest waits.</summary>
    public static Action Start(bool isFixed)
    {
        var unit = 0;
        return () =>
        {
            var requests = new Task[unit++ % UnitsBetweenBursts == 1 ? RequestsOfBurst : 1];
            for (var i = 0; i < requests.Length; i++)
            {
                requests[i] = isFixed
                    ? Task.Run(async () => Answer(await CallAsync().ConfigureAwait(false)))
                    : Task.Run(() => Answer(CallAsync().Result));
            }

            Task.WaitAll(requests);
        };
    }

    private static async Task<int> CallAsync()
    {
        await Task.Delay(MillisecondsOfCall).ConfigureAwait(false);
        return 1;
    }

    private static byte[] Answer(int value) => new byte[1_000 * value];
}
