using Unpause.Recordings.Words;

namespace Unpause.Recordings.Readers.Python;

/// <summary>
/// Finds out why CPython collected, as far as the counters prove it. It collects by itself only while that is enabled
/// and a count exceeds its threshold (Modules/gcmodule.c, <c>gc_collect_generations</c>, 3.8 to 3.13); in 3.12 and
/// later the count of generation 0 may have fallen again when the evaluation loop comes to it.
/// </summary>
internal static class AgentCause
{
    /// <summary>Sets the cause of a collection; null where both are possible.</summary>
    /// <returns>Whether code called <c>gc.collect()</c>.</returns>
    public static bool Set(Collection.Builder collection, in AgentRecord record, in PythonVersion version)
    {
        if (IsInduced(record, version))
        {
            collection.Cause = Causes.Induced;
            collection.RuntimeCause = "gc.collect";
            collection.Induced = true;
            return true;
        }

        if (version.Collector == PythonCollectors.Generational && record.Count0 > record.Threshold0)
        {
            collection.Cause = Causes.Allocation;
            collection.RuntimeCause = "threshold";
        }

        return false;
    }

    private static bool IsInduced(in AgentRecord record, in PythonVersion version)
    {
        if (!record.Enabled || record.Threshold0 == 0) return true;
        // It collects by itself the young and an increment (3.14.0 to 3.14.4, Python/gc.c), or with the number 0 (free-threaded builds,
        // Python/gc_free_threading.c of 3.13 and 3.14), both in _Py_RunGC; gc.collect() has 2 by default.
        if (version.Collector == PythonCollectors.Incremental) return record.Generation != 1;
        if (version.Collector == PythonCollectors.FreeThreaded) return record.Generation != 0;
        if (version.Collector != PythonCollectors.Generational) return false;
        if (record.Count <= record.Threshold) return true;
        return record.Count0 <= record.Threshold0 && version.CollectsInsideAllocation;
    }
}
