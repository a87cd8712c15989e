using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using Unpause.Recordings.Waits;

namespace Unpause.Recorder.Processes;

/// <summary>
/// The limits of cgroups on a process, over all levels. Both versions are read, also on machines with both (cgroups(7), and the kernel's
/// cgroup-v1 and cgroup-v2 documents). Values that can't be read count as no limit.
/// </summary>
/// <param name="root">The folder that contains <c>proc</c>; cgroups are searched below it too. "" is the machine.</param>
internal sealed class ControlGroups(string root)
{
    private const int MostLevels = 64;
    private const long MostBytesOfAFile = 1024 * 1024;

    // Version 1 expresses "no limit" as the largest number of whole pages; values near it mean the same.
    private const long NoLimitBytes = 1L << 60;

    /// <summary>The tightest memory limit, in bytes; null when there is none.</summary>
    public long? MemoryLimitBytes(int process)
    {
        long? least = null;
        foreach (var (mount, path, unified) in Groups(process, "memory"))
        {
            foreach (var folder in Upwards(mount, path))
            {
                if (Number(Path.Combine(folder, unified ? "memory.max" : "memory.limit_in_bytes")) is { } limit and >= 0 and < NoLimitBytes)
                    least = Math.Min(least ?? long.MaxValue, limit);
            }
        }

        return least;
    }

    /// <summary>The tightest CPU quota, in CPUs; null when there is none.</summary>
    public double? ProcessorQuota(int process)
    {
        double? least = null;
        foreach (var (mount, path, unified) in Groups(process, "cpu"))
        {
            foreach (var folder in Upwards(mount, path))
            {
                if ((unified ? QuotaOfMax(folder) : QuotaOfPeriod(folder)) is { } quota) least = Math.Min(least ?? double.MaxValue, quota);
            }
        }

        return least;
    }

    /// <summary>The folders of the process's cgroups with CPU accounting, the innermost first.</summary>
    public IReadOnlyList<string> ProcessorFolders(int process) =>
        [.. Groups(process, "cpu").SelectMany(group => Upwards(group.Mount, group.Path)).Distinct(StringComparer.Ordinal)];

    /// <summary>Current counts of the kernel.</summary>
    /// <param name="folders">Result of <see cref="ProcessorFolders"/>.</param>
    public ProcessorCounts ProcessorCounts(IReadOnlyList<string> folders)
    {
        long? periods = null, throttled = null, nanoseconds = null, waited = null;
        foreach (var folder in folders)
        {
            // Of several levels with a quota, the most throttled one: their times overlap.
            if (StatOf(folder) is { Nanoseconds: { } held } stat && (nanoseconds is null || held > nanoseconds))
                (periods, throttled, nanoseconds) = (stat.Periods, stat.Throttled, held);
            waited ??= PressureOf(Path.Combine(folder, "cpu.pressure"));
        }

        return new ProcessorCounts(
            periods, throttled, nanoseconds, Stolen(), waited ?? PressureOf($"{root}/proc/pressure/cpu"), waited is not null);
    }

    /// <summary><c>cpu.stat</c>: version 2 has throttled_usec, version 1 throttled_time in nanoseconds; null without periods.</summary>
    private static (long? Periods, long? Throttled, long? Nanoseconds)? StatOf(string folder)
    {
        if (Text(Path.Combine(folder, "cpu.stat")) is not { } text) return null;
        var values = text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split(' '))
            .Where(words => words.Length == 2 && Number(words[1], NumberStyles.None) is not null)
            .DistinctBy(words => words[0])
            .ToDictionary(words => words[0], words => Number(words[1], NumberStyles.None), StringComparer.Ordinal);
        var nanoseconds = values.GetValueOrDefault("throttled_time") ?? (values.GetValueOrDefault("throttled_usec") * 1_000);
        return values.GetValueOrDefault("nr_periods") is > 0 and var periods
            ? (periods, values.GetValueOrDefault("nr_throttled"), nanoseconds)
            : null;
    }

    /// <summary><c>some avg10=0.00 avg60=0.00 avg300=0.00 total=MICROSECONDS</c>, in nanoseconds.</summary>
    private static long? PressureOf(string path) =>
        Text(path)?.Split('\n')[0] is { } line && line.StartsWith("some ", StringComparison.Ordinal)
        && line.Split("total=") is [_, var total]
            ? Number(total, NumberStyles.None) * 1_000
            : null;

    /// <summary>The eighth number of the first line of <c>/proc/stat</c>, in hundredths of a second; in nanoseconds.</summary>
    private long? Stolen() => Lines("proc/stat") is [var first, ..] && first.Split(' ', StringSplitOptions.RemoveEmptyEntries) is
        ["cpu", _, _, _, _, _, _, _, var stolen, ..]
            ? Number(stolen, NumberStyles.None) * 10_000_000
            : null;

    /// <summary>Folders of the process's cgroups of a controller: at most one of each version.</summary>
    private IEnumerable<(string Mount, string Path, bool Unified)> Groups(int process, string controller)
    {
        var mounts = Lines("proc/self/mountinfo");
        foreach (var line in Lines(string.Create(CultureInfo.InvariantCulture, $"proc/{process}/cgroup")))
        {
            // hierarchy:controllers:path; version 2 has no controllers there.
            if (line.Split(':', 3) is not [_, var controllers, var path]) continue;
            var unified = controllers.Length == 0;
            if (!unified && !controllers.Split(',').Contains(controller)) continue;
            // A cgroup outside the visible tree: its limits can't be read.
            if (path.Split('/').Contains("..")) continue;
            foreach (var mount in mounts)
            {
                if (FolderOf(mount, path, unified ? null : controller) is not { } found) continue;
                yield return (found.Mount, found.Path, unified);
                break;
            }
        }
    }

    /// <summary>Folder of a cgroup below a mount in mountinfo: <c>36 35 98:0 /root /mount options … - type source options</c>.</summary>
    /// <param name="controller">The required controller of version 1; null for version 2.</param>
    private static (string Mount, string Path)? FolderOf(string mount, string group, string? controller)
    {
        var fields = mount.Split(' ');
        var separator = Array.IndexOf(fields, "-");
        if (separator < 5 || separator + 3 >= fields.Length) return null;
        if (fields[separator + 1] != (controller is null ? "cgroup2" : "cgroup")) return null;
        if (controller is not null && !fields[separator + 3].Split(',').Contains(controller)) return null;
        var (top, place) = (fields[3].TrimEnd('/'), Unescaped(fields[4]));
        if (group == top) return (place, "");
        // A mount that shows only part of the tree, as in a container of version 1.
        return group.StartsWith(top + "/", StringComparison.Ordinal) ? (place, group[(top.Length + 1)..]) : null;
    }

    /// <summary>The kernel writes a blank in a path as \040.</summary>
    private static string Unescaped(string path) => path.Replace("\\040", " ", StringComparison.Ordinal);

    /// <summary>The cgroup's folder and its parents, up to the mount.</summary>
    private IEnumerable<string> Upwards(string mount, string path)
    {
        var top = root + mount;
        var names = path.Split('/', StringSplitOptions.RemoveEmptyEntries);
        for (var levels = names.Length; levels >= 0 && names.Length - levels < MostLevels; levels--)
        {
            yield return Path.Combine([top, .. names[..levels]]);
        }
    }

    /// <summary><c>cpu.max</c>: quota and period in microseconds, or the word max for no quota.</summary>
    private static double? QuotaOfMax(string folder) =>
        Text(Path.Combine(folder, "cpu.max"))?.Split(' ', '\n') is [var quota, var period, ..]
            ? Quota(Number(quota, NumberStyles.None), Number(period, NumberStyles.None))
            : null;

    private static double? QuotaOfPeriod(string folder) =>
        Quota(Number(Path.Combine(folder, "cpu.cfs_quota_us")), Number(Path.Combine(folder, "cpu.cfs_period_us")));

    private static double? Quota(long? quota, long? period) =>
        quota is > 0 and var time && period is > 0 and var of ? (double)time / of : null;

    private static long? Number(string path) => Text(path) is { } text ? Number(text.Trim(), NumberStyles.AllowLeadingSign) : null;

    private static long? Number(string text, NumberStyles style) =>
        long.TryParse(text, style, CultureInfo.InvariantCulture, out var number) ? number : null;

    private string[] Lines(string path) => Text($"{root}/{path}")?.Split('\n', StringSplitOptions.RemoveEmptyEntries) ?? [];

    private static string? Text(string path)
    {
        try
        {
            using var reader = new StreamReader(path);
            var text = new char[MostBytesOfAFile];
            return new string(text, 0, reader.ReadBlock(text));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

/// <summary>
/// Reads the kernel's CPU counters of a process's cgroups and of the machine at the start and at the end of a recording: some small files,
/// and nothing in between.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class ProcessorWatch
{
    private readonly ControlGroups _groups = new("");
    private readonly IReadOnlyList<string> _folders;
    private readonly long _started = Stopwatch.GetTimestamp();
    private readonly ProcessorCounts _before;

    private ProcessorWatch(int processId)
    {
        // The process may be gone at the end; its cgroups still exist.
        _folders = _groups.ProcessorFolders(processId);
        _before = _groups.ProcessorCounts(_folders);
    }

    /// <summary>Starts; a child process has unpause's own cgroups.</summary>
    /// <param name="processId">Process id in this pid namespace.</param>
    public static ProcessorWatch Start(int processId) => new(processId);

    /// <summary>The increase since the start.</summary>
    public ProcessorShare Finish()
    {
        var after = _groups.ProcessorCounts(_folders);
        return new ProcessorShare(
            (long)Stopwatch.GetElapsedTime(_started).TotalNanoseconds,
            Growth(_before.Periods, after.Periods),
            Growth(_before.ThrottledPeriods, after.ThrottledPeriods),
            Growth(_before.ThrottledNanoseconds, after.ThrottledNanoseconds),
            Growth(_before.StolenNanoseconds, after.StolenNanoseconds),
            Growth(_before.WaitedNanoseconds, after.WaitedNanoseconds),
            after.WaitedOfGroup);
    }

    private static long? Growth(long? before, long? after) => after - before is { } growth ? Math.Max(0, growth) : null;
}

/// <summary>Kernel counters at one moment; null is unknown.</summary>
/// <param name="Periods">CPU quota periods, of the cgroups with a quota.</param>
/// <param name="ThrottledPeriods">Periods in which the quota was used up.</param>
/// <param name="ThrottledNanoseconds">Throttled CPU time.</param>
/// <param name="StolenNanoseconds">CPU time that the host gave to other guests (steal).</param>
/// <param name="WaitedNanoseconds">Time in which at least one task waited for a CPU (CPU pressure).</param>
/// <param name="WaitedOfGroup">Whether that is for the innermost cgroup; otherwise for the machine.</param>
internal sealed record ProcessorCounts(
    long? Periods,
    long? ThrottledPeriods,
    long? ThrottledNanoseconds,
    long? StolenNanoseconds,
    long? WaitedNanoseconds,
    bool WaitedOfGroup);
