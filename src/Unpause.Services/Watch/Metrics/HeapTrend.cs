namespace Unpause.Services.Watch.Metrics;

/// <summary>
/// The heap after collections of the whole heap, over the last half hour. What a smaller collection leaves is also garbage, so it does not
/// show whether a heap grows.
/// </summary>
internal sealed class HeapTrend
{
    private const int MostPoints = 1000, FewestPoints = 5;

    // 1.96 standard errors are 95 %; a line through few points needs more, and an alert about the far future should be right.
    private const double StandardErrors = 3;

    private static readonly TimeSpan Window = TimeSpan.FromMinutes(30), Shortest = TimeSpan.FromMinutes(1);

    private readonly Queue<(double Seconds, double Bytes)> _points = new();

    /// <summary>Adds what a collection left.</summary>
    /// <param name="nanoseconds">When it ended, on any clock.</param>
    public void Add(long nanoseconds, long bytes)
    {
        var at = nanoseconds / 1e9;
        _points.Enqueue((at, bytes));
        while (_points.Count > MostPoints || at - _points.Peek().Seconds > Window.TotalSeconds) _points.Dequeue();
    }

    /// <summary>
    /// The time from the last collection until the line of least squares reaches a limit; null where the heap does not grow, or that is not
    /// certain.
    /// </summary>
    public double? SecondsTo(long limit)
    {
        if (_points.Count < FewestPoints) return null;
        var (first, last) = (_points.Peek().Seconds, _points.Last().Seconds);
        if (last - first < Shortest.TotalSeconds) return null;
        var (meanX, meanY) = (_points.Average(point => point.Seconds), _points.Average(point => point.Bytes));
        double xx = 0, xy = 0;
        foreach (var (x, y) in _points)
        {
            xx += (x - meanX) * (x - meanX);
            xy += (x - meanX) * (y - meanY);
        }

        var slope = xy / xx;
        var squares = _points.Sum(point => Math.Pow(point.Bytes - meanY - (slope * (point.Seconds - meanX)), 2));
        var error = Math.Sqrt(squares / (_points.Count - 2) / xx);
        if (!(slope > StandardErrors * error) || slope <= 0) return null;
        var now = meanY + (slope * (last - meanX));
        return Math.Max(0, (limit - now) / slope);
    }
}
