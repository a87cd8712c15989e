namespace Unpause.Recorder.Probes;

/// <summary>
/// A ring on every CPU for probe hits and execs. A thread empties them and passes their records on in order of time.
/// </summary>
/// <param name="take">Receives each record.</param>
/// <param name="taken">Called each time after the rings were emptied.</param>
[SupportedOSPlatform("linux")]
internal sealed unsafe class ProcessorRings(Action<PerfRecord> take, Action taken) : IDisposable
{
    // With 48 bytes per record and three to five records per stop, a ring has space for a thousand stops. It is emptied when a quarter
    // full.
    private const int RingPages = 64, WakeUpBytes = 64 * 1024;

    private static readonly TimeSpan MostBetween = TimeSpan.FromMilliseconds(100);

    private readonly List<(int Processor, PerfRing Ring)> _rings = [];
    private readonly List<PerfRecord> _records = [];
    private Thread? _thread;
    private SharedLook? _look;
    private int _endRead = -1;
    private int _endWrite = -1;

    /// <summary>The rings, available after <see cref="Open"/>.</summary>
    public IReadOnlyList<(int Processor, PerfRing Ring)> Rings => _rings;

    /// <summary>The process whose hits are wanted; null: all hits are.</summary>
    public int? Process { get; init; }

    /// <summary>Empties them together with others; null: a thread of their own does, more often.</summary>
    public SharedLooks? Looks { get; init; }

    /// <summary>Creates the rings.</summary>
    /// <param name="seen">What they record, for messages, as in <c>stop-the-world pauses</c>.</param>
    /// <exception cref="ObstacleException">They can't be created.</exception>
    public void Open(string seen)
    {
        foreach (var processor in OnlineProcessors.Numbers())
        {
            var descriptor = PerfEvent.OpenExecs(processor, WakeUpBytes);
            if (PerfRing.Open(descriptor, RingPages) is { } ring) _rings.Add((processor, ring));
            else throw new ObstacleException(UprobeRights.Obstacle(seen) ?? UprobeRights.AfterError(-descriptor, seen));
        }

        var ends = stackalloc int[2];
        if (_rings.Count == 0 || LibC.Pipe(ends, LibC.OCloseOnExec) != 0)
            throw new ObstacleException(UprobeRights.Obstacle(seen) ?? new Obstacle("no pipe could be created"));
        (_endRead, _endWrite) = (ends[0], ends[1]);
    }

    /// <summary>Starts to empty them.</summary>
    public void Watch(string thread)
    {
        if (Looks is { } looks)
        {
            _look = looks.Add(Look, [.. _rings.Select(one => one.Ring.Descriptor)]);
            return;
        }

        _thread = new Thread(Watch) { IsBackground = true, Name = thread };
        _thread.Start();
    }

    /// <summary>Takes remaining records and stops emptying them; the rings stay.</summary>
    public void Finish()
    {
        EndThread();
        Take(Stopwatch.GetTimestamp());
    }

    /// <summary>Ends the thread; the rings stay.</summary>
    public void EndThread()
    {
        _look?.Dispose();
        _look = null;
        if (_endWrite >= 0) LibC.Close(_endWrite);
        _endWrite = -1;
        _thread?.Join();
        _thread = null;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        EndThread();
        if (_endRead >= 0) LibC.Close(_endRead);
        _endRead = -1;
        foreach (var (_, ring) in _rings) ring.Dispose();
    }

    private void Watch()
    {
        var entries = new LibC.PollEntry[1 + _rings.Count];
        entries[0] = new LibC.PollEntry { Descriptor = _endRead, Events = LibC.PollIn };
        for (var i = 0; i < _rings.Count; i++)
            entries[1 + i] = new LibC.PollEntry { Descriptor = _rings[i].Ring.Descriptor, Events = LibC.PollIn };
        var wait = (int)MostBetween.TotalMilliseconds;
        while (entries[0].Returned == 0)
        {
            fixed (LibC.PollEntry* pointer = entries) LibC.Poll(pointer, (nuint)entries.Length, wait);
            Take(Stopwatch.GetTimestamp());
        }
    }

    private bool Look(bool isReady)
    {
        Take(Stopwatch.GetTimestamp());
        return true;
    }

    /// <summary>
    /// Takes the records of all CPUs up to a time before the first ring is read: later records of one ring may follow records that another
    /// ring shows only at the next reading.
    /// </summary>
    private void Take(long until)
    {
        foreach (var (_, ring) in _rings) ring.Drain(_records, Process);
        _records.Sort(static (one, other) => one.Time.CompareTo(other.Time));
        var count = 0;
        for (; count < _records.Count && _records[count].Time <= until; count++) take(_records[count]);
        _records.RemoveRange(0, count);
        taken();
    }
}
