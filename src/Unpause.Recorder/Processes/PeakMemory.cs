namespace Unpause.Recorder.Processes;

/// <summary>
/// Peak memory of the descendants of a process: the sum of their resident sets, sampled ten times a second (fifty times in the first
/// seconds, for processes that end soon), and at least the kernel's own high-water mark of each. Shared pages count in each process.
/// </summary>
/// <remarks><c>proc_pid_status(5)</c>: VmRSS and VmHWM, in KiB; <c>proc_tid_children(5)</c>: children by their thread.</remarks>
[SupportedOSPlatform("linux")]
public sealed class PeakMemory : IDisposable
{
    // A tested program does not have more; the rest is left out.
    private const int MostProcesses = 2_000;
    private const int Kibi = 1024;

    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(100), FirstPeriod = TimeSpan.FromMilliseconds(20);

    private static readonly TimeSpan First = TimeSpan.FromSeconds(4);

    private readonly int _root;
    private readonly ManualResetEventSlim _over = new();
    private long _peak;

    private PeakMemory(int root)
    {
        _root = root;
        // A separate thread: those of the pool may all be busy while unpause loads a service.
        new Thread(LookOnAndOn) { IsBackground = true, Name = "peak memory" }.Start();
    }

    /// <summary>Starts sampling.</summary>
    /// <param name="root">The process whose descendants are sampled, without itself.</param>
    public static PeakMemory Below(int root) => new(root);

    /// <summary>The peak in bytes so far; null when no process was seen.</summary>
    public long? Bytes => Interlocked.Read(ref _peak) is > 0 and var peak ? peak : null;

    /// <summary>The descendants of a process, without itself.</summary>
    public static IReadOnlyList<int> Descendants(int root)
    {
        var found = new List<int>();
        var left = new Queue<int>([root]);
        while (found.Count < MostProcesses && left.TryDequeue(out var parent))
        {
            foreach (var child in ChildrenOf(parent).Where(child => !found.Contains(child)))
            {
                found.Add(child);
                left.Enqueue(child);
            }
        }

        return found;
    }

    /// <inheritdoc/>
    public void Dispose() => _over.Set();

    private void LookOnAndOn()
    {
        var began = Stopwatch.GetTimestamp();
        do
        {
            var (together, largest) = (0L, 0L);
            foreach (var process in Descendants(_root))
            {
                var (now, most) = SizesOf(process);
                together += now;
                largest = Math.Max(largest, most);
            }

            Interlocked.Exchange(ref _peak, Math.Max(_peak, Math.Max(together, largest)));
        }
        while (!_over.Wait(Stopwatch.GetElapsedTime(began) < First ? FirstPeriod : Period));
    }

    private static IEnumerable<int> ChildrenOf(int process)
    {
        foreach (var thread in ThreadsOf(process))
        {
            foreach (var word in Read($"{thread}/children").Split(' ', StringSplitOptions.RemoveEmptyEntries))
            {
                if (int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var child)) yield return child;
            }
        }
    }

    /// <summary>The folders of a process's threads in /proc; empty when it has ended.</summary>
    public static IReadOnlyList<string> ThreadsOf(int process) => Entries($"/proc/{process.ToString(CultureInfo.InvariantCulture)}/task");

    private static string[] Entries(string folder)
    {
        try
        {
            return Directory.GetDirectories(folder);
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static (long Now, long Most) SizesOf(int process)
    {
        var (now, most) = (0L, 0L);
        foreach (var line in Read($"/proc/{process.ToString(CultureInfo.InvariantCulture)}/status").Split('\n'))
        {
            if (line.StartsWith("VmRSS:", StringComparison.Ordinal)) now = KibiOf(line) * Kibi;
            else if (line.StartsWith("VmHWM:", StringComparison.Ordinal)) most = KibiOf(line) * Kibi;
        }

        return (now, most);
    }

    private static long KibiOf(string line) =>
        line.Split([' ', '\t'], StringSplitOptions.RemoveEmptyEntries) is [_, var number, ..]
        && long.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var size) ? size : 0;

    private static string Read(string path)
    {
        try
        {
            return File.ReadAllText(path, Encoding.Latin1);
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
