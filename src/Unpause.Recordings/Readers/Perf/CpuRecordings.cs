using Unpause.Recordings.Cpu;

namespace Unpause.Recordings.Readers.Perf;

/// <summary>Makes recordings of one input's samples: one for each process of a runtime that is known.</summary>
/// <param name="event">What was sampled; null where it is not recorded.</param>
internal sealed class CpuRecordings(SampleSet set, string? @event, string format)
{
    /// <summary>The runtime of a process whose frames do not show it: it is kept until it is known whether another input does.</summary>
    public const string UnknownRuntime = "unknown";

    private const int MostNamed = 3;

    /// <summary>The runtime of all of them, where the input shows it otherwise than by its frames.</summary>
    public CpuRuntime? Known { get; init; }

    /// <summary>Why an input with samples gives nothing.</summary>
    public const string NoRuntime = "no frame, thread or process name in it identifies a known runtime; "
        + "if frames have no names, the program may be stripped of its symbols";

    /// <summary>The recordings; those whose runtime isn't known last.</summary>
    /// <param name="coverage">What was noted of the whole input.</param>
    public IReadOnlyList<Recording> Finish(IReadOnlyList<string> files, CoverageBuilder coverage)
    {
        set.Note(coverage);
        var processes = new List<SampledProcess>();
        foreach (var thread in set.Threads) Place(thread, processes);
        var unknown = processes.Where(process => process.Runtime is null).ToList();
        Adopt(processes, unknown);
        var known = processes.Except(unknown).ToList();
        var others = Others(unknown);
        return
        [
            .. known.OrderByDescending(process => process.Samples).Select(process => Build(process, files, coverage.Build(), others)),
            .. unknown.Where(process => process.ProcessId > 0).Select(process => Build(process, files, coverage.Build(), null)),
        ];
    }

    /// <summary>Assigns samples of threads to their process, as far as it is recorded.</summary>
    private void Place(SampledThread thread, List<SampledProcess> processes)
    {
        var (runtime, evidence) = RuntimeOf(thread);
        // Threads of Go bear their program's name; those of the others have names of their own.
        var own = thread.ProcessId is not null || runtime is null || runtime.Id == Runtimes.Go;
        if (!own && processes.Find(process => process.ProcessId is null && process.Runtime == runtime) is { } same)
        {
            same.Add(thread, evidence);
            return;
        }

        var process = new SampledProcess(runtime, thread.ProcessId);
        process.Add(thread, evidence);
        processes.Add(process);
    }

    private (CpuRuntime? Runtime, long Evidence) RuntimeOf(SampledThread thread)
    {
        var best = Known;
        long most = 0;
        for (var index = 0; index < CpuRuntime.All.Count; index++)
        {
            long shows = 0;
            foreach (var (bits, samples) in thread.Evidence)
            {
                if ((bits & FrameBits.OfRuntime(index)) != 0) shows += samples;
            }

            if (shows > most) (best, most) = (CpuRuntime.All[index], shows);
        }

        if (best is not null) return (best, most);
        foreach (var runtime in CpuRuntime.All)
        {
            if (CpuRuntime.Any(runtime.Commands, set.Names[thread.MainName])) return (runtime, 0);
        }

        return (null, 0);
    }

    /// <summary>
    /// Where an input has numbers of threads alone and shows one process with a just-in-time compiler, threads that run nothing but code
    /// without names are its own.
    /// </summary>
    private static void Adopt(List<SampledProcess> processes, List<SampledProcess> unknown)
    {
        if (processes.Count - unknown.Count != 1 || processes.Find(process => process.Runtime is not null) is not { ProcessId: null } only)
            return;
        if (only.Runtime!.Id is not (Runtimes.Jvm or Runtimes.DotNet)) return;
        foreach (var process in unknown.Where(process => process.Threads.TrueForAll(IsNameless)).ToList())
        {
            foreach (var thread in process.Threads) only.Add(thread, 0);
            processes.Remove(process);
            unknown.Remove(process);
        }
    }

    private static bool IsNameless(SampledThread thread)
    {
        var found = false;
        foreach (var bits in thread.Kinds.Keys)
        {
            if ((bits & FrameBits.Named) != 0) return false;
            found |= (bits & FrameBits.Unnamed) != 0;
        }

        return found;
    }

    private string? Others(List<SampledProcess> unknown)
    {
        var samples = unknown.Sum(process => process.Samples);
        if (samples == 0) return null;
        var names = unknown.OrderByDescending(process => process.Samples).Select(process => set.Names[process.MainName])
            .Distinct(StringComparer.Ordinal).ToList();
        var more = names.Count > MostNamed ? " …" : "";
        return $"{Quantities.Count(samples, "sample")} of other processes left out: {string.Join(", ", names.Take(MostNamed))}{more}";
    }

    private Recording Build(SampledProcess process, IReadOnlyList<string> files, Coverage coverage, string? others)
    {
        if (others is not null) coverage = coverage.With(others);
        var name = set.Names[process.MainName];
        if (process.ProcessId is null && format == PerfFormats.Script)
        {
            coverage = coverage.With("The samples have thread ids and no process ids: processes are separated by runtime, and Go processes "
                + "by name. perf script -F +pid prints both ids");
        }

        var samples = new SampleSummary(process, set.Names.All).Finish(@event);
        return new Recording
        {
            Source = new SourceBuilder
            {
                Format = format,
                Runtime = process.Runtime?.Id ?? UnknownRuntime,
                Files = files,
                ProcessId = process.ProcessId ?? process.CodeOf,
                Command = name,
            }.Build(),
            // V8's own profiler knows all callers: what has none is no function.
            Coverage = process.WithoutCallers * 2 <= process.Samples || format == NodeFormats.CpuProfile ? coverage : coverage.With(
                $"{Quantities.Percent(100.0 * process.WithoutCallers / process.Samples)} of the "
                    + "samples have no caller: only their innermost "
                + "function is known. perf record --call-graph dwarf, or a build with frame pointers, records more"),
            CpuSamples = samples,
            SampledThreads = [.. process.Threads.SelectMany(thread => thread.Threads)],
        };
    }
}

/// <summary>A process with its samples.</summary>
/// <param name="runtime">Its runtime; null where nothing shows one.</param>
/// <param name="processId">Its id; null where the input does not record it.</param>
internal sealed class SampledProcess(CpuRuntime? runtime, int? processId)
{
    /// <summary>Its runtime; null where nothing shows one.</summary>
    public CpuRuntime? Runtime { get; } = runtime;

    /// <summary>Its id; null where the input does not record it.</summary>
    public int? ProcessId { get; } = processId;

    /// <summary>Its samples, one tree each.</summary>
    public List<SampledThread> Threads { get; } = [];

    public long Samples { get; private set; }

    /// <summary>Samples that show the runtime.</summary>
    public long Evidence { get; private set; }

    /// <summary>Samples with at most one named frame.</summary>
    public long WithoutCallers { get; private set; }

    /// <summary>Its id by its just-in-time compiled code; null where that shows none, or several.</summary>
    public int? CodeOf =>
        Threads.SelectMany(thread => thread.CodeOf).Distinct().Take(2).ToList() is [var only] ? only : null;

    /// <summary>The name of its first thread, as far as that is known.</summary>
    public int MainName => Threads[0].MainName;

    /// <summary>Adds samples.</summary>
    /// <param name="evidence">Of them, those that show the runtime.</param>
    public void Add(SampledThread thread, long evidence)
    {
        Threads.Add(thread);
        Samples += thread.Samples;
        Evidence += evidence;
        WithoutCallers += thread.WithoutCallers;
    }
}
