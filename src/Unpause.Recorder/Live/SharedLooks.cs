namespace Unpause.Recorder.Live;

/// <summary>
/// One thread that looks at many recordings at the same moments. With a thread for each, the wake-up costs several times as much as the
/// look.
/// </summary>
/// <remarks>
/// A look may read a file on a file system that hangs. <see cref="PassOver"/> then goes on with the other recordings on another thread.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed class SharedLooks
{
    /// <summary>Time between looks: how late events are in the file at most, where they are not written as they arrive.</summary>
    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(500);

    private static readonly TimeSpan LongestLook = TimeSpan.FromSeconds(1);

    private readonly Lock _lock = new();
    private readonly ReadyDescriptors _descriptors = new();
    private readonly Dictionary<long, SharedLook> _looks = [];
    private SharedLook[]? _listed;
    private Thread? _thread;
    private long _lookedSince, _number;

    /// <summary>Has something looked at until it is disposed.</summary>
    /// <param name="look">
    /// Called at each moment, and when a descriptor becomes readable, which it is told; never twice at once. Returns whether it is to be
    /// called again. It must not throw.
    /// </param>
    /// <param name="descriptors">What is waited for between the moments. They stay open until it is disposed.</param>
    /// <exception cref="IOException">The kernel waits for no more of them.</exception>
    public SharedLook Add(Func<bool, bool> look, params IReadOnlyList<int> descriptors)
    {
        lock (_lock)
        {
            var added = new SharedLook(this, ++_number, look, descriptors);
            foreach (var descriptor in descriptors) _descriptors.Add(descriptor, added.Number);
            _looks[added.Number] = added;
            _listed = null;
            if (_thread is null) Start();
            return added;
        }
    }

    /// <summary>Leaves a look alone that takes too long: another thread goes on with the rest. To be called from time to time.</summary>
    public void PassOver()
    {
        lock (_lock)
        {
            if (_thread is not null && _lookedSince != 0 && Stopwatch.GetElapsedTime(_lookedSince) > LongestLook) Start();
        }
    }

    /// <summary>Ends a look.</summary>
    internal void Remove(SharedLook look)
    {
        lock (_lock)
        {
            if (!_looks.Remove(look.Number)) return;
            _listed = null;
            foreach (var descriptor in look.Descriptors) _descriptors.Remove(descriptor);
        }
    }

    private void Start()
    {
        _lookedSince = 0;
        _thread = new Thread(Run) { IsBackground = true, Name = "look at recordings" };
        _thread.Start();
    }

    private void Run()
    {
        var ready = new List<long>();
        var next = NextMoment();
        while (List() is { } looks)
        {
            var left = (next - Stopwatch.GetTimestamp()) * 1000 / Stopwatch.Frequency;
            _descriptors.Wait(ready, (int)Math.Clamp(left + 1, 0, (long)Between.TotalMilliseconds + 1));
            var isDue = Stopwatch.GetTimestamp() >= next;
            if (isDue) next = NextMoment();
            foreach (var number in ready) Find(number)?.Ready();
            ready.Clear();
            foreach (var look in looks)
            {
                if (!look.IsRunning && (isDue || look.IsReady) && !Take(look)) return;
            }
        }
    }

    // Multiples of the time between them, so that another thread goes on at the same moments.
    private static long NextMoment()
    {
        var between = (long)(Between.TotalSeconds * Stopwatch.Frequency);
        return ((Stopwatch.GetTimestamp() / between) + 1) * between;
    }

    private SharedLook? Find(long number)
    {
        lock (_lock) return _looks.GetValueOrDefault(number);
    }

    /// <summary>What is to be looked at now; null where this thread is no longer needed.</summary>
    private SharedLook[]? List()
    {
        lock (_lock)
        {
            if (_thread != Thread.CurrentThread) return null;
            if (_looks.Count == 0) _thread = null;
            return _looks.Count == 0 ? null : _listed ??= [.. _looks.Values];
        }
    }

    /// <summary>Looks; false where another thread has gone on meanwhile.</summary>
    private bool Take(SharedLook look)
    {
        lock (_lock)
        {
            if (_thread != Thread.CurrentThread) return false;
            _lookedSince = Stopwatch.GetTimestamp();
        }

        if (!look.Run()) Remove(look);
        lock (_lock)
        {
            if (_thread != Thread.CurrentThread) return false;
            _lookedSince = 0;
            return true;
        }
    }
}

/// <summary>One recording that is looked at.</summary>
[SupportedOSPlatform("linux")]
internal sealed class SharedLook(SharedLooks owner, long number, Func<bool, bool> look, IReadOnlyList<int> descriptors) : IDisposable
{
    private readonly Lock _running = new();
    private volatile bool _isRunning, _isReady;
    private bool _hasEnded;

    /// <summary>Its number among those that are looked at.</summary>
    public long Number => number;

    /// <summary>What is waited for.</summary>
    public IReadOnlyList<int> Descriptors => descriptors;

    /// <summary>Whether a thread looks now.</summary>
    public bool IsRunning => _isRunning;

    /// <summary>Whether a descriptor became readable since the last look.</summary>
    public bool IsReady => _isReady;

    /// <summary>A descriptor became readable.</summary>
    public void Ready() => _isReady = true;

    /// <summary>Looks; false where that is not wanted again.</summary>
    public bool Run()
    {
        lock (_running)
        {
            if (_hasEnded) return false;
            _isRunning = true;
            var isReady = _isReady;
            _isReady = false;
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
