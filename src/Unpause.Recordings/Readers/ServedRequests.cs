namespace Unpause.Recordings.Readers;

/// <summary>Puts requests that an agent wrote as they ended in the order and with the numbers that recordings have.</summary>
internal sealed class ServedRequests
{
    private readonly List<(long Start, long Duration, int Name, UInt128 Trace)> _requests = [];

    /// <summary>About how much memory they take.</summary>
    public long MemoryBytes => _requests.Capacity * 48L;

    /// <summary>When the last of them ended, on the agent's clock; 0 when there are none.</summary>
    public long LastNanoseconds { get; private set; }

    /// <summary>Takes a request.</summary>
    /// <param name="start">Its start on the agent's clock.</param>
    /// <param name="duration">How long it took, in nanoseconds.</param>
    /// <param name="name">Index of its name.</param>
    /// <param name="trace">The id of its trace; 0 for none.</param>
    /// <returns>False when the times can't be.</returns>
    public bool Take(long start, long duration, int name, UInt128 trace = default)
    {
        if (start is < 0 or >= Limits.LongestNanoseconds || duration is < 0 or >= Limits.LongestNanoseconds) return false;
        _requests.Add((start, duration, name, trace));
        LastNanoseconds = Math.Max(LastNanoseconds, start + duration);
        return true;
    }

    /// <summary>All that began at the zero or later; null when there are none.</summary>
    /// <param name="zero">The recording's zero on the agent's clock.</param>
    /// <param name="names">The names; a request without one of them has the first.</param>
    public RecordedRequests? Build(long zero, IReadOnlyList<string> names)
    {
        _requests.RemoveAll(request => request.Start < zero);
        if (_requests.Count == 0) return null;
        _requests.Sort((a, b) => a.Start.CompareTo(b.Start));
        var built = new List<(RecordedRequest Request, UInt128 Trace)>(_requests.Count);
        foreach (var (start, duration, name, trace) in _requests)
        {
            var number = built.Count + 1;
            built.Add((new(start - zero, duration, name >= 0 && name < names.Count ? name : 0, number, 0, number, Call: false), trace));
        }

        built.Sort((a, b) => (a.Request.StartNanoseconds + a.Request.DurationNanoseconds)
            .CompareTo(b.Request.StartNanoseconds + b.Request.DurationNanoseconds));
        var (requests, traces) = (new ChunkedList<RecordedRequest>(), new ChunkedList<UInt128>());
        foreach (var (request, trace) in built)
        {
            requests.Add(request);
            traces.Add(trace);
        }

        return new RecordedRequests(new Column<RecordedRequest>(requests), names, requests.Count)
        {
            Traces = built.Exists(request => request.Trace != default) ? new Column<UInt128>(traces) : null,
        };
    }
}
