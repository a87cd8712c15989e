namespace Unpause.Recordings.Readers.Perf;

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
    /// <param name="thread">The samples.</param>
    /// <param name="evidence">Of them, those that show the runtime.</param>
    public void Add(SampledThread thread, long evidence)
    {
        Threads.Add(thread);
        Samples += thread.Samples;
        Evidence += evidence;
        WithoutCallers += thread.WithoutCallers;
    }
}
