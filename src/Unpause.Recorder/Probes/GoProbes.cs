using System.Runtime.Versioning;

namespace Unpause.Recorder.Probes;

/// <summary>
/// The probes in Go programs' files, on every processor. They are seen by whoever executes the file; who is none of ours is not
/// looked at.
/// </summary>
/// <param name="rings">The ring of each processor, into which hits are written.</param>
/// <param name="mostDescriptors">To remove each takes the kernel some 50 ms, in which it lets no other in.</param>
[SupportedOSPlatform("linux")]
internal sealed class GoProbes(IReadOnlyList<(int Processor, PerfRing Ring)> rings, int mostDescriptors)
{
    private readonly Dictionary<ulong, GoStopPlace> _places = [];
    private readonly List<int> _descriptors = [];
    private readonly List<int> _ofAssists = [];
    private readonly Dictionary<ulong, int> _processors = [];

    /// <summary>All events, also of programs that could not be probed in full.</summary>
    public IReadOnlyList<int> Descriptors => [.. _descriptors, .. _ofAssists];

    /// <summary>The number of the error that kept the last program from being probed; 0 when there were to be too many probes.</summary>
    public int Error { get; private set; }

    /// <summary>Puts probes at a program's places; false when that isn't allowed or there is no room for more.</summary>
    public bool Attach(ReadOnlySpan<byte> path, GoStopPlaces program)
    {
        Error = 0;
        var left = mostDescriptors - _descriptors.Count;
        var places = program.Places;
        // With it a stop's end is a range, without it an upper bound: the rest is worth more.
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

    /// <summary>Puts probes where assists begin and end, besides; false, with none of them left, when that can't be.</summary>
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

    /// <summary>The probes of assists, which write nothing any more and are the caller's to close.</summary>
    public IReadOnlyList<int> TakeAssists()
    {
        foreach (var descriptor in _ofAssists) PerfEvent.Disable(descriptor);
        int[] taken = [.. _ofAssists];
        _ofAssists.Clear();
        return taken;
    }

    /// <summary>How many processors there are.</summary>
    public int Processors => rings.Count;

    /// <summary>On which of them an assist's probe was hit, as an index.</summary>
    public int ProcessorOf(ulong id) => _processors[id];

    /// <summary>What a hit means; null for one of a program that isn't probed in full.</summary>
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
