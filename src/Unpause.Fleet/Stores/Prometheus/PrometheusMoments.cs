using System.Runtime.CompilerServices;
using Unpause.Recordings;

namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>A moment, and the time from the one before it, in seconds.</summary>
internal readonly record struct Moment(long At, long Length)
{
    /// <summary>When the time starts.</summary>
    public long Start => At - Length;
}

/// <summary>
/// The times that a question is about: its start, each full hour or shorter step, and its end. All are asked for the
/// same moments, so that differences between them leave nothing out and count nothing twice.
/// </summary>
internal sealed class PrometheusMoments
{
    /// <summary>Seconds.</summary>
    public const long Hour = 3600;

    // A day of 2,000 processes is 60 to 80 MB.
    private const int MostAtOnce = 24;

    // Steps below an hour are asked for about one service.
    private const int MostShortAtOnce = 240;

    // Of steps below an hour: a day of minutes, five days of five minutes.
    private const int MostShortWindows = 1500;

    private static readonly long[] Steps = [60, 300, 900];

    private const int FinestParts = 2880, MostFineSeconds = 60;

    private readonly PrometheusClient _client;

    /// <summary>Divides a time into steps.</summary>
    /// <param name="step">The length of one: a part of an hour, or an hour.</param>
    public PrometheusMoments(PrometheusClient client, long from, long to, long step = Hour)
    {
        _client = client;
        From = from;
        To = to;
        Step = step;
        // Whole parts of a step, so that all of it is counted once.
        FineSeconds = Math.Clamp((to - from) / FinestParts, 1, MostFineSeconds);
        while (step % FineSeconds != 0) FineSeconds--;
        var windows = new List<Moment>();
        for (var start = from; start < to;)
        {
            var end = Math.Min(to, start - (start % step) + step);
            windows.Add(new Moment(end, end - start));
            start = end;
        }

        Windows = windows;
    }

    /// <summary>The first moment, in seconds since 1970.</summary>
    public long From { get; }

    /// <summary>The last.</summary>
    public long To { get; }

    /// <summary>The length of a window that no end of the time cuts, in seconds.</summary>
    public long Step { get; }

    /// <summary>The step within a window: what ends or starts is seen with this error.</summary>
    public long FineSeconds { get; }

    /// <summary>The windows, of which the first and the last may be parts.</summary>
    public IReadOnlyList<Moment> Windows { get; }

    /// <summary>The steps that a time is divided into: as asked for, but longer ones, at most hours, where there are too many.</summary>
    public static long StepOf(long asked, long from, long to)
    {
        foreach (var step in Steps)
        {
            if (step >= asked && (to - from) / step < MostShortWindows) return step;
        }

        return Hour;
    }

    /// <summary>The start of the full step that a window is in.</summary>
    public DateTimeOffset StepAt(int window) => DateTimeOffset.FromUnixTimeSeconds(Windows[window].Start - (Windows[window].Start % Step));

    /// <summary>The values of an expression at the end of each window, some windows at a time.</summary>
    public IAsyncEnumerable<(Range Windows, IReadOnlyList<PrometheusSeries> Series)> AtEndsAsync(
        string query, CancellationToken stop) => OverWindowsAsync(_ => query, stop);

    /// <summary>An expression over the time of each window, as <c>sum_over_time(metric[3600s])</c>.</summary>
    /// <param name="query">The expression of a length in seconds.</param>
    public IAsyncEnumerable<(Range Windows, IReadOnlyList<PrometheusSeries> Series)> OverWindowsAsync(
        Func<long, string> query, CancellationToken stop) =>
        OverWindowsAsync((first, last, token) => AskAsync(query(Windows[first].Length), first, last, token), stop);

    /// <summary>The same for what needs more than one request.</summary>
    public async IAsyncEnumerable<(Range Windows, IReadOnlyList<PrometheusSeries> Series)> OverWindowsAsync(
        Func<int, int, CancellationToken, Task<IReadOnlyList<PrometheusSeries>>> ask, [EnumeratorCancellation] CancellationToken stop)
    {
        var most = Step < Hour ? MostShortAtOnce : MostAtOnce;
        for (var first = 0; first < Windows.Count;)
        {
            var last = first;
            while (last + 1 < Windows.Count && last + 1 - first < most && Follows(first, last + 1)) last++;
            IReadOnlyList<PrometheusSeries> series;
            try
            {
                series = await ask(first, last, stop).ConfigureAwait(false);
            }
            catch (PrometheusLimitException e)
            {
                if (last == first) throw TooMuch(_client, e);
                most = Math.Max(1, (last - first + 1) / 2);
                continue;
            }

            yield return (first..(last + 1), series);
            first = last + 1;
        }
    }

    /// <summary>The values of an expression at the ends of windows that follow each other in whole steps.</summary>
    public Task<IReadOnlyList<PrometheusSeries>> AskAsync(string query, int first, int last, CancellationToken stop) => first == last
        ? _client.AtAsync(query, Windows[first].At, stop)
        : _client.RangeAsync(query, Windows[first].At, Windows[last].At, Step, stop);

    /// <summary>What to do when the least that can be asked for is too much.</summary>
    public static UserMistake TooMuch(PrometheusClient client, PrometheusLimitException e) =>
        new($"{client.Place} has too much for one answer ({e.Message}). Ask for one service: --where service=NAME");

    /// <summary>The values of points by window, for windows of one answer.</summary>
    public IEnumerable<(int Window, PrometheusPoint Point)> Place(PrometheusSeries series, Range windows)
    {
        var points = series.Points;
        for (int window = windows.Start.Value, i = 0; window < windows.End.Value; window++)
        {
            while (i < points.Count && points[i].Seconds < Windows[window].At - 0.5) i++;
            if (i < points.Count && points[i].Seconds < Windows[window].At + 0.5) yield return (window, points[i]);
        }
    }

    /// <summary>Whether a window can be in one range with an earlier one.</summary>
    private bool Follows(int first, int next) =>
        Windows[first].Length == Windows[next].Length && Windows[next].At - Windows[next - 1].At == Step && Windows[next].Length == Step;
}
