using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Requests.Attribution;

/// <summary>Sorts requests out by the recording of their process, and by whether they arrived while it was recorded.</summary>
public sealed class RequestSelection
{
    // Times from 1970 to 2200 and ten years of latency: their sums stay within 64 bits, so no kernel has to ask again.
    private const long LatestStart = 230L * 366 * 24 * 3600 * 1_000_000_000;
    private const long LongestDuration = 10L * 366 * 24 * 3600 * 1_000_000_000;

    private readonly IReadOnlyList<RequestSet> _sets;
    private readonly ProcessMatch _match;
    private readonly LongStreams _streams;
    private readonly (long From, long To)[] _taken;

    private RequestSelection(IReadOnlyList<RequestSet> sets, ProcessMatch match, LongStreams streams, (long From, long To)[] taken)
    {
        (_sets, _match, _streams, _taken) = (sets, match, streams, taken);
        Inside = new int[taken.Length];
        Outside = new int[taken.Length];
        First = new long[taken.Length];
        Last = new long[taken.Length];
        Array.Fill(First, long.MaxValue);
        Array.Fill(Last, long.MinValue);
    }

    /// <summary>Requests of each recording's process that arrived while it was recorded.</summary>
    public int[] Inside { get; }

    /// <summary>Those that did not.</summary>
    public int[] Outside { get; }

    /// <summary>Arrival of each recording's first request, whether inside or not.</summary>
    public long[] First { get; }

    /// <summary>Arrival of its last.</summary>
    public long[] Last { get; }

    /// <summary>Requests of no recorded process.</summary>
    public long Unmatched { get; private set; }

    /// <summary>Streams by their length, of recorded processes.</summary>
    public long Streams { get; private set; }

    /// <summary>Requests with a time or latency that cannot be (before 1970, after 2200, negative, longer than ten years).</summary>
    public long Impossible { get; private set; }

    /// <summary>Counts requests.</summary>
    /// <param name="match">Whose they are.</param>
    /// <param name="taken">For each recording the arrivals that are taken, ends included; an empty one takes none.</param>
    public static RequestSelection Create(
        IReadOnlyList<RequestSet> sets, ProcessMatch match, LongStreams streams, (long From, long To)[] taken)
    {
        var selection = new RequestSelection(sets, match, streams, taken);
        selection.Count();
        return selection;
    }

    /// <summary>Counts taken requests as left out after all, because they are outside the recording by the aligned clocks.</summary>
    public void LeaveOut(int recording, int requests)
    {
        Inside[recording] -= requests;
        Outside[recording] += requests;
    }

    /// <summary>The taken requests of a recording, in order of arrival; positions count through all sets.</summary>
    /// <param name="recording">Index of the recording.</param>
    /// <param name="otherStamps">Whether stamps are taken for the other end of requests where the source may mean that.</param>
    public RequestArray Take(int recording, bool otherStamps = false)
    {
        var starts = GC.AllocateUninitializedArray<long>(Inside[recording]);
        var durations = GC.AllocateUninitializedArray<long>(Inside[recording]);
        var positions = GC.AllocateUninitializedArray<int>(Inside[recording]);
        var (count, basis) = (0, 0);
        for (var s = 0; s < _sets.Count; s++)
        {
            var requests = _sets[s].Requests;
            var moved = otherStamps ? StampTest.Direction(_sets[s]) : 0;
            for (var i = 0; i < requests.Count; i++)
            {
                ref var request = ref requests.ItemRef(i);
                if (!Possible(request) || _match.RecordingOf(s, request.Service) != recording
                    || !Taken(recording, request.StartUnixNanoseconds) || _streams.Holds(s, request))
                {
                    continue;
                }

                (starts[count], durations[count], positions[count]) =
                    (request.StartUnixNanoseconds + (moved * request.DurationNanoseconds), request.DurationNanoseconds, basis + i);
                count++;
            }

            basis += requests.Count;
        }

        return RequestArray.Create(starts, durations, positions);
    }

    /// <summary>Latencies of all requests of recorded processes, inside and outside.</summary>
    public long[] AllLatencies()
    {
        var latencies = GC.AllocateUninitializedArray<long>(Inside.Sum() + Outside.Sum());
        var count = 0;
        for (var s = 0; s < _sets.Count; s++)
        {
            foreach (var request in _sets[s].Requests)
            {
                if (Possible(request) && _match.RecordingOf(s, request.Service) != ProcessMatch.None && !_streams.Holds(s, request))
                {
                    latencies[count++] = request.DurationNanoseconds;
                }
            }
        }

        return latencies;
    }

    /// <summary>The set and the index within it of a position.</summary>
    public (int Set, int Index) Find(int position)
    {
        var set = 0;
        while (position >= _sets[set].Requests.Count) position -= _sets[set++].Requests.Count;
        return (set, position);
    }

    private void Count()
    {
        for (var s = 0; s < _sets.Count; s++)
        {
            var requests = _sets[s].Requests;
            for (var i = 0; i < requests.Count; i++) Count(s, ref requests.ItemRef(i));
        }
    }

    private void Count(int set, ref Request request)
    {
        if (!Possible(request))
        {
            Impossible++;
            return;
        }

        var recording = _match.RecordingOf(set, request.Service);
        if (recording == ProcessMatch.None)
        {
            Unmatched++;
            return;
        }

        if (_streams.Holds(set, request))
        {
            Streams++;
            return;
        }

        var start = request.StartUnixNanoseconds;
        if (start < First[recording]) First[recording] = start;
        if (start > Last[recording]) Last[recording] = start;
        if (Taken(recording, start)) Inside[recording]++;
        else Outside[recording]++;
    }

    private bool Taken(int recording, long start) => start >= _taken[recording].From && start <= _taken[recording].To;

    /// <summary>Whether a request has times that can be.</summary>
    internal static bool Possible(in Request request) =>
        request is { StartUnixNanoseconds: >= 0 and <= LatestStart, DurationNanoseconds: >= 0 and <= LongestDuration };
}
