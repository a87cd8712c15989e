using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Unpause.Recorder.Probes;

namespace Unpause.Recorder.Processes;

/// <summary>
/// A NUMA node, to which a program can be bound: it then runs on the node's CPUs and gets the node's memory. Child processes inherit the
/// binding of the thread that starts them (sched(7), set_mempolicy(2)).
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe partial class NumaNode
{
    private const int Bind = 2, BitsOfWord = 64, MostProcessors = 8192;
    private static readonly bool IsArm64 = RuntimeInformation.ProcessArchitecture == Architecture.Arm64;
    private static readonly nint SetAffinityCall = IsArm64 ? 122 : 203, SetPolicyCall = IsArm64 ? 237 : 238;

    private NumaNode(int number, IReadOnlyList<int> processors) => (Number, Processors) = (number, processors);

    public int Number { get; }

    /// <summary>Its CPUs on which unpause may run.</summary>
    public IReadOnlyList<int> Processors { get; }

    /// <summary>Finds a node to which a child process may be bound.</summary>
    /// <param name="root">Prefix of /sys and /proc.</param>
    /// <exception cref="ObstacleException">There is no such node, or it is not allowed.</exception>
    public static NumaNode Find(int number, string root = "")
    {
        var folder = $"{root}/sys/devices/system/node";
        var online = Text($"{folder}/online")
            ?? throw new ObstacleException($"this kernel lists no NUMA nodes ({folder}), so there is no node {number}");
        if (!Has(online, number))
            throw new ObstacleException($"there is no NUMA node {number}: this machine has {Named(online)}");
        var own = OnlineProcessors.Parse(Text($"{folder}/node{number}/cpulist") ?? "");
        if (own.Count == 0) throw new ObstacleException($"NUMA node {number} has memory but no CPUs");
        if (Text($"{folder}/has_memory") is { } withMemory && !Has(withMemory, number))
            throw new ObstacleException($"NUMA node {number} has CPUs but no memory");
        var (memory, processors) = (Allowed(root, "Mems_allowed_list:"), Allowed(root, "Cpus_allowed_list:"));
        if (memory is not null && !Has(memory, number))
        {
            throw new ObstacleException(
                $"NUMA node {number} is not allowed here: the cgroup (cpuset.mems) allows memory of {Named(memory)} only");
        }

        var allowed = processors is null ? own : [.. own.Intersect(OnlineProcessors.Parse(processors))];
        return allowed.Count > 0 ? new NumaNode(number, allowed) : throw new ObstacleException(
            $"no CPU of NUMA node {number} is allowed here (taskset, or the "
            + $"cgroup's cpuset.cpus). Allowed CPUs: {processors}");
    }

    /// <summary>Checks whether the kernel allows the binding; nothing stays bound.</summary>
    /// <exception cref="ObstacleException">It does not.</exception>
    public void Check()
    {
        var error = Run(static () => 0);
        if (error == 0) return;
        throw new ObstacleException(new Obstacle(
            $"the kernel refuses to bind to NUMA node {Number}: {Marshal.GetPInvokeErrorMessage(error)}",
            "in a container, add CAP_SYS_NICE: docker run --cap-add SYS_NICE"));
    }

    /// <summary>Starts a program from a thread that is bound to the node and then ends.</summary>
    /// <param name="start">Starts it; returns 0 or an errno.</param>
    /// <returns>The same, or the errno of the failed binding.</returns>
    public int Run(Func<int> start)
    {
        var result = 0;
        var thread = new Thread(() => result = BindThread() is > 0 and var error ? error : start()) { Name = "start bound to a node" };
        thread.Start();
        thread.Join();
        return result;
    }

    private int BindThread()
    {
        Span<ulong> mask = stackalloc ulong[MostProcessors / BitsOfWord];
        mask.Clear();
        foreach (var processor in Processors) Set(mask, processor);
        const int ThisThread = 0;
        fixed (ulong* pointer = mask)
        {
            if (SystemCall(SetAffinityCall, ThisThread, MostProcessors / 8, pointer) != 0) return Marshal.GetLastPInvokeError();
            mask.Clear();
            Set(mask, Number);
            // The kernel uses one bit less than the given number (mm/mempolicy.c, get_nodes).
            return SystemCall(SetPolicyCall, Bind, pointer, Number + 2) == 0 ? 0 : Marshal.GetLastPInvokeError();
        }
    }

    private static void Set(Span<ulong> mask, int bit) => mask[bit / BitsOfWord] |= 1UL << (bit % BitsOfWord);

    private static bool Has(string list, int number) => OnlineProcessors.Parse(list).Contains(number);

    private static string Named(string list) => OnlineProcessors.Parse(list).Count == 1 ? $"node {list}" : $"nodes {list}";

    private static string? Allowed(string root, string name)
    {
        foreach (var line in (Text($"{root}/proc/self/status") ?? "").Split('\n'))
        {
            if (line.StartsWith(name, StringComparison.Ordinal)) return line[name.Length..].Trim();
        }

        return null;
    }

    private static string? Text(string path)
    {
        try
        {
            return File.ReadAllText(path).Trim();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint SystemCall(nint number, nint thread, nint length, ulong* mask);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint SystemCall(nint number, nint mode, ulong* mask, nint bits);
}
