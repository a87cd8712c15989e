using System.Runtime;
using System.Runtime.CompilerServices;

namespace Unpause.Bench;

/// <summary>
/// Times all contenders of a row in every round, in random order. The result is the median over rounds of each contender's time divided
/// by the baseline's in the same round. Time is the process's CPU time: it includes GC threads, and excludes neighbour processes.
/// </summary>
internal sealed class PairedRounds(int rounds, TimeSpan slice)
{
    // Tier-1 JIT: after 30 calls, in the background, once no method was compiled for 100 ms.
    private const int CallsBeforeCompiling = 40;
    // A slower contender is one long loop, whose code is replaced while it runs (OSR).
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

    // Optimised at once and without a profile, which would inline a contender before its own code is optimised.
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
    /// Warms up until nothing is compiled any more, and finds how many calls fill a slice. In CPU time and calls, because on a busy
    /// machine an interval of wall time may contain neither a call nor a turn of the compiler's thread.
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
