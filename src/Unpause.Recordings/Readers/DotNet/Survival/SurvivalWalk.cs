using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet.Survival;

/// <summary>
/// How long a collection lists its survivors for a tool. A thread writes an event when its buffer of ranges is full, so the
/// time from one to the next is the cost of that many ranges; their pace is assumed for the ranges before the first one.
/// Of several threads (server GC) the longest counts: they work at the same time.
/// </summary>
internal sealed class SurvivalWalk
{
    private readonly Dictionary<long, Part> _parts = [];

    /// <summary>The estimate; 0 where each thread wrote one event, which takes negligible time.</summary>
    public long Nanoseconds
    {
        get
        {
            long longest = 0;
            foreach (var part in _parts.Values)
            {
                longest = Math.Max(longest, part.TimedRanges == 0 ? 0 : (long)((double)part.Timed * part.Ranges / part.TimedRanges));
            }

            return longest;
        }
    }

    /// <summary>Takes an event with a list of survivors.</summary>
    public void Add(in RuntimeEvent e)
    {
        if (_parts.Count >= Limits.Heaps && !_parts.ContainsKey(e.ThreadId)) return;
        var payload = new PayloadReader(e.Payload);
        var number = payload.UInt32();
        var ranges = payload.UInt32();
        ref var part = ref CollectionsMarshal.GetValueRefOrAddDefault(_parts, e.ThreadId, out _);
        part.Ranges += ranges;
        // Numbers begin anew with each kind of list.
        if (number > 0)
        {
            part.Timed += e.TimeNanoseconds - part.Last;
            part.TimedRanges += ranges;
        }

        part.Last = e.TimeNanoseconds;
    }

    [StructLayout(LayoutKind.Auto)]
    private struct Part
    {
        public long Ranges, Last, Timed, TimedRanges;
    }
}
