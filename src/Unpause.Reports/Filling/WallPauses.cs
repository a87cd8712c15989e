using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Reports.Filling;

/// <summary>A recording's pauses on the clock of the traces, sorted for searching.</summary>
internal sealed class WallPauses
{
    private readonly long[] _starts;
    private readonly long[] _latestEnds;
    private readonly int[] _pauses;

    public WallPauses(Recording recording, ClockAlignment clock)
    {
        Recording = recording;
        var zero = recording.Clock.StartedAt is { } at ? (at.UtcDateTime - DateTime.UnixEpoch).Ticks * 100 : 0;
        var timed = new List<(long Start, int Pause)>();
        for (var i = 0; i < recording.Pauses.Count; i++)
        {
            if (recording.Pauses[i] is { HasTime: true, DurationNanoseconds: > 0 } pause
                && clock.Places(zero + pause.StartNanoseconds))
            {
                timed.Add((clock.Map(zero + pause.StartNanoseconds), i));
            }
        }

        timed.Sort();
        _starts = [.. timed.Select(pair => pair.Start)];
        _pauses = [.. timed.Select(pair => pair.Pause)];
        _latestEnds = new long[timed.Count];
        for (var i = 0; i < timed.Count; i++) _latestEnds[i] = Math.Max(i > 0 ? _latestEnds[i - 1] : long.MinValue, End(i));
    }

    public Recording Recording { get; }

    public int Count => _starts.Length;

    /// <summary>The position of the first pause that may end after a time.</summary>
    public int FirstEndingAfter(long unixNanoseconds)
    {
        var low = 0;
        var high = _latestEnds.Length;
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (_latestEnds[middle] > unixNanoseconds) high = middle;
            else low = middle + 1;
        }

        return low;
    }

    public long Start(int place) => _starts[place];

    public long End(int place) => _starts[place] + Recording.Pauses[_pauses[place]].DurationNanoseconds;

    /// <summary>The pause's index in the recording.</summary>
    public int Pause(int place) => _pauses[place];
}
