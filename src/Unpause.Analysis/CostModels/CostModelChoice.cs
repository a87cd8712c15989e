using System.Globalization;
using Unpause.Analysis.Statistics;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Analysis.CostModels;

/// <summary>Which formula holds for a recording; where none does, a sentence says which collector that is and why.</summary>
internal static class CostModelChoice
{
    // Shares of fewer are chance.
    private const int FewestCollections = 5;

    // Go's lines tell sizes in whole MiB.
    private const double MebibyteOfLine = 1L << 20;

    /// <summary>The formula; null with the reason.</summary>
    public static MemoryFormula? Of(Recording recording, double? secondsPerGibibyte, out SteadyWork? work, out string? why)
    {
        work = null;
        why = Refusal(recording) ?? (recording.Collections.Count == 0 ? "it has no collections" : null);
        if (why is not null) return null;
        work = SteadyWork.Of(recording);
        if (work is null)
        {
            why = "no collection of the whole heap tells what is live: record longer, or with the heap's sizes";
            return null;
        }

        if (work.Collections < FewestCollections)
        {
            why = $"there are only {work.Collections} collections once the heap was filled, and it takes {FewestCollections}: "
                + "record longer";
            return null;
        }

        if (recording.Source.Collector is JvmCollectors.G1 or JvmCollectors.Parallel or JvmCollectors.Serial)
        {
            if (recording.Source.Collector == JvmCollectors.G1) work = work with { LiveBytes = GenerationsFormula.LiveOf(work, recording) };
            return new GenerationsFormula(work, recording, secondsPerGibibyte);
        }

        return IsOfGenerations(recording)
            ? new DotNetFormula(work, recording, secondsPerGibibyte)
            : OfGo(recording, ref work, out why);
    }

    private static string? Refusal(Recording recording) => recording.Source.Collector switch
    {
        _ when CountsObjects(recording) => $"{recording.Source.Traits.Name} collects by counts of objects, not when memory is short: no "
            + "limit changes how often. unpause tune tries thresholds",
        DotNetCollectors.Server =>
            "server GC gives each of its heaps a budget of its own and changes their number: no formula of ours holds for it",
        JvmCollectors.Epsilon => "Epsilon never collects",
        JvmCollectors.Shenandoah or JvmCollectors.Z or JvmCollectors.ConcurrentMarkSweep =>
            $"{recording.Source.Collector} works beside the program, and its recording doesn't tell the CPU that it takes: no formula of "
            + "ours holds for it",
        null when !IsOfGenerations(recording) => "the recording doesn't tell the collector",
        _ => null,
    };

    private static bool CountsObjects(Recording recording) =>
        recording.Collections.Any(collection => collection.FreedObjects is not null || collection.AllocatedObjects is not null);

    // .NET's names; a recording may lack the settings, which tell the collector.
    private static bool IsOfGenerations(Recording recording) =>
        recording.Collections.Any(collection => collection.Generation is Generations.Gen0 or Generations.Gen1 or Generations.Gen2);

    private static GoFormula? OfGo(Recording recording, ref SteadyWork? work, out string? why)
    {
        var goals = new List<double>();
        var roots = new Dictionary<int, double>();
        var cpu = new Dictionary<int, double>();
        foreach (var counter in recording.Counters)
        {
            switch (counter.Name)
            {
                case GoCounters.GoalBytes: goals.Add(counter.Value); break;
                case GoCounters.StackBytes or GoCounters.GlobalBytes:
                    roots[counter.Collection] = roots.GetValueOrDefault(counter.Collection) + counter.Value;
                    break;
                case GoCounters.AssistMilliseconds or GoCounters.DedicatedMilliseconds:
                    cpu[counter.Collection] = cpu.GetValueOrDefault(counter.Collection) + (counter.Value * 1e6);
                    break;
            }
        }

        var hasProcessors = recording.Source.Settings.TryGetValue(GoSettings.Processors, out var text)
            & double.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var processors);
        if (goals.Count == 0 || cpu.Count == 0 || !hasProcessors || work!.LiveBytes < MebibyteOfLine)
        {
            why = "what a Go program's cycles cost is in the lines that GODEBUG=gctrace=1 prints: record it with unpause run";
            return null;
        }

        var late = goals.Skip(goals.Count / 2).ToList();
        var floating = Floating(recording);
        work = work with
        {
            Blocks = OfCpu(recording, work, cpu, processors),
            LiveBytes = Math.Max(MebibyteOfLine, work.LiveBytes - floating),
            FloatingBytes = floating,
        };
        why = null;
        return new(work, Median.Of(late), roots.Count == 0 ? 0 : Median.Of(roots.Values));
    }

    private static double Floating(Recording recording)
    {
        var grown = new List<double>();
        foreach (var counter in recording.Counters)
        {
            if (counter.Name == GoCounters.MarkEndBytes && recording.Collections[counter.Collection].HeapBeforeBytes is { } start)
                grown.Add(Math.Max(0, counter.Value - start));
        }

        return grown.Count == 0 ? 0 : Median.Of(grown);
    }

    private static List<WorkBlock> OfCpu(Recording recording, SteadyWork work, Dictionary<int, double> cpu, double processors)
    {
        var blocks = work.Blocks.Select(block => new WorkBlock(block.Elapsed * processors, 0, 0)).ToArray();
        foreach (var (index, nanoseconds) in cpu)
        {
            if (recording.Collections[index].StartNanoseconds is not { } start || start < work.From) continue;
            var block = (int)Math.Clamp((start - work.From) / work.Blocks[0].Elapsed, 0, blocks.Length - 1);
            blocks[block] += new WorkBlock(0, 0, nanoseconds);
        }

        return [.. blocks];
    }
}
