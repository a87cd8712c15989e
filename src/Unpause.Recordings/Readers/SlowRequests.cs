using Unpause.Recordings.Waits;

namespace Unpause.Recordings.Readers;

/// <summary>
/// The slowest hundredth of the requests of a process, at least ten of them: their other waits are analysed.
/// </summary>
internal sealed class SlowRequests
{
    private const int Fewest = 10;
    private const int OneOf = 100;

    private readonly List<int> _slow = [];
    private readonly long _longest;
    private Total _time;
    private readonly IReadOnlyList<RecordedRequest> _requests;

    /// <param name="requests">Requests and calls.</param>
    public SlowRequests(IReadOnlyList<RecordedRequest> requests)
    {
        _requests = requests;
        var lengths = new ChunkedList<long>();
        foreach (var request in requests)
        {
            if (!request.Call) lengths.Add(request.DurationNanoseconds);
        }

        if (lengths.Count == 0) return;
        lengths.Sort(static (a, b) => b.CompareTo(a));
        _longest = lengths[0];
        var least = lengths[Math.Min(lengths.Count, Math.Max(Fewest, lengths.Count / OneOf)) - 1];
        for (var i = 0; i < requests.Count; i++)
        {
            if (requests[i].Call || requests[i].DurationNanoseconds < least) continue;
            _slow.Add(i);
            _time += requests[i].DurationNanoseconds;
        }
    }

    /// <summary>The share of their time that is an amount of each, from 0 to 1; null when there is none.</summary>
    /// <param name="held">Nanoseconds by the request's index.</param>
    public double? ShareOf(IReadOnlyDictionary<int, long> held)
    {
        var sum = default(Total);
        foreach (var i in _slow) sum += Math.Min(held.GetValueOrDefault(i), _requests[i].DurationNanoseconds);
        return Share(sum);
    }

    /// <summary>The share of their time that overlaps some intervals, from 0 to 1; null when there is none.</summary>
    /// <param name="intervals">In order of time, none touching the next.</param>
    public double? ShareOf(IReadOnlyList<(long Start, long End)> intervals)
    {
        // The time that is covered before each interval, so that a request needs only two of them.
        var before = new long[intervals.Count + 1];
        for (var i = 0; i < intervals.Count; i++) before[i + 1] = before[i] + (intervals[i].End - intervals[i].Start);
        var sum = default(Total);
        foreach (var i in _slow)
        {
            var request = _requests[i];
            sum += Covered(request.StartNanoseconds + request.DurationNanoseconds) - Covered(request.StartNanoseconds);
        }

        return Share(sum);

        long Covered(long time)
        {
            int low = 0, high = intervals.Count;
            while (low < high)
            {
                var middle = (low + high) / 2;
                if (intervals[middle].Start < time) low = middle + 1;
                else high = middle;
            }

            return low == 0 ? 0 : before[low - 1] + Math.Min(time, intervals[low - 1].End) - intervals[low - 1].Start;
        }
    }

    /// <summary>Their time that neither stops nor other known waits explain; null when there is none.</summary>
    /// <param name="stops">In order of time, none touching the next.</param>
    /// <param name="known">What else is known of them; none overlaps another.</param>
    public OtherWait? Rest(IReadOnlyList<(long Start, long End)> stops, IEnumerable<OtherWait> known)
    {
        if (ShareOf(stops) is not { } collector) return null;
        var left = Math.Clamp(1 - collector - known.Sum(wait => wait.ShareOfSlowRequests ?? 0), 0, 1);
        return new OtherWait(
            OtherWait.Unknown,
            _slow.Count,
            (long)(_time.Value * left),
            null,
            OverThreads: true,
            $"{Quantities.Count(_slow.Count)} requests, longest {Quantities.Duration(_longest)}; "
            + $"the process was stopped for {Quantities.Percent(100 * collector)} of their time; "
            + "the rest is their own work, I/O, or calls to others")
        {
            ShareOfSlowRequests = left,
        };
    }

    private double? Share(Total sum) => _time.Value > 0 ? (double)sum.Value / _time.Value : null;
}
