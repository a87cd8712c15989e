using System.Globalization;

namespace Unpause.Recorder.Processes;

/// <summary>
/// How much of this machine's processors others take while a program runs: programs that it didn't start, and the host (steal). What is
/// measured beside them is theirs as much as the collector's.
/// </summary>
/// <remarks>
/// <c>proc_stat(5)</c>, <c>proc_pid_stat(5)</c>: both count in ticks of USER_HZ. Our children are counted when somebody waited for them.
/// </remarks>
public sealed class MachineLoad
{
    /// <summary>Less is the system's own, and what every machine has.</summary>
    public const double NotableShare = 0.15;

    // Of the line "cpu", behind the name: user, nice, system, idle, iowait, irq, softirq, steal; guests are counted as user.
    private const int Idle = 3, InputWait = 4, MostNumbers = 8;

    // Of stat, behind the name in parentheses: utime, stime, cutime, cstime.
    private const int OwnTimes = 11, OwnTimesEnd = 15;

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(500);

    private readonly (long All, long Busy, long Own)? _before = Ticks();

    private MachineLoad()
    {
    }

    /// <summary>Begins to count.</summary>
    public static MachineLoad Begin() => new();

    /// <summary>Looks for half a second, in which we do nothing.</summary>
    /// <returns>From 0 to 1; null where the kernel doesn't tell.</returns>
    public static double? Now()
    {
        var load = Begin();
        Thread.Sleep(Look);
        return load.Others();
    }

    /// <summary>The share of all processors that others had since.</summary>
    /// <returns>From 0 to 1; null where the kernel doesn't tell.</returns>
    public double? Others() =>
        _before is { } before && Ticks() is { } after && after.All > before.All
            ? Math.Clamp((double)(after.Busy - before.Busy - (after.Own - before.Own)) / (after.All - before.All), 0, 1)
            : null;

    private static (long All, long Busy, long Own)? Ticks()
    {
        try
        {
            var machine = Numbers(File.ReadLines("/proc/stat").First()["cpu ".Length..]);
            var stat = File.ReadAllText("/proc/self/stat");
            var own = stat[(stat.LastIndexOf(')') + 2)..].Split(' ')[OwnTimes..OwnTimesEnd].Sum(Number);
            var all = machine.Take(MostNumbers).Sum();
            return (all, all - machine[Idle] - machine[InputWait], own);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static long[] Numbers(string line) => [.. line.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(Number)];

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
