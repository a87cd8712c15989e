using System.Diagnostics;
using System.Runtime.Versioning;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Probes;

/// <summary>
/// A ring on every processor, into which probes write beside every exec; a thread of its own empties them and hands on what they hold
/// in the order of time.
/// </summary>
/// <param name="take">Takes a record.</param>
/// <param name="taken">Called each time that the rings were emptied.</param>
[SupportedOSPlatform("linux")]
internal sealed unsafe class ProcessorRings(Action<PerfRecord> take, Action taken) : IDisposable
{
    // At 48 bytes a record and three to five records a stop, a ring holds a thousand stops; it is emptied when a quarter is full.
    private const int RingPages = 64, WakeUpBytes = 64 * 1024, WaitMilliseconds = 100;

    private readonly List<(int Processor, PerfRing Ring)> _rings = [];
    private readonly List<PerfRecord> _records = [];
    private Thread? _thread;
    private int _endRead = -1;
    private int _endWrite = -1;

    /// <summary>The rings, there once <see cref="Open"/> was called.</summary>
    public IReadOnlyList<(int Processor, PerfRing Ring)> Rings => _rings;

    /// <summary>Makes the rings.</summary>
    /// <param name="seen">What is to be seen by them, as in <c>its stops</c>.</param>
    /// <exception cref="ObstacleException">They can't be made.</exception>
    public void Open(string seen)
    {
        foreach (var processor in OnlineProcessors.Numbers())
        {
            var descriptor = PerfEvent.OpenExecs(processor, WakeUpBytes);
            if (PerfRing.Of(descriptor, RingPages) is { } ring) _rings.Add((processor, ring));
            else throw new ObstacleException(UprobeRights.Obstacle(seen) ?? UprobeRights.AfterError(-descriptor, seen));
        }

        var ends = stackalloc int[2];
        if (_rings.Count == 0 || LibC.Pipe(ends, LibC.OCloseOnExec) != 0)
            throw new ObstacleException(UprobeRights.Obstacle(seen) ?? new Obstacle("no pipe could be created"));
        (_endRead, _endWrite) = (ends[0], ends[1]);
    }

    /// <summary>Begins to empty them.</summary>
    /// <param name="thread">The thread's name.</param>
    public void Watch(string thread)
    {
        _thread = new Thread(Watch) { IsBackground = true, Name = thread };
        _thread.Start();
    }

    /// <summary>Takes what is there and empties them no more; the rings stay.</summary>
    public void Finish()
    {
        EndThread();
        Take(Stopwatch.GetTimestamp());
    }

    /// <summary>Ends the thread; the rings stay.</summary>
    public void EndThread()
    {
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
        while (entries[0].Returned == 0)
        {
            fixed (LibC.PollEntry* pointer = entries) LibC.Poll(pointer, (nuint)entries.Length, WaitMilliseconds);
            Take(Stopwatch.GetTimestamp());
        }
    }

    /// <summary>
    /// Takes the records of all processors up to a time before the first ring is read: what one holds from later on may have come
    /// after what another will only show the next time.
    /// </summary>
    private void Take(long until)
    {
        foreach (var (_, ring) in _rings) ring.Drain(_records);
        _records.Sort(static (one, other) => one.Time.CompareTo(other.Time));
        var count = 0;
        for (; count < _records.Count && _records[count].Time <= until; count++) take(_records[count]);
        _records.RemoveRange(0, count);
        taken();
    }
}
