namespace Unpause.Recorder.Probes;

/// <summary>
/// The probes in Go programs' files, on every CPU. Every process that executes the file hits them; hits of processes outside the run are
/// ignored.
/// </summary>
/// <param name="rings">The ring of each CPU, into which hits are written.</param>
/// <param name="mostDescriptors">Maximum number. The kernel needs about 50 ms to remove each, and adds no other probe meanwhile.</param>
[SupportedOSPlatform("linux")]
internal sealed class GoProbes(IReadOnlyList<(int Processor, PerfRing Ring)> rings, int mostDescriptors)
{
    private readonly Dictionary<ulong, GoStopPlace> _places = [];
    private readonly List<int> _descriptors = [];
    private readonly List<int> _ofAssists = [];
    private readonly Dictionary<ulong, int> _processors = [];

    /// <summary>All events, including those of programs that could not be probed completely.</summary>
    public IReadOnlyList<int> Descriptors => [.. _descriptors, .. _ofAssists];

    /// <summary>Error number for the last program that could not be probed; 0 when there would have been too many probes.</summary>
    public int Error { get; private set; }

    /// <summary>Adds probes at a program's offsets; false when that is not allowed or there would be too many.</summary>
    public bool Attach(ReadOnlySpan<byte> path, GoStopPlaces program)
    {
        Error = 0;
        var left = mostDescriptors - _descriptors.Count;
        var places = program.Places;
        // Without this probe, a stop's end is an upper bound instead of a range; the others are more important.
        if (rings.Count * places.Count > left) places = [.. places.Where(place => place.Place != GoStopPlace.Starting)];
        if (rings.Count * places.Count > left || UprobeRights.Type() is not { } type) return false;
        var opened = new List<(ulong Id, GoStopPlace Place)>();
        foreach (var (place, offset) in places)
        {
            foreach (var (processor, ring) in rings)
            {
                if (Open(_descriptors, processor, ring, type, path, offset) is not { } id) return false;
                opened.Add((id, place));
            }
        }

        foreach (var (id, place) in opened) _places[id] = place;
        return true;
    }

    /// <summary>Adds probes at start and end of assists; on failure removes them and returns false.</summary>
    public bool Attach(ReadOnlySpan<byte> path, GoAssistPlaces assists)
    {
        Error = 0;
        if (rings.Count * assists.Places.Count > mostDescriptors - _descriptors.Count || UprobeRights.Type() is not { } type) return false;
        foreach (var (place, offset) in assists.Places)
        {
            for (var i = 0; i < rings.Count; i++)
            {
                var (processor, ring) = rings[i];
                if (Open(_ofAssists, processor, ring, type, path, offset, assists.Register) is not { } id) return false;
                _places[id] = place;
                _processors[id] = i;
            }
        }

        return true;
    }

    /// <summary>The probes of assists, disabled; the caller closes them.</summary>
    public IReadOnlyList<int> TakeAssists()
    {
        foreach (var descriptor in _ofAssists) PerfEvent.Disable(descriptor);
        int[] taken = [.. _ofAssists];
        _ofAssists.Clear();
        return taken;
    }

    /// <summary>Number of CPUs.</summary>
    public int Processors => rings.Count;

    /// <summary>Index of the CPU on which an assist's probe was hit.</summary>
    public int ProcessorOf(ulong id) => _processors[id];

    /// <summary>Meaning of a hit; null for a program that is not probed completely.</summary>
    public GoStopPlace? PlaceOf(ulong id) => _places.TryGetValue(id, out var place) ? place : null;

    private ulong? Open(
        List<int> into, int processor, PerfRing ring, uint type, ReadOnlySpan<byte> path, long offset, int register = 0)
    {
        var descriptor = PerfEvent.OpenProbe(processor, type, path, offset, register);
        if (descriptor < 0)
        {
            Error = -descriptor;
            return null;
        }

        into.Add(descriptor);
        return PerfEvent.WriteInto(descriptor, ring.Descriptor) && PerfEvent.IdOf(descriptor) is var id and > 0 ? id : null;
    }
}
