using Unpause.Analysis.LiveSets;

namespace Unpause.Analysis.CostModels;

/// <summary>Chooses the formula for a recording, or the reason why there is none.</summary>
internal static class CostModelChoice
{
    // Shares of fewer are noise.
    private const int FewestCollections = 5;

    // gctrace prints sizes in whole MiB.
    private const double MebibyteOfLine = 1L << 20;

    /// <summary>The formula; null with the reason why there is none.</summary>
    public static MemoryFormula? Choose(Recording recording, double? secondsPerGibibyte, out SteadyWork? work, out CostModelRefusal? why)
    {
        work = null;
        why = Refusal(recording) ?? (recording.Collections.Count == 0 ? new(CostModelRefusalKind.NoCollections) : null);
        if (why is not null) return null;
        work = SteadyWork.Compute(recording);
        if (work is null)
        {
            why = new(CostModelRefusalKind.NoLiveSet);
            return null;
        }

        if (work.Collections < FewestCollections)
        {
            why = new(CostModelRefusalKind.TooFewCollections, null, work.Collections, FewestCollections);
            return null;
        }

        if (recording.Source.Collector is JvmCollectors.G1 or JvmCollectors.Parallel or JvmCollectors.Serial)
        {
            if (recording.Source.Collector == JvmCollectors.G1) work = work with { LiveBytes = GenerationsFormula.LiveOf(work, recording) };
            return new GenerationsFormula(work, recording, secondsPerGibibyte);
        }

        if (recording.Source.Collector == NodeSettings.Collector) return OfNode(recording, ref work, out why);
        return IsOfGenerations(recording)
            ? new DotNetFormula(work, recording, secondsPerGibibyte)
            : OfGo(recording, ref work, out why);
    }

    private static CostModelRefusal? Refusal(Recording recording) => recording.Source.Collector switch
    {
        _ when CountsObjects(recording) => new(CostModelRefusalKind.ByObjectCounts, recording.Source.Traits.Name),
        DotNetCollectors.Server => new(CostModelRefusalKind.ServerGc),
        JvmCollectors.Epsilon => new(CostModelRefusalKind.NeverCollects),
        JvmCollectors.Shenandoah or JvmCollectors.Z or JvmCollectors.ConcurrentMarkSweep =>
            new(CostModelRefusalKind.ConcurrentCpuUnknown, recording.Source.Collector),
        null when !IsOfGenerations(recording) => new(CostModelRefusalKind.CollectorUnknown),
        _ => null,
    };

    private static bool CountsObjects(Recording recording) =>
        recording.Collections.Any(collection => collection.FreedObjects is not null || collection.AllocatedObjects is not null);

    // .NET's names; a recording may lack the settings that name the collector.
    private static bool IsOfGenerations(Recording recording) =>
        recording.Collections.Any(collection => collection.Generation is Generations.Gen0 or Generations.Gen1 or Generations.Gen2);

    private static V8Formula? OfNode(Recording recording, ref SteadyWork? work, out CostModelRefusal? why)
    {
        why = OldSpaceRoom.LimitOf(recording) is null ? new(CostModelRefusalKind.NoLimit) : null;
        if (why is not null) return null;
        work = work! with { Blocks = WithSteps(recording, work) };
        return new(work, recording);
    }

    /// <summary>The steps of marking that V8 does on the program's own thread: they count with the collection that they end in.</summary>
    private static List<WorkBlock> WithSteps(Recording recording, SteadyWork work)
    {
        var blocks = work.Blocks.ToArray();
        foreach (var phase in recording.Phases)
        {
            if (!phase.Concurrent || phase.Name != NodePhases.Steps) continue;
            if (recording.Collections[phase.Collection].StartNanoseconds is not { } start || start < work.From) continue;
            var block = (int)Math.Clamp((start - work.From) / work.Blocks[0].Elapsed, 0, blocks.Length - 1);
            blocks[block] += new WorkBlock(0, 0, phase.DurationNanoseconds);
        }

        return [.. blocks];
    }

    private static GoFormula? OfGo(Recording recording, ref SteadyWork? work, out CostModelRefusal? why)
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
            why = new(CostModelRefusalKind.NoGcTrace);
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
        return new(work, Median.Compute(late), roots.Count == 0 ? 0 : Median.Compute(roots.Values));
    }

    private static double Floating(Recording recording)
    {
        var grown = new List<double>();
        foreach (var counter in recording.Counters)
        {
            if (counter.Name == GoCounters.MarkEndBytes && recording.Collections[counter.Collection].HeapBeforeBytes is { } start)
                grown.Add(Math.Max(0, counter.Value - start));
        }

        return grown.Count == 0 ? 0 : Median.Compute(grown);
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
