using System.Runtime;
using System.Runtime.CompilerServices;

namespace Unpause.Bench;

/// <summary>
/// Times all contenders of a row in every round, in random order, and gives the median over the rounds of each one's time divided
/// by the baseline's in the same round. Time is the process's processor time: it counts the collector's threads but not the
/// neighbours on a shared machine.
/// </summary>
internal sealed class PairedRounds(int rounds, TimeSpan slice)
{
    // The runtime compiles a method better after 30 calls, in the background, once nothing new was compiled for 100 ms.
    private const int CallsBeforeCompiling = 40;
    // A contender that is slower than this is one long loop, whose code is replaced while it runs.
    private static readonly TimeSpan LongEnough = TimeSpan.FromMilliseconds(300);

    private const int CompilerDelay = 120;
    private const int QuietRepeats = 2;
    private const int MaxRepeats = 10;

    private readonly Random _random = new(1);

    internal string Measure(Row row)
    {
        var calls = row.Contenders.Select(contender => CallsIn(contender.Run)).ToArray();
        var times = row.Contenders.Select(_ => new List<double>()).ToArray();
        var bytes = new long[calls.Length];
        var full = new double[calls.Length];
        for (var round = 0; round < rounds; round++)
        {
            foreach (var i in Enumerable.Range(0, calls.Length).OrderBy(_ => _random.Next()))
            {
                Time(row.Contenders[i].Run, calls[i], times[i], ref bytes[i], ref full[i]);
            }
        }

        var cells = row.Contenders.Select((contender, i) =>
        {
            var ratio = Median(times[i].Zip(times[0], (own, baseline) => own / baseline));
            return $"{contender.Name} {ratio:0.00} ({Nanoseconds(Median(times[i]))}, {bytes[i] / 1024.0:0.#} KB,"
                + $" gen2 {full[i] / rounds * 1000:0.#}/1k)";
        });
        return $"| {row.Work} | {string.Join("<br>", cells)} | {row.Incident} | {row.Goal} |";
    }

    private static void Time(Func<long> run, int calls, List<double> times, ref long bytes, ref double full)
    {
        var gen2 = GC.CollectionCount(2);
        var allocated = GC.GetAllocatedBytesForCurrentThread();
        var start = Environment.CpuUsage.TotalTime;
        Repeat(run, calls);
        times.Add((Environment.CpuUsage.TotalTime - start).TotalNanoseconds / calls);
        bytes = (GC.GetAllocatedBytesForCurrentThread() - allocated) / calls;
        full += (double)(GC.CollectionCount(2) - gen2) / calls;
    }

    // Optimised at once and without a profile, which would inline a contender before its own code is at its best.
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static void Repeat(Func<long> run, int calls)
    {
        for (var i = 0; i < calls; i++) run();
    }

    private static string Nanoseconds(double value) => value switch
    {
        < 1_000 => $"{value:0.#} ns",
        < 1_000_000 => $"{value / 1_000:0.##} us",
        _ => $"{value / 1_000_000:0.##} ms",
    };

    private static double Median(IEnumerable<double> values)
    {
        var sorted = values.Order().ToArray();
        return sorted[sorted.Length / 2];
    }

    /// <summary>
    /// Runs until nothing is compiled any more, and finds how many calls fill a slice. By processor time and calls, for on a busy
    /// machine a stretch of time by the clock may hold neither a call nor a turn of the compiler's thread.
    /// </summary>
    private int CallsIn(Func<long> run)
    {
        for (int quiet = 0, repeat = 0; quiet < QuietRepeats && repeat < MaxRepeats; repeat++)
        {
            var compiled = JitInfo.GetCompiledMethodCount();
            CallsWithin(run, TimeSpan.FromMilliseconds(15), CallsBeforeCompiling);
            Thread.Sleep(CompilerDelay);
            quiet = JitInfo.GetCompiledMethodCount() == compiled ? quiet + 1 : 0;
        }

        return CallsWithin(run, slice, 1);
    }

    private static int CallsWithin(Func<long> run, TimeSpan time, int atLeast)
    {
        var start = Environment.CpuUsage.TotalTime;
        var calls = 0;
        for (var batch = 1; Environment.CpuUsage.TotalTime - start < (calls < atLeast ? LongEnough : time); batch = Math.Min(batch * 2, 64))
        {
            Repeat(run, batch);
            calls += batch;
        }

        return calls;
    }
}
