using System.Diagnostics;
using System.Globalization;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;
using Unpause.Analysis.Summaries;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Bench.Readers;

/// <summary>
/// The reader of .nettrace files against TraceEvent on the same files: with call stacks against the conversion that its
/// stacks need (TraceLog, which writes a second file), without against a bare loop over the events. Processor time,
/// every contender once in each round, because wall time on a busy machine depends on other processes.
/// </summary>
internal static class NettraceTable
{
    public static void Print(string withStacks, string without, int rounds)
    {
        Console.WriteLine(
            FormattableString.Invariant($".nettrace, {Environment.ProcessorCount} processors, .NET {Environment.Version},")
            + FormattableString.Invariant($" TraceEvent {typeof(TraceEvent).Assembly.GetName().Version}, median ratio of {rounds} ")
            + "paired rounds of processor time");
        Console.WriteLine("| file | contender | MB/s | M events/s | time as a ratio to unpause |\n|---|---|--:|--:|--:|");
        Print(
            "with stacks", withStacks, [("unpause", Report), ("TraceEvent, events only", Loop), ("TraceLog conversion", Convert)], rounds);
        Print("without stacks", without, [("unpause", Report), ("TraceEvent, events only", Loop)], rounds);
    }

    /// <summary>Rounds until the code is compiled for good.</summary>
    private const int Warm = 8;

    private static void Print(string name, string path, (string Name, Func<string, long> Run)[] contenders, int rounds)
    {
        var bytes = new FileInfo(path).Length;
        var events = Loop(path);
        var seconds = new double[contenders.Length, rounds];
        // The first rounds warm up the code and the file's pages.
        for (var round = -Warm; round < rounds; round++)
        {
            for (var i = 0; i < contenders.Length; i++)
            {
                var before = Process.GetCurrentProcess().TotalProcessorTime;
                contenders[i].Run(path);
                var taken = (Process.GetCurrentProcess().TotalProcessorTime - before).TotalSeconds;
                if (round >= 0) seconds[i, round] = taken;
            }
        }

        for (var i = 0; i < contenders.Length; i++)
        {
            var contender = i;
            var own = Median([.. Enumerable.Range(0, rounds).Select(round => seconds[contender, round])]);
            var ratio = Median([.. Enumerable.Range(0, rounds).Select(round => seconds[contender, round] / seconds[0, round])]);
            Console.WriteLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"| {name}, {bytes / 1e6:0} MB, {events:N0} events | {contenders[i].Name} | {bytes / 1e6 / own:0} |"
                    + $" {events / 1e6 / own:0.00} | {ratio:0.00} |"));
        }
    }

    private static double Median(double[] values)
    {
        Array.Sort(values);
        return values[values.Length / 2];
    }

    /// <summary>Reads and sums up the whole recording, stacks and names included.</summary>
    private static long Report(string path)
    {
        var recording = RuntimeTable.Default.Load([RecordingInput.File(path)]).Recordings.Single();
        return Summary.Compute(recording).Pauses.Count;
    }

    private static long Loop(string path)
    {
        long events = 0;
        using var source = new EventPipeEventSource(path);
        source.AllEvents += _ => events++;
        source.Process();
        return events;
    }

    private static long Convert(string path)
    {
        var converted = path + ".etlx";
        TraceLog.CreateFromEventPipeDataFile(path, converted);
        var bytes = new FileInfo(converted).Length;
        File.Delete(converted);
        return bytes;
    }
}
