using Unpause.Analysis.Attribution.Join;
using Unpause.Analysis.Statistics;

namespace Unpause.Analysis.Attribution.Queues;

/// <summary>
/// Finds the queue that a process is. A request's need doesn't depend on how many were there when it came. So under
/// the right model, requests that came while all workers were taken (or in a pause) need what those need that came
/// to a half-empty server; with too few workers assumed they seem to need less, with too many more, because waiting
/// counts as need. The model with the smallest distance between the two distributions wins, if it is small.
/// </summary>
/// <remarks>
/// Sharing lets short requests overtake long ones, so it is tried only where requests do. Times of a client or a proxy
/// hold more than the queue: a time that every request takes and no worker is busy for. It is looked for where no model
/// fits well without it; a sync worker of gunicorn seen from its client fits no queue without (distance 0.7) and one
/// worker with 2 ms of 5 outside (0.05).
/// Chosen by simulation (tests: QueueFitTests): with 1, 4, 16 and unlimited workers, in turn and shared, smooth and in
/// bursts, the distance is below 0.03 for the true model and above 0.06 for every other, and the replay then gives the
/// true percentiles, where removing each request's own overlap alone leaves p99 up to four times too high.
/// </remarks>
internal sealed class QueueFit
{
    private const int Stretches = 16;
    private const int StretchLength = 8192;
    private const int FewestCompared = 100;
    private const double LargestDistance = 0.08;

    // The time outside is taken for the same in every request, which it never quite is.
    private const double LargestDistanceFromOutside = 0.15;
    private const double CloseDistance = 0.03;
    private const int ClearlyBetter = 2;
    private const int MostOutsideSteps = 6;
    private const int ShortLatencyPerMille = 10;
    private const int OvertakersPerMille = 10;

    // 1.36 √(1/n + 1/m) is the 5 % point of the two-sample Kolmogorov–Smirnov distance.
    private const double ChanceDistance = 1.36;
    private static readonly int[] WorkerCounts = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256];

    private readonly long[] _arrivals;
    private readonly long[] _latencies;
    private readonly long[] _demands;
    private readonly long[] _crowded;
    private readonly long[] _uncrowded;
    private readonly int[] _inFlight;
    private readonly bool[] _inPause;
    private readonly PauseTimeline _pauses;
    private readonly int _stretch;
    private readonly long _mostOutside;
    private readonly MinHeap<long> _completions = new();
    private long _countedOutside = -1;
    private readonly bool _overtaking;
    private int _overtakers;
    private long _excess;

    private QueueFit(RequestArray requests, PauseTimeline pauses)
    {
        var size = (int)Math.Min(requests.Count, (long)Stretches * StretchLength);
        _stretch = size < Stretches * StretchLength ? size : StretchLength;
        _pauses = pauses;
        _arrivals = new long[size];
        _latencies = new long[size];
        _demands = new long[size];
        _crowded = new long[size];
        _uncrowded = new long[size];
        _inFlight = new int[size];
        _inPause = new bool[size];
        for (var at = 0; at < size; at += _stretch)
        {
            var from = (int)((long)(requests.Count - _stretch) * at / Math.Max(1, size - _stretch));
            requests.Starts.AsSpan(from, _stretch).CopyTo(_arrivals.AsSpan(at));
            requests.Durations.AsSpan(from, _stretch).CopyTo(_latencies.AsSpan(at));
            for (var i = at; i < at + _stretch; i++) _inPause[i] = pauses.Contains(_arrivals[i]);
        }

        CountInFlight(0);
        // A few do anyway, where the client has several answers to read at once.
        _overtaking = _overtakers * 1000L > (long)OvertakersPerMille * CountAtLeast(1);
        _mostOutside = Percentiles.NearestRank([.. _latencies.Order()], ShortLatencyPerMille) ?? 0;
    }

    /// <summary>Chooses the model; <see cref="QueueModel.Assumed"/> when none fits.</summary>
    public static QueueModel Choose(RequestArray requests, PauseTimeline pauses)
    {
        if (requests.Count == 0) return QueueModel.NeverTwo;
        var fit = new QueueFit(requests, pauses);
        return fit._inFlight.AsSpan().ContainsAnyExcept(0) ? fit.Best() : QueueModel.NeverTwo;
    }

    private QueueModel Best()
    {
        var best = BestOf(Judge);
        if (best.Distance is not { } distance) return QueueModel.Assumed;
        if (distance > CloseDistance && BestOf(JudgeFromOutside) is var outside && outside.Distance * ClearlyBetter < distance)
        {
            best = outside;
        }

        return best.Fits ? best : QueueModel.Assumed;
    }

    private QueueModel BestOf(Func<QueueModel, int, QueueModel> judge)
    {
        var best = QueueModel.Assumed;
        var mostWorkers = 0;
        foreach (var workers in WorkerCounts)
        {
            CountInFlight(0);
            if (CountAtLeast(workers) < FewestCompared) break;
            mostWorkers = workers;
            best = Better(best, judge(new QueueModel(QueueDiscipline.FirstComeFirstServed, workers, null, Fits: false), workers));
            if (_overtaking) best = Better(best, judge(new QueueModel(QueueDiscipline.Shared, workers, null, Fits: false), workers));
        }

        return mostWorkers == 0 ? best : Better(best, Judge(new QueueModel(QueueDiscipline.Unlimited, 0, null, Fits: false), mostWorkers));
    }

    private static QueueModel Better(QueueModel a, QueueModel b) =>
        b.Distance is { } distance && (a.Distance is not { } least || distance < least) ? b : a;

    /// <summary>
    /// The model with the time outside the queue under which uncrowded requests need what crowded ones do. What they
    /// seem to need more is time outside, and a fixed point is soon reached.
    /// </summary>
    private QueueModel JudgeFromOutside(QueueModel model, int crowd)
    {
        var best = Judge(model, crowd);
        var outside = _excess;
        for (var step = 0; step < MostOutsideSteps && outside > 0
            && outside <= _mostOutside && Math.Abs(_excess) * 100 > outside; step++, outside += _excess)
        {
            best = Better(best, Judge(model with { OutsideNanoseconds = outside }, crowd));
        }

        return best;
    }

    /// <summary>
    /// The model with its distance, comparing arrivals that found <paramref name="crowd"/> or more
    /// with those that found less than half as many.
    /// </summary>
    private QueueModel Judge(QueueModel model, int crowd)
    {
        _excess = 0;
        CountInFlight(model.OutsideNanoseconds);
        for (var at = 0; at < _arrivals.Length; at += _stretch)
        {
            model.Demands(_arrivals.AsSpan(at, _stretch), _latencies.AsSpan(at, _stretch), _pauses, _demands.AsSpan(at, _stretch));
        }

        int crowded = 0, uncrowded = 0;
        for (var i = 0; i < _demands.Length; i++)
        {
            if (_inFlight[i] >= crowd) _crowded[crowded++] = _demands[i];
            else if (_inFlight[i] < Math.Max(1, crowd / 2) && !_inPause[i]) _uncrowded[uncrowded++] = _demands[i];
        }

        if (crowded < FewestCompared || uncrowded < FewestCompared) return model;
        var distance = Distance(_crowded.AsSpan(0, crowded), _uncrowded.AsSpan(0, uncrowded));
        _excess = _uncrowded[uncrowded / 2] - _crowded[crowded / 2];
        var chance = ChanceDistance * Math.Sqrt((1.0 / crowded) + (1.0 / uncrowded));
        return model with
        {
            Distance = distance,
            Fits = distance <= (model.OutsideNanoseconds > 0 ? LargestDistanceFromOutside : LargestDistance) + chance
        };
    }

    /// <summary>Largest distance between two empirical distributions, 0 to 1; sorts both.</summary>
    private static double Distance(Span<long> a, Span<long> b)
    {
        a.Sort();
        b.Sort();
        double largest = 0;
        for (int i = 0, j = 0; i < a.Length && j < b.Length;)
        {
            var value = Math.Min(a[i], b[j]);
            while (i < a.Length && a[i] == value) i++;
            while (j < b.Length && b[j] == value) j++;
            largest = Math.Max(largest, Math.Abs(((double)i / a.Length) - ((double)j / b.Length)));
        }

        return largest;
    }

    private int CountAtLeast(int inFlight)
    {
        var count = 0;
        foreach (var found in _inFlight) count += found >= inFlight ? 1 : 0;
        return count;
    }

    /// <summary>How many requests each finds in the queue when it arrives, if they leave it some time before they end.</summary>
    private void CountInFlight(long outside)
    {
        if (outside == _countedOutside) return;
        _countedOutside = outside;
        _overtakers = 0;
        for (var from = 0; from < _arrivals.Length; from += _stretch)
        {
            _completions.Clear();
            var latest = long.MinValue;
            for (var i = from; i < from + _stretch; i++)
            {
                while (_completions.Count > 0 && _completions.Top <= _arrivals[i]) _completions.Pop();
                var completion = _arrivals[i] + Math.Max(0, _latencies[i] - outside);
                _inFlight[i] = _completions.Count;
                _completions.Push(completion, i);
                if (completion < latest) _overtakers++;
                latest = Math.Max(latest, completion);
            }
        }
    }
}
