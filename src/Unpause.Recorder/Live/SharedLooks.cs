namespace Unpause.Recorder.Live;

/// <summary>
/// One thread that looks at many recordings at the same moments. With a thread for each, the wake-up costs several times as much as the
/// look.
/// </summary>
/// <remarks>
/// A look may read a file on a file system that hangs. <see cref="PassOver"/> then goes on with the other recordings on another thread.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed unsafe class SharedLooks
{
    /// <summary>Time between looks: how late events are in the file at most, where they are not written as they arrive.</summary>
    public static readonly TimeSpan Between = TimeSpan.FromMilliseconds(500);

    private static readonly TimeSpan LongestLook = TimeSpan.FromSeconds(1);

    private readonly Lock _lock = new();
    private readonly List<SharedLook> _all = [];
    private Thread? _thread;
    private LibC.PollEntry[] _polled = [];
    private SharedLook[] _current = [];
    private long _lookedSince;
    private bool _changed;

    /// <summary>How many threads have begun to look so far.</summary>
    public int Threads { get; private set; }

    /// <summary>How often the thread has waited for the next moment or for a descriptor.</summary>
    public long Waits { get; private set; }

    /// <summary>Has something looked at until it is disposed.</summary>
    /// <param name="look">
    /// Called at each moment, and when a descriptor is readable, which it is told; never twice at once. Returns whether it is to be called
    /// again. It must not throw.
    /// </param>
    /// <param name="descriptors">What is waited for between the moments. They stay open until it is disposed.</param>
    public SharedLook Add(Func<bool, bool> look, params IReadOnlyList<int> descriptors)
    {
        var added = new SharedLook(this, look, descriptors);
        lock (_lock)
        {
            _all.Add(added);
            _changed = true;
            if (_thread is null) Start();
        }

        return added;
    }

    /// <summary>Leaves a look alone that takes too long: another thread goes on with the rest. To be called from time to time.</summary>
    public void PassOver()
    {
        lock (_lock)
        {
            var since = Volatile.Read(ref _lookedSince);
            if (_thread is not null && since != 0 && Stopwatch.GetElapsedTime(since) > LongestLook) Start();
        }
    }

    /// <summary>Ends a look.</summary>
    internal void Remove(SharedLook look)
    {
        lock (_lock) _changed |= _all.Remove(look);
    }

    private void Start()
    {
        Threads++;
        Volatile.Write(ref _lookedSince, 0);
        _changed = true;
        _thread = new Thread(Run) { IsBackground = true, Name = "look at recordings" };
        _thread.Start();
    }

    private void Run()
    {
        // The same moments for all, and for the reader of the files: multiples of the time between them.
        var next = NextMoment();
        while (Collect() is { } looks)
        {
            Waits++;
            var polled = _polled;
            var left = (next - Stopwatch.GetTimestamp()) * 1000 / Stopwatch.Frequency;
            int ready;
            fixed (LibC.PollEntry* entries = polled)
                ready = LibC.Poll(entries, (nuint)polled.Length, (int)Math.Clamp(left + 1, 0, (long)Between.TotalMilliseconds + 1));
            var isDue = Stopwatch.GetTimestamp() >= next;
            if (isDue) next = NextMoment();
            var at = 0;
            foreach (var look in looks)
            {
                var isReady = false;
                for (var i = 0; i < look.Descriptors.Count; i++, at++) isReady |= ready > 0 && polled[at].Returned != 0;
                if (!isDue && !isReady) continue;
                if (!Begin()) return;
                if (!look.Run(isReady)) Remove(look);
                if (!End()) return;
            }
        }
    }

    private static long NextMoment()
    {
        var between = (long)(Between.TotalSeconds * Stopwatch.Frequency);
        return ((Stopwatch.GetTimestamp() / between) + 1) * between;
    }

    /// <summary>What is to be looked at now; null where this thread is no longer needed.</summary>
    private SharedLook[]? Collect()
    {
        lock (_lock)
        {
            if (_thread != Thread.CurrentThread) return null;
            if (_all.Count == 0)
            {
                _thread = null;
                return null;
            }

            if (!_changed) return _current;
            _current = [.. _all.Where(look => !look.IsRunning)];
            // Those that are passed over are taken again when they have ended.
            _changed = _current.Length < _all.Count;
            _polled = [.. _current.SelectMany(look => look.Descriptors)
                .Select(descriptor => new LibC.PollEntry { Descriptor = descriptor, Events = LibC.PollIn })];
            return _current;
        }
    }

    private bool Begin()
    {
        lock (_lock)
        {
            if (_thread != Thread.CurrentThread) return false;
            Volatile.Write(ref _lookedSince, Stopwatch.GetTimestamp());
            return true;
        }
    }

    private bool End()
    {
        lock (_lock)
        {
            if (_thread != Thread.CurrentThread) return false;
            Volatile.Write(ref _lookedSince, 0);
            return true;
        }
    }
}

/// <summary>One recording that is looked at.</summary>
[SupportedOSPlatform("linux")]
internal sealed class SharedLook(SharedLooks owner, Func<bool, bool> look, IReadOnlyList<int> descriptors) : IDisposable
{
    private readonly Lock _running = new();
    private volatile bool _isRunning;
    private bool _hasEnded;

    /// <summary>What is waited for.</summary>
    public IReadOnlyList<int> Descriptors => descriptors;

    /// <summary>Whether a thread looks now.</summary>
    public bool IsRunning => _isRunning;

    /// <summary>Looks; false where that is not wanted again.</summary>
    public bool Run(bool isReady)
    {
        lock (_running)
        {
            if (_hasEnded) return false;
            _isRunning = true;
            _hasEnded = !look(isReady);
            _isRunning = false;
            return !_hasEnded;
        }
    }

    /// <summary>Ends it. A look that is going on is waited for, and none follows.</summary>
    public void Dispose()
    {
        owner.Remove(this);
        lock (_running) _hasEnded = true;
    }
}
