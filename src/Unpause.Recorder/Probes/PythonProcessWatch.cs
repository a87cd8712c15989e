using Microsoft.Win32.SafeHandles;
using Unpause.Recordings.Readers.Python;

namespace Unpause.Recorder.Probes;

/// <summary>
/// Observes the collections of a running CPython process through the kernel without modifying it. The probes are removed with their
/// descriptors, however unpause ends.
/// </summary>
/// <remarks>Other processes that execute the same file hit the probes too; their hits are ignored.</remarks>
[SupportedOSPlatform("linux")]
internal sealed class PythonProcessWatch : IDisposable
{
    /// <summary>What the probes record, for messages.</summary>
    public const string Seen = "its collections";

    // Interpreters of one process that collect at the same time have a thread each.
    private const int MostThreads = 4096, MostDescriptors = 1024;
    private readonly int _process;
    private readonly PythonRingWriter _writer;
    private readonly ProcessorRings _rings;
    private readonly List<int> _probes = [];
    private readonly Dictionary<ulong, PythonGcPlace> _places = [];
    private readonly Dictionary<int, (long Start, byte Generation)> _running = [];
    private long _since = long.MaxValue;

    private PythonProcessWatch(int process, PythonRingWriter writer, SharedLooks? looks)
    {
        (_process, _writer) = (process, writer);
        _rings = new ProcessorRings(Take, () => _writer.Flush()) { Looks = looks, Process = process };
    }

    /// <summary>Whether the process has executed another program.</summary>
    public bool Replaced { get; private set; }

    /// <summary>Starts the recording.</summary>
    /// <param name="file">The open file with CPython's code.</param>
    /// <param name="places">Offsets in it.</param>
    /// <param name="writer">Receives its collections.</param>
    /// <param name="looks">Takes its records together with others'; null: a thread of its own does.</param>
    /// <exception cref="ObstacleException">It can't be recorded.</exception>
    public static PythonProcessWatch Begin(
        int process, SafeFileHandle file, PythonGcPlaces places, PythonRingWriter writer, SharedLooks? looks)
    {
        var watch = new PythonProcessWatch(process, writer, looks);
        try
        {
            watch._rings.Open(Seen);
            // The path may lead to another file now: the open file is what the process executes.
            watch.Probe(Encoding.UTF8.GetBytes($"/proc/self/fd/{file.DangerousGetHandle()}"), places.Places);
            watch._since = Stopwatch.GetTimestamp();
            watch._rings.Watch("watch a CPython program");
            return watch;
        }
        catch
        {
            watch.Dispose();
            throw;
        }
    }

    /// <summary>Takes remaining records and ends the file.</summary>
    public void Finish()
    {
        _rings.Finish();
        foreach (var (start, generation) in _running.Values.OrderBy(running => running.Start))
            _writer.Add(Record(start, generation) with { Ended = false, End = 0 });
        _running.Clear();
        _writer.Flush(Stopwatch.GetTimestamp());
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _rings.EndThread();
        ProbeHeir.Close(_probes, EnvironmentBlock.Inherited()["PATH"], new StartState());
        _probes.Clear();
        _rings.Dispose();
    }

    private void Probe(byte[] path, IReadOnlyList<PythonGcPlace> places)
    {
        if (places.Count * _rings.Rings.Count > MostDescriptors) throw new ObstacleException(UprobeRights.AfterError(0, Seen));
        if (UprobeRights.Type() is not { } type) throw new ObstacleException(UprobeRights.Obstacle(Seen)!);
        // Ends first: then the end of every recorded start is recorded too.
        foreach (var place in places.OrderBy(place => place.IsStart))
        {
            foreach (var (processor, ring) in _rings.Rings)
            {
                var descriptor = PerfEvent.OpenProbe(processor, type, path, place.Probe);
                if (descriptor < 0)
                    throw new ObstacleException(UprobeRights.Obstacle(Seen) ?? UprobeRights.AfterError(-descriptor, Seen));
                _probes.Add(descriptor);
                if (!PerfEvent.WriteInto(descriptor, ring.Descriptor) || PerfEvent.IdOf(descriptor) is not (> 0 and var id))
                    throw new ObstacleException(UprobeRights.AfterError(LibC.Eacces, Seen));
                _places[id] = place;
            }
        }
    }

    private void Take(PerfRecord record)
    {
        if (record.Kind == PerfRecordKind.Lost) _writer.Lost(record.Value);
        if (record.Process != _process || record.Time < _since || Replaced) return;
        if (record.Kind == PerfRecordKind.Exec) Replaced = true;
        if (record.Kind != PerfRecordKind.Hit || !_places.TryGetValue(record.Id, out var place)) return;
        if (place.IsStart) Started(record, place);
        else if (_running.Remove(record.Thread, out var begun)) Ended(record, place, begun);
    }

    private void Started(in PerfRecord record, PythonGcPlace place)
    {
        // Few threads end inside a collection; more than that are forged.
        if (_running.Count >= MostThreads) _running.Clear();
        var generation = place.Argument?.ValueOf(record) is >= 0 and <= 2 and var reported ? (byte)reported : AgentRecord.NoGeneration;
        if (_running.TryGetValue(record.Thread, out var open)) _writer.Add(Record(open.Start, open.Generation) with { Ended = false });
        _running[record.Thread] = (record.Time, generation);
    }

    private void Ended(in PerfRecord record, PythonGcPlace place, (long Start, byte Generation) begun)
    {
        var collected = place.Argument?.ValueOf(record) is >= 0 and var reported
            ? (uint)Math.Min(reported, AgentRecord.NotCounted - 1)
            : AgentRecord.NotCounted;
        _writer.Add(Record(begun.Start, begun.Generation) with { Ended = true, End = record.Time, Collected = collected });
    }

    private static AgentRecord Record(long start, byte generation) => new()
    {
        Start = start,
        Count0 = -1,
        Count = -1,
        Generation = generation,
        Collected = AgentRecord.NotCounted,
        Uncollectable = AgentRecord.NotCounted,
    };
}
