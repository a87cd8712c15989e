namespace Unpause.Analysis.Events;

/// <summary>What caused each stop, from its own data alone and without its phases, so that millions of stops can be asked.</summary>
public sealed class PauseCauses
{
    /// <summary>GC threads' CPU times are judged from this length on: the JVM logs them in steps of 10 ms.</summary>
    public const long LeastCpuNanoseconds = 100_000_000;

    /// <summary>How much less a printed CPU time may be than the true one: user and system are each cut to 10 ms.</summary>
    private const long CpuStepNanoseconds = 20_000_000;

    /// <summary>
    /// One thread that marks or copies does some hundred million bytes a second; below this rate, memory was not where it should be.
    /// </summary>
    private const double SlowBytesPerSecond = 20e6;

    /// <summary>Shorter pauses are not judged by their rate: stopping and starting GC threads counts too much in them.</summary>
    private const long SlowNanoseconds = 1_000_000_000;

    private readonly Recording _recording;
    private readonly ExaminedObjects _examined;
    private readonly Dictionary<int, CyclePause> _cyclePauses = [];

    /// <summary>Of a recording.</summary>
    public PauseCauses(Recording recording)
    {
        _recording = recording;
        _examined = new ExaminedObjects(recording);
        foreach (var pause in recording.CyclePauses) _cyclePauses[pause.Pause] = pause;
    }

    /// <summary>The cause of a stop.</summary>
    public PauseCause Find(FeltStop felt)
    {
        var half = felt.DurationNanoseconds / 2;
        if (StoppingThreads(felt) is { } stopping && stopping > half) return PauseCause.StoppingThreads;
        if (!felt.ForCollection) return PauseCause.OtherOperation;
        if (felt.Pause < 0) return PauseCause.Work;
        if (OffCpu(felt) is { } waited && waited > half) return PauseCause.OffCpu;
        if (IsTooSlow(felt)) return PauseCause.TooSlow;
        if (_examined.RanOtherCode(_recording.Pauses[felt.Pause])) return PauseCause.Finalizers;
        var collection = CollectionOf(felt);
        if (Failure(collection) is not null) return PauseCause.Failure;
        if (collection.Induced || collection.Cause == Causes.Induced) return PauseCause.Induced;
        return collection.Cause switch
        {
            Causes.Diagnostic => PauseCause.Diagnostic,
            Causes.Metadata => PauseCause.Metadata,
            Causes.LargeObjectAllocation => PauseCause.LargeObject,
            _ => PauseCause.Work,
        };
    }

    /// <summary>The time until all threads had stopped; null when not recorded.</summary>
    public long? StoppingThreads(FeltStop felt)
    {
        if (felt.Stop >= 0 && _recording.Stops![felt.Stop].TimeToSafepointNanoseconds is { } time) return time;
        return felt.Pause >= 0 && CollectionOf(felt).Kind == CollectionKind.Blocking
            ? _recording.Facts?.Get(_recording.Pauses[felt.Pause].Collection, CollectionFact.SuspensionNanoseconds)
            : null;
    }

    /// <summary>CPU time of the GC threads in the stop's pause, and the kernel's part of it; null when not recorded.</summary>
    public (long Cpu, long? System)? CpuTime(FeltStop felt) => felt.Pause < 0 ? null : CpuTime(felt.Pause);

    /// <summary>CPU time of the GC threads in the pause at an index, and the kernel's part of it; null when not recorded.</summary>
    public (long Cpu, long? System)? CpuTime(int pause)
    {
        if (_cyclePauses.TryGetValue(pause, out var own)) return own.CpuNanoseconds is { } cpu ? (cpu, own.SystemCpuNanoseconds) : null;
        var collection = _recording.Collections[_recording.Pauses[pause].Collection];
        if (collection.Kind != CollectionKind.Blocking || collection.CpuNanoseconds is not { } whole) return null;
        return (whole, collection.SystemCpuNanoseconds);
    }

    /// <summary>
    /// The time of the stop's pause in which no GC thread ran on a CPU, at least; 0 where they may have run all the time, null where it is
    /// not recorded or too short to say.
    /// </summary>
    public long? OffCpu(FeltStop felt)
    {
        if (CpuTime(felt) is not var (cpu, _)) return null;
        var pause = _recording.Pauses[felt.Pause].DurationNanoseconds;
        return pause < LeastCpuNanoseconds ? null : Math.Max(0, pause - cpu - CpuStepNanoseconds);
    }

    /// <summary>The most that the pause can have worked on: all bytes of what was collected; null where not recorded.</summary>
    public long? MostBytes(FeltStop felt)
    {
        if (felt.Pause < 0 || CollectionOf(felt) is not { Kind: CollectionKind.Blocking } collection) return null;
        return collection.WholeHeap ? collection.HeapBeforeBytes : collection.YoungBeforeBytes;
    }

    /// <summary>CPython: about how many objects the pause examined; null where not recorded.</summary>
    public long? ExaminedObjects(FeltStop felt) => felt.Pause < 0 ? null : _examined.Count(_recording.Pauses[felt.Pause].Collection);

    /// <summary>Whether a pause of a second or more worked on less than any memory allows.</summary>
    private bool IsTooSlow(FeltStop felt)
    {
        if (felt.DurationNanoseconds < SlowNanoseconds || MostBytes(felt) is not { } bytes) return false;
        return bytes / (_recording.Pauses[felt.Pause].DurationNanoseconds / 1e9) < SlowBytesPerSecond;
    }

    /// <summary>What failed, as the recording marks it; null when nothing did.</summary>
    public static string? Failure(Collection collection)
    {
        foreach (var mark in collection.Marks ?? [])
        {
            if (mark is JvmMarks.EvacuationFailure or JvmMarks.ConcurrentModeFailure or JvmMarks.PromotionFailed or JvmMarks.Degenerated
                or JvmMarks.TimeLimit)
            {
                return mark;
            }
        }

        return collection.Cause == Causes.PromotionFailure ? collection.RuntimeCause ?? collection.Cause : null;
    }

    /// <summary>The phases and the CPU time that belong to one pause of a cycle; null where it has none of its own.</summary>
    internal CyclePause? CyclePauseOf(int pause) => _cyclePauses.TryGetValue(pause, out var own) ? own : null;

    private Collection CollectionOf(FeltStop felt) => _recording.Collections[_recording.Pauses[felt.Pause].Collection];
}
