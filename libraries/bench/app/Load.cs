using System.Diagnostics;
using Unpause.Bench.App.Variants;

namespace Unpause.Bench.App;

/// <summary>A closed loop: each thread takes the next request as soon as it has answered its last.</summary>
internal sealed class Load(Store store, IVariant variant, int threads)
{
    private readonly Lock _lock = new();
    private int _next;
    private int _end;
    private Answer _answers;
    private List<double> _milliseconds = [];

    /// <summary>Answers requests number <paramref name="first"/> and the following.</summary>
    /// <returns>Their checksum, and the latency of each.</returns>
    internal (Answer Answers, IReadOnlyList<double> Milliseconds) Run(int first, int count)
    {
        (_next, _end, _answers, _milliseconds) = (first - 1, first + count, default, new List<double>(count));
        var workers = Enumerable.Range(0, threads).Select(_ => new Thread(Work)).ToArray();
        foreach (var worker in workers) worker.Start();
        foreach (var worker in workers) worker.Join();
        return (_answers, _milliseconds);
    }

    private void Work()
    {
        var times = new List<double>(_end);
        var answers = default(Answer);
        while (Interlocked.Increment(ref _next) is var number && number < _end)
        {
            var start = Stopwatch.GetTimestamp();
            var request = Request.Numbered(number);
            store.Change(number);
            answers += request.OfItems ? variant.OfItems(store, request.Groups) : variant.OfIds(store, request.Groups);
            times.Add(Stopwatch.GetElapsedTime(start).TotalMilliseconds);
        }

        lock (_lock)
        {
            _answers += answers;
            _milliseconds.AddRange(times);
        }
    }
}
