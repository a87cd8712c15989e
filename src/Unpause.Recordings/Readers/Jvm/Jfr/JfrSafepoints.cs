using System.Runtime.CompilerServices;
using Unpause.Recordings.Packed;

namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>
/// Stops, from the events of a safepoint: <c>SafepointBegin</c> lasts until all threads are stopped (in JDK 11 to 24 with the VM's
/// clean-up), <c>SafepointStateSynchronization</c> only until they are stopped, <c>ExecuteVMOperation</c> is its operation, and
/// <c>SafepointEnd</c> resumes them. They are joined by the safepoint's number.
/// </summary>
internal sealed class JfrSafepoints
{
    private const int DictionaryEntryBytes = 24;

    private readonly Dictionary<long, Safepoint> _safepoints = [];

    /// <summary>The shortest that the recording keeps, when it was configured to leave out shorter ones; null when it keeps all.</summary>
    public string? Threshold { get; set; }

    /// <summary>About how much memory they take by now, with what is made of them at the end.</summary>
    public long MemoryBytes => (long)_safepoints.Count * (Unsafe.SizeOf<Safepoint>() + (2 * Unsafe.SizeOf<Stop>()) + DictionaryEntryBytes);

    public void Begin(JfrValue e)
    {
        if (!TryRead(e, out var id, out var start, out var end)) return;
        ref var point = ref CollectionsMarshal.GetValueRefOrAddDefault(_safepoints, id, out _);
        point.Begin = start;
        point.Begun = end;
    }

    public void Synchronized(JfrValue e)
    {
        if (TryRead(e, out var id, out _, out var end)) CollectionsMarshal.GetValueRefOrAddDefault(_safepoints, id, out _).Reached = end;
    }

    public void Operation(JfrValue e)
    {
        if (e["safepoint"].Number() != 1 || !TryRead(e, out var id, out var start, out var end)) return;
        ref var point = ref CollectionsMarshal.GetValueRefOrAddDefault(_safepoints, id, out _);
        if (point.OperationEnd is null) (point.Name, point.OperationStart) = (e["operation"].Text(), start);
        point.OperationEnd = Math.Max(end, point.OperationEnd ?? end);
    }

    public void End(JfrValue e)
    {
        if (TryRead(e, out var id, out _, out var end)) CollectionsMarshal.GetValueRefOrAddDefault(_safepoints, id, out _).Ended = end;
    }

    /// <summary>Adds the stops to the recording in order of time, in nanoseconds since 1970.</summary>
    public void AddTo(RecordingBuilder recording)
    {
        var stops = new List<Stop>();
        var names = new NameTable();
        foreach (var point in _safepoints.Values)
        {
            if ((point.Begin ?? point.OperationStart) is not { } start || (point.Ended ?? point.OperationEnd) is not { } end || end < start)
            {
                continue;
            }

            var operation = names.Get(System.Text.Encoding.UTF8.GetBytes(point.Name ?? JvmStops.NotRecorded));
            long? reaching = point.Begin is { } begin && (point.Reached ?? point.Begun) is { } reached
                ? Math.Max(0, reached - begin)
                : null;
            stops.Add(new Stop(start, end - start, reaching, operation, SafepointOperations.IsForCollection(operation)));
        }

        if (stops.Count == 0) return;
        if (Threshold is { } threshold)
        {
            recording.Coverage.Add(
                $"The recording has only safepoints of at least {threshold}, so stops and the time to safepoint are not available: "
                + "record with settings=profile.");
            return;
        }

        stops.Sort((a, b) => a.StartNanoseconds.CompareTo(b.StartNanoseconds));
        recording.Stops = new StopList();
        foreach (var stop in stops) recording.Stops.Add(stop);
    }

    private static bool TryRead(JfrValue e, out long id, out long start, out long end)
    {
        (id, start, end) = (0, 0, 0);
        if (e["safepointId"].Number() is not { } number
            || e["startTime"].UnixNanoseconds() is not { } begun || e["duration"].Nanoseconds() is not { } duration)
        {
            return false;
        }

        (id, start, end) = (number, begun, begun + duration);
        return true;
    }

    private struct Safepoint
    {
        public long? Begin;
        public long? Begun;
        public long? Reached;
        public long? OperationStart;
        public long? OperationEnd;
        public long? Ended;
        public string? Name;
    }
}
