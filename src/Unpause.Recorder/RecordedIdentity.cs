namespace Unpause.Recorder;

/// <summary>Identity of a recorded run according to its environment and container. Unknown values are null.</summary>
public static class RecordedIdentity
{
    private const int MostHostChars = 253;

    /// <summary>Of the program that <see cref="ProgramRunner"/> will start, with unpause's own environment, container and limits.</summary>
    public static RunIdentity OfProgram() =>
        OperatingSystem.IsLinux() ? Read(Environment.ProcessId) : RunIdentity.Unknown with { Host = Environment.MachineName };

    /// <summary>Of a live process; only reads.</summary>
    /// <param name="processId">Process id in this pid namespace.</param>
    [SupportedOSPlatform("linux")]
    public static RunIdentity Read(int processId)
    {
        if (ProcessView.Find(processId) is not { } process) return RunIdentity.Unknown;
        var groups = new ControlGroups("");
        var seen = new RunIdentity
        {
            Host = Host(process),
            Container = ContainerId.Find(process.Lines("cgroup"), process.Lines("mountinfo")),
            Processors = Processors(process.AllowedProcessors, groups.ProcessorQuota(processId)),
            MemoryLimitBytes = groups.MemoryLimitBytes(processId),
        };
        return ResourceAttributes.Read(
            process.Variable(ResourceAttributes.Variable), process.Variable(ResourceAttributes.ServiceVariable)).Or(seen);
    }

    /// <summary>The CPU count of runtimes: limited by the quota, rounded up.</summary>
    internal static int? Processors(int? allowed, double? quota)
    {
        int? most = quota is { } processors and < int.MaxValue ? Math.Max(1, (int)Math.Ceiling(processors)) : null;
        return allowed is { } count && !(most < count) ? count : most;
    }

    /// <summary>Number of CPUs in a list like <c>0-3,8</c>; null for other text.</summary>
    internal static int? CountOf(string? list)
    {
        if (string.IsNullOrEmpty(list)) return null;
        long count = 0;
        foreach (var range in list.Split(','))
        {
            var ends = range.Split('-');
            if (ends.Length > 2 || !ushort.TryParse(ends[0], NumberStyles.None, CultureInfo.InvariantCulture, out var first)
                || !ushort.TryParse(ends[^1], NumberStyles.None, CultureInfo.InvariantCulture, out var last) || last < first) return null;
            count += last - first + 1;
        }

        return count > 0 ? (int)Math.Min(count, int.MaxValue) : null;
    }

    /// <summary>unpause's host name, or that of the process's own container.</summary>
    [SupportedOSPlatform("linux")]
    private static string? Host(ProcessView process)
    {
        var host = process switch
        {
            { SharesOurHostName: true } => FirstLine(UnlockedFile.Read("/proc/sys/kernel/hostname", MostHostChars + 1)),
            // The host name is in the process's own files; without its own mount namespace it can't be read from outside.
            { SharesOurHostName: false, SharesOurFiles: false } =>
                FirstLine(ProcessFiles.Read(process, "/etc/hostname", MostHostChars + 1)),
            _ => null,
        };
        return host is { Length: > 0 and <= MostHostChars } && ResourceAttributes.IsValue(host) ? host : null;
    }

    private static string? FirstLine(byte[]? bytes) => bytes is null ? null : Encoding.UTF8.GetString(bytes).Split('\n')[0].Trim();
}
