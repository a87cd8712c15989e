namespace Unpause.Recorder.Processes;

/// <summary>
/// CPU time that neighbour processes and the host (steal) take while a program runs. A measurement beside them reflects their load as much
/// as the garbage collector's.
/// </summary>
/// <remarks>
/// <c>proc_stat(5)</c>, <c>proc_pid_stat(5)</c>: both count in ticks of USER_HZ. Child processes are counted after they were waited for.
/// </remarks>
public sealed class MachineLoad
{
    /// <summary>A smaller share is the normal load of the system itself.</summary>
    public const double NotableShare = 0.15;

    // The numbers of the line "cpu": user, nice, system, idle, iowait, irq, softirq, steal; guests are counted as user.
    private const int Idle = 3, InputWait = 4, MostNumbers = 8;

    // The numbers of stat after the name in parentheses: utime, stime, cutime, cstime.
    private const int OwnTimes = 11, ChildTimes = 13, OwnTimesEnd = 15;

    /// <summary>USER_HZ is 100 on all architectures of .NET.</summary>
    private const long NanosecondsPerTick = 10_000_000;

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(500);

    private readonly (long All, long Busy, long Own)? _before = Ticks();

    private MachineLoad()
    {
    }

    public static MachineLoad Begin() => new();

    /// <summary>Measures for half a second, in which unpause does nothing.</summary>
    /// <returns>From 0 to 1; null where the kernel does not report it.</returns>
    public static double? Now()
    {
        var load = Begin();
        Thread.Sleep(Look);
        return load.Others();
    }

    /// <summary>The share of all CPUs that others used since the start.</summary>
    /// <returns>From 0 to 1; null where the kernel does not report it.</returns>
    public double? Others() =>
        _before is { } before && Ticks() is { } after && after.All > before.All
            ? Math.Clamp((double)(after.Busy - before.Busy - (after.Own - before.Own)) / (after.All - before.All), 0, 1)
            : null;

    /// <summary>
    /// CPU time of all child processes of this one that were waited for, and of theirs, in nanoseconds to 10 ms; null where the kernel does
    /// not report it.
    /// </summary>
    public static long? OfEndedChildren()
    {
        try
        {
            return OwnNumbers()[ChildTimes..OwnTimesEnd].Sum(Number) * NanosecondsPerTick;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string[] OwnNumbers()
    {
        var stat = File.ReadAllText("/proc/self/stat");
        return stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
    }

    private static (long All, long Busy, long Own)? Ticks()
    {
        try
        {
            var machine = Numbers(File.ReadLines("/proc/stat").First()["cpu ".Length..]);
            var own = OwnNumbers()[OwnTimes..OwnTimesEnd].Sum(Number);
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
