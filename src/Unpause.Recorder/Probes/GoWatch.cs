using System.Diagnostics;
using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder.Probes;

/// <summary>
/// Observes every Go program at and below the command through the kernel without modifying it: probes record when the world is stopped and
/// started, and every process gets a file of its stops.
/// </summary>
/// <remarks>
/// The kernel reports forks and execs. A program known beforehand is probed before it starts. Another one is probed when it is executed,
/// which takes a few milliseconds, usually before its first collection. Its file says from when on it was observed.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed unsafe class GoWatch : IDisposable
{
    private const int TaskPages = 64, ExecPages = 8, WakeUpBytes = 64 * 1024, WaitMilliseconds = 200, MostProcesses = 4096;

    // Probes are usually in place within some milliseconds of a program's start, unless the kernel is busy with others.
    private const long UsuallyUnseen = 50_000_000;
    private const int MostPrograms = 1024, LongestDelayMilliseconds = 500, MostDescriptors = 128;

    /// <summary>Total time for finding offsets: a malicious file can make that slow.</summary>
    private static readonly TimeSpan LongestSearch = TimeSpan.FromSeconds(10);
    private readonly string _folder;
    private readonly string? _searchPath;
    private readonly StartState _state;
    private readonly List<(int Processor, PerfRing Ring)> _tasks;
    private readonly List<PerfRing> _execs;
    private readonly GoProbes _probes;
    private readonly Dictionary<string, ProbedProgram?> _programs = new(StringComparer.Ordinal);
    private readonly HashSet<int> _ours = [];
    private readonly Dictionary<int, GoStopWriter> _processes = [];
    private readonly List<PerfRecord> _records = [];
    private readonly NumaSampling _numa = new(NumaCounts.Find());
    private readonly Stopwatch _searching = new();
    private Thread? _expecting;
    private Thread? _thread;
    private int _endRead = -1;
    private int _endWrite = -1;
    private int _root;
    private int _started;
    private int _missed;
    private long _longestUnseen;

    private GoWatch(string folder, string? searchPath, StartState state, List<(int Processor, PerfRing Ring)> tasks, List<PerfRing> execs)
    {
        (_folder, _searchPath, _state, _tasks, _execs) = (folder, searchPath, state, tasks, execs);
        _probes = new GoProbes(tasks, MostDescriptors);
    }

    /// <summary>Problems, one sentence each.</summary>
    public List<string> Problems { get; } = [];

    /// <summary>Starts to observe; null where the kernel does not allow it (it requires CAP_PERFMON).</summary>
    /// <param name="folder">Where the files go.</param>
    /// <param name="searchPath">PATH as Latin-1 bytes, or null.</param>
    /// <param name="state">State at unpause's start.</param>
    public static GoWatch? Open(string folder, string? searchPath, StartState state)
    {
        var tasks = new List<(int Processor, PerfRing Ring)>();
        var execs = new List<PerfRing>();
        var watch = new GoWatch(folder, searchPath, state, tasks, execs);
        foreach (var processor in OnlineProcessors.Numbers())
        {
            if (PerfRing.Open(PerfEvent.OpenTasks(processor, WakeUpBytes), TaskPages) is { } ring) tasks.Add((processor, ring));
            if (PerfRing.Open(PerfEvent.OpenExecs(processor), ExecPages) is { } exec) execs.Add(exec);
            if (tasks.Count == execs.Count && tasks.Count > 0 && tasks[^1].Processor == processor) continue;
            watch.Dispose();
            return null;
        }

        var ends = stackalloc int[2];
        if (tasks.Count == 0 || LibC.Pipe(ends, LibC.OCloseOnExec) != 0)
        {
            watch.Dispose();
            return null;
        }

        (watch._endRead, watch._endWrite) = (ends[0], ends[1]);
        return watch;
    }

    /// <summary>
    /// Probes a program before it starts. While the kernel removes other probes, this may take seconds. The program starts anyway, and its
    /// file says from when on it was observed.
    /// </summary>
    public void Expect(byte[] file)
    {
        _expecting = new Thread(() => Probed(Encoding.UTF8.GetString(file), out _)) { IsBackground = true, Name = "probe the program" };
        _expecting.Start();
        _expecting.Join(LongestDelayMilliseconds);
    }

    /// <summary>Follows a process that was just started, and its descendants.</summary>
    public void Follow(int process)
    {
        _root = process;
        _thread = new Thread(Watch) { IsBackground = true, Name = "watch Go programs" };
        _thread.Start();
    }

    /// <summary>Reads remaining records and ends all files.</summary>
    public void Finish()
    {
        LibC.Close(_endWrite);
        _endWrite = -1;
        _thread?.Join();
        var now = Stopwatch.GetTimestamp();
        Take(now);
        _numa.Sample(_processes.Values, anyTime: true);
        foreach (var process in _processes.Values) End(process, now);
        _processes.Clear();
        if (_missed == 0) return;
        var processes = _missed == 1 ? "a Go process" : $"{Quantities.Count(_missed)} Go processes";
        Problems.Add(
            $"No pause was seen of {processes}, although there may have been some: the probes were set up to "
            + $"{Quantities.Duration(_longestUnseen)} late. New probes wait while the kernel removes those of an earlier recording: leave "
            + "a second between two recordings.");
    }

    public void Dispose()
    {
        if (_endWrite >= 0) LibC.Close(_endWrite);
        _expecting?.Join();
        _thread?.Join();
        if (_endRead >= 0) LibC.Close(_endRead);
        (_endRead, _endWrite) = (-1, -1);
        foreach (var process in _processes.Values) process.Dispose();
        ProbeHeir.Close(_probes.Descriptors, _searchPath, _state);
        foreach (var (_, ring) in _tasks) ring.Dispose();
        foreach (var ring in _execs) ring.Dispose();
    }

    private void Watch()
    {
        _expecting?.Join();
        var entries = new LibC.PollEntry[1 + _tasks.Count + _execs.Count];
        entries[0] = new LibC.PollEntry { Descriptor = _endRead, Events = LibC.PollIn };
        for (var i = 0; i < _tasks.Count; i++)
        {
            entries[1 + (2 * i)] = new LibC.PollEntry { Descriptor = _tasks[i].Ring.Descriptor, Events = LibC.PollIn };
            entries[2 + (2 * i)] = new LibC.PollEntry { Descriptor = _execs[i].Descriptor, Events = LibC.PollIn };
        }

        while (entries[0].Returned == 0)
        {
            fixed (LibC.PollEntry* pointer = entries) LibC.Poll(pointer, (nuint)entries.Length, WaitMilliseconds);
            Take(Stopwatch.GetTimestamp());
        }
    }

    /// <summary>
    /// Takes the records of all CPUs up to a time before the first ring is read: later records of one ring may follow records that another
    /// ring shows only at the next reading.
    /// </summary>
    private void Take(long until)
    {
        foreach (var (_, ring) in _tasks) ring.Drain(_records);
        foreach (var ring in _execs) ring.Drain(_records);
        _records.Sort(static (one, other) => one.Time.CompareTo(other.Time));
        var taken = 0;
        for (; taken < _records.Count && _records[taken].Time <= until; taken++) Take(_records[taken]);
        _records.RemoveRange(0, taken);
        _numa.Sample(_processes.Values);
        foreach (var process in _processes.Values) process.Flush();
    }

    private void Take(in PerfRecord record)
    {
        switch (record.Kind)
        {
            case PerfRecordKind.Hit:
                if (_processes.TryGetValue(record.Process, out var hit) && _probes.PlaceOf(record.Id) is { } place)
                    hit.Hit(record.Time, place, record.Value);
                break;
            case PerfRecordKind.Fork:
                Forked(record);
                break;
            case PerfRecordKind.Exec:
                if (_ours.Contains(record.Process) || record.Process == _root) Executed(record.Process, record.Time);
                break;
            case PerfRecordKind.Exit:
                if (_processes.TryGetValue(record.Process, out var ended)) ended.ThreadEnded(record.Time);
                break;
            case PerfRecordKind.Lost:
                foreach (var process in _processes.Values) process.Lost(record.Value);
                break;
        }
    }

    private void Forked(in PerfRecord record)
    {
        if (record.Process == record.Parent) return; // a thread
        // A reused id: its former process has ended.
        if (_processes.Remove(record.Process, out var before)) End(before, record.Time);
        _ours.Remove(record.Process);
        if (_ours.Contains(record.Parent) || record.Process == _root || record.Parent == _root) _ours.Add(record.Process);
    }

    private void Executed(int process, long time)
    {
        if (_processes.Remove(process, out var before)) End(before, time);
        _ours.Add(process);
        if (_started >= MostProcesses || Probed($"/proc/{process}/exe", out var name) is not { } program) return;
        _started++;
        _processes[process] = new GoStopWriter(_folder, process, time, name, program);
    }

    /// <summary>A Go program with its probes, which are added if it is new; null for other programs.</summary>
    private ProbedProgram? Probed(string path, out string name)
    {
        name = "";
        try
        {
            // Opened, because a process that ends meanwhile takes its /proc/PID/exe with it.
            using var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
            var key = GoProgramKey.Read(file, path);
            name = key.Path;
            if (_programs.TryGetValue(key.Identity, out var known)) return known;
            if (_programs.Count >= MostPrograms || _searching.Elapsed > LongestSearch) return null;
            return _programs[key.Identity] = Probe($"/proc/self/fd/{file.DangerousGetHandle()}", name);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null; // gone, or no access
        }
    }

    private ProbedProgram? Probe(string path, string name)
    {
        var file = Encoding.UTF8.GetBytes(path);
        _searching.Start();
        var places = IsTool(name) || !GoExecutable.Is(file) ? null : GoStopPlaces.Locate(path);
        _searching.Stop();
        if (places is null) return null;
        if (_probes.Attach(file, places)) return new ProbedProgram(places.Version, places.HasReasons, Stopwatch.GetTimestamp());
        Problems.Add($"The pauses of {name} are not recorded: the kernel refused the probes, or they would be too many.");
        return null;
    }

    /// <summary>Compilers and similar tools: nobody needs their pauses, and there may be thousands of processes.</summary>
    private static bool IsTool(string path) =>
        path.Contains("/pkg/tool/", StringComparison.Ordinal) || Path.GetFileName(path) is "go" or "gofmt";

    private void End(GoStopWriter process, long now)
    {
        process.End(now);
        process.Dispose();
        // `env` that executes the program: if that happens before it is inspected, the program appears to have started twice.
        if (process.Count == 0 && process.UnseenUntil(now) is > UsuallyUnseen and var unseen)
        {
            _missed++;
            _longestUnseen = Math.Max(_longestUnseen, unseen);
        }

        if (process.Problem is { } problem && !Problems.Contains(problem)) Problems.Add(problem);
    }
}

/// <summary>Identifies a program's file: the same path may be another file in another container, or after a build.</summary>
/// <param name="Path">Its path as its own process sees it.</param>
/// <param name="Identity">The path with the file's length and modification time.</param>
internal readonly record struct GoProgramKey(string Path, string Identity)
{
    /// <summary>The key of an open file.</summary>
    /// <param name="path">The path by which it was opened, or a link to it (/proc/PID/exe).</param>
    /// <exception cref="IOException">The link is gone.</exception>
    public static GoProgramKey Read(SafeFileHandle handle, string path)
    {
        var target = File.ResolveLinkTarget(path, returnFinalTarget: false);
        var file = target is null ? System.IO.Path.GetFullPath(path) : target.FullName;
        return new GoProgramKey(file, $"{file} {RandomAccess.GetLength(handle)} {File.GetLastWriteTimeUtc(handle).Ticks}");
    }
}
