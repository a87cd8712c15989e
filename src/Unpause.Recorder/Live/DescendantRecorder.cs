using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder.Live;

/// <summary>
/// Attaches to processes that environment variables can't record when programs change their user: every JVM below CMD, because a JVM
/// that can't open its log as another user refuses to start, and .NET processes of other users. Each is recorded like <c>unpause record</c>
/// once it runs.
/// </summary>
/// <remarks>
/// A process belongs to the run if its parent did when it was first seen. Only new process ids and recently executed programs are
/// inspected, so the cost is one directory listing four times a second, whatever else runs on the machine.
/// </remarks>
/// <param name="runtimes">The runtimes to record.</param>
/// <param name="place">Where the recordings go.</param>
[SupportedOSPlatform("linux")]
internal sealed class DescendantRecorder(RecorderTable runtimes, RunOptions options, RecordingPlace place) : IDisposable
{
    private const int LookMilliseconds = 50, RestMilliseconds = 250, MostProcesses = 64, LongestEndMilliseconds = 10_000;

    /// <summary>
    /// How long after it executed a program a process is checked for a runtime, and for how long frequently: usually a runtime is loaded at
    /// once.
    /// </summary>
    private static readonly TimeSpan RuntimeLoads = TimeSpan.FromSeconds(5), RuntimeLoadsAsARule = TimeSpan.FromSeconds(1);

    private readonly CancellationTokenSource _over = new();
    private readonly HashSet<int> _seen = [];
    private readonly Dictionary<int, Watched> _ours = [];
    private readonly List<Thread> _recordings = [];
    private readonly Lock _lock = new();
    private readonly List<string> _problems = [];
    private TimeSpan _longestUnseen;
    private int _recorded;
    private bool _rootHasSwitch;
    private int _root;
    private Thread? _thread;

    /// <summary>What is not recorded, one sentence each.</summary>
    public IReadOnlyList<string> Problems
    {
        get
        {
            lock (_lock)
            {
                if (_recorded == 0) return [.. _problems];
                var processes = _recorded == 1 ? "A process was" : $"{Quantities.Count(_recorded)} processes were";
                return
                [
                    $"{processes} recorded by attaching after the start, because processes that root starts may change their user: the "
                        + $"first {Quantities.Duration(_longestUnseen.TotalNanoseconds)} are not in the report.",
                    .. _problems,
                ];
            }
        }
    }

    /// <summary>Follows a process that was just started, and its descendants.</summary>
    /// <param name="hasSwitch">Whether it records itself until it executes another program.</param>
    public void Follow(int process, bool hasSwitch)
    {
        (_root, _rootHasSwitch) = (process, hasSwitch);
        _ours[process] = new Watched();
        _thread = new Thread(Watch) { IsBackground = true, Name = "look for processes" };
        _thread.Start();
    }

    /// <summary>Ends all recordings and waits for them for a limited time: the program has ended.</summary>
    public void Finish()
    {
        if (_over.IsCancellationRequested) return;
        _over.Cancel();
        _thread?.Join(LongestEndMilliseconds); // inspecting a process may block indefinitely
        var deadline = Environment.TickCount64 + LongestEndMilliseconds;
        foreach (var recording in _recordings)
        {
            if (recording.Join((int)Math.Max(0, deadline - Environment.TickCount64))) continue;
            lock (_lock) _problems.Add($"The recording {recording.Name} did not end in time and is not in the report.");
        }
    }

    // The token is not disposed: a recording that did not end in time still uses it.
    public void Dispose() => Finish();

    private void Watch()
    {
        do
        {
            Look();
        }
        while (!_over.Token.WaitHandle.WaitOne(_ours.Values.Any(watched => watched.IsYoung) ? LookMilliseconds : RestMilliseconds));
    }

    private void Look()
    {
        var now = Numbers();
        _seen.IntersectWith(now);
        foreach (var gone in _ours.Keys.Where(id => !now.Contains(id)).ToList()) _ours.Remove(gone);
        // A child may have a lower id than its parent.
        for (var found = true; found;)
        {
            found = false;
            foreach (var id in now)
            {
                if (_seen.Contains(id) || _ours.ContainsKey(id)) continue;
                if (ProcessView.ParentOf(id) is not { } parent || !_ours.ContainsKey(parent)) continue;
                _ours[id] = new Watched();
                found = true;
            }
        }

        _seen.UnionWith(now);
        foreach (var (id, watched) in _ours) Look(id, watched);
    }

    private void Look(int id, Watched watched)
    {
        if (watched.IsRecorded) return;
        var program = ProcessView.ExecutableOf(id);
        if (program != watched.Program)
            (watched.Program, watched.Since, watched.Times) = (program, Stopwatch.GetTimestamp(), watched.Times + 1);
        if (Stopwatch.GetElapsedTime(watched.Since) > RuntimeLoads || (id == _root && _rootHasSwitch && watched.Times <= 1)) return;
        if (ProcessView.Find(id) is not { IsZombie: false } process) return;
        foreach (var runtime in runtimes.Runtimes)
        {
            if (runtime.Live.IsAlwaysReachedByRun || runtime.AbilityTo(LiveCapability.Record) is null) continue;
            if (runtime.Live.Describe(process) is not { } description) continue;
            if (!Reaches(runtime.Switch, process.UserId) && description is { Recordable: true, RecordedByRun: false })
                Record(runtime, process, description, watched);
            return;
        }
    }

    private static bool Reaches(IRunSwitch runSwitch, uint user) => runSwitch.ReachesBelowRoot && user == FileCalls.OwnUser();

    private void Record(RecordedRuntime runtime, ProcessView process, LiveProcess description, Watched watched)
    {
        if (_recordings.Count >= MostProcesses) return;
        watched.IsRecorded = true;
        var live = new LiveOptions(process.Id, Folder: place.Path)
        {
            Before = TimeSpan.Zero,
            Probes = false,
            Phases = options.Phases,
            Requests = options.Requests,
            Allocations = options.Allocations && runtime.AbilityTo(LiveCapability.Allocations) is not null,
            Started = _ => Began(process),
        };
        var thread = new Thread(() => Record(runtime, process, description, live)) { IsBackground = true, Name = $"record {process.Id}" };
        _recordings.Add(thread);
        thread.Start();
    }

    private void Record(RecordedRuntime runtime, ProcessView process, LiveProcess description, LiveOptions live)
    {
        try
        {
            using var result = runtime.Live.Record(process, description, live, _over.Token);
            lock (_lock) _problems.AddRange(result.NotRecorded.Select(sentence => $"Process {process.Id}: {sentence}."));
        }
        catch (ObstacleException e)
        {
            lock (_lock) _problems.Add($"Process {process.Id} ({runtime.Traits.Name}) is not recorded: {e.Message}.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            lock (_lock) _problems.Add($"The end of process {process.Id} ({runtime.Traits.Name}) is not recorded: {e.Message}");
        }
    }

    private void Began(ProcessView process)
    {
        var unseen = DateTimeOffset.UtcNow - process.StartedAt ?? TimeSpan.Zero;
        lock (_lock)
        {
            _recorded++;
            if (unseen > _longestUnseen) _longestUnseen = unseen;
        }
    }

    private static HashSet<int> Numbers()
    {
        var numbers = new HashSet<int>();
        foreach (var folder in Directory.EnumerateDirectories("/proc"))
        {
            if (int.TryParse(Path.GetFileName(folder.AsSpan()), NumberStyles.None, CultureInfo.InvariantCulture, out var id))
                numbers.Add(id);
        }

        return numbers;
    }

    private sealed class Watched
    {
        public string? Program { get; set; }

        public long Since { get; set; } = Stopwatch.GetTimestamp();

        public int Times { get; set; }

        public bool IsRecorded { get; set; }

        public bool IsYoung => !IsRecorded && Stopwatch.GetElapsedTime(Since) < RuntimeLoadsAsARule;
    }
}
