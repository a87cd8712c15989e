using System.Globalization;

namespace Unpause.Services.Watch.Metrics;

/// <summary>What a process has used, by <c>/proc/PID/stat</c> (proc(5)), which every user may read.</summary>
/// <param name="CpuSeconds">CPU time in user and system mode.</param>
/// <param name="ResidentBytes">Memory, with what it shares with others.</param>
internal readonly record struct ProcessCost(double CpuSeconds, long ResidentBytes)
{
    // Fields behind the name, which is in parentheses and may itself have some: state is 0.
    private const int UserTicks = 11, SystemTicks = 12, ResidentPages = 21;

    // USER_HZ is 100 on x86-64 and arm64.
    private const double TicksPerSecond = 100;

    /// <summary>Reads it; null when there is no such process.</summary>
    public static ProcessCost? Read(int process)
    {
        try
        {
            var text = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/stat"));
            var fields = text[(text.LastIndexOf(')') + 2)..].Split(' ');
            var ticks = Number(fields[UserTicks]) + Number(fields[SystemTicks]);
            return new ProcessCost(ticks / TicksPerSecond, Number(fields[ResidentPages]) * Environment.SystemPageSize);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static long Number(string field) => long.Parse(field, NumberStyles.None, CultureInfo.InvariantCulture);
}
