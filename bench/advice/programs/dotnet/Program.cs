using System.Diagnostics;
using System.Globalization;

// Programs of known cause: Advice.dll NAME SECONDS [fixed].
namespace Unpause.Advice;

internal static class Program
{
    /// <summary>Each returns one unit of work, to be called again and again; fixed makes the code change that the advice names.</summary>
    private static readonly Dictionary<string, Func<bool, Action>> Programs = new()
    {
        ["blocked-pool"] = BlockedPool.Start,
        ["cache"] = Causes.Cache,
        ["dependent"] = Causes.DependentHandles,
        ["filling"] = FillingCache.Start,
        ["finalizers"] = Causes.Finalizers,
        ["forced"] = Causes.Forced,
        ["gen0"] = Causes.SmallObjects,
        ["growing"] = Causes.Growing,
        ["health-check"] = Causes.HealthCheck,
        ["large"] = Causes.LargeObjects,
        ["medium"] = Causes.MediumLived,
        ["memory-pressure"] = Causes.MemoryPressure,
        ["pinned"] = Causes.Pinned,
        ["rising-leak"] = RisingLeak.Start,
        ["starved-pool"] = Causes.StarvedPool,
        ["undisposed"] = Causes.Undisposed,
    };

    private static void Main(string[] arguments)
    {
        var work = Programs[arguments[0]](arguments is [_, _, "fixed"]);
        var (took, clock) = (new List<double>(1 << 20), Stopwatch.StartNew());
        var length = TimeSpan.FromSeconds(double.Parse(arguments[1], CultureInfo.InvariantCulture));
        while (clock.Elapsed < length)
        {
            var began = Stopwatch.GetTimestamp();
            work();
            took.Add(Stopwatch.GetElapsedTime(began).TotalMilliseconds);
        }

        took.Sort();
        using var process = Process.GetCurrentProcess();
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"advice-result {{\"work\": {(Causes.DoneLater > 0 ? Causes.DoneLater : took.Count)}, "
            + $"\"p99_ms\": {took[took.Count * 99 / 100]:F3}, "
            + $"\"cpu_s\": {process.TotalProcessorTime.TotalSeconds:F3}, \"rss_mib\": {process.PeakWorkingSet64 / 1048576.0:F1}}}"));
        // Threads of a starved pool may still wait.
        Environment.Exit(0);
    }
}
