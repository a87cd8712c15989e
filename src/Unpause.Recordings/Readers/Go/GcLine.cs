using System.Runtime.CompilerServices;

namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// One line of <c>GODEBUG=gctrace=1</c>. Times are nanoseconds, sizes bytes (printed as whole MiB); phases that a
/// version does not print are 0.
/// </summary>
internal struct GcLine
{
    private Values _values;

    /// <summary>Which row of the table it is.</summary>
    public GcLineRow Row;

    /// <summary>Which versions print such lines.</summary>
    public readonly GcLineShape Shape => Row.Shape;

    public readonly long Number => this[GcField.Number];

    /// <summary>Start of the cycle since the start of the runtime, cut to milliseconds; null up to 1.4.</summary>
    public readonly long? Start => Row.HasStart ? this[GcField.Start] : null;

    /// <summary>GC's share of CPU since the process started, in percent, idle marking left out.</summary>
    public readonly long CpuPercent => this[GcField.CpuPercent];

    public readonly long AssistCpu => this[GcField.AssistCpu];

    public readonly long DedicatedCpu => this[GcField.DedicatedCpu];

    public readonly long IdleCpu => this[GcField.IdleCpu];

    /// <summary>CPU time of the whole cycle.</summary>
    public readonly long Cpu => Sum(GcField.SweepTerminationCpu, GcField.MarkTerminationCpu);

    /// <summary>The sizes in the order of the line: two up to 1.4, then three.</summary>
    public readonly long Heap0 => this[GcField.Heap0];

    public readonly long Heap1 => this[GcField.Heap1];

    public readonly long Heap2 => this[GcField.Heap2];

    public readonly long Goal => this[GcField.Goal];

    public readonly long? Stacks => Row.HasScannedRoots ? this[GcField.Stacks] : null;

    public readonly long? Globals => Row.HasScannedRoots ? this[GcField.Globals] : null;

    public readonly long Processors => this[GcField.Processors];

    public readonly bool Forced => this[GcField.Forced] > 0;

    /// <summary>Whether it has fields that are not known.</summary>
    public readonly bool HasFurther => this[GcField.Further] > 0;

    /// <summary>Objects before less objects after, up to 1.2.</summary>
    public readonly long? FreedObjects =>
        Row.HasObjects && this[GcField.ObjectsAfter] >= 0 && this[GcField.ObjectsBefore] >= this[GcField.ObjectsAfter]
            ? this[GcField.ObjectsBefore] - this[GcField.ObjectsAfter] : null;

    /// <summary>Length of the whole cycle.</summary>
    public readonly long Duration => Sum(GcField.Clock0, GcField.Clock4);

    /// <summary>A field's value; 0 where the line has none.</summary>
    public long this[GcField field]
    {
        readonly get => _values[(int)field];
        set => _values[(int)field] = value;
    }

    /// <summary>One of the durations, in the order of the line.</summary>
    public readonly long Clock(int phase) => _values[(int)GcField.Clock0 + phase];

    private readonly long Sum(GcField first, GcField last)
    {
        long sum = 0;
        for (var field = first; field <= last; field++) sum += this[field];
        return sum;
    }

    /// <summary>A value for each field.</summary>
    [InlineArray((int)GcField.Further + 1)]
    private struct Values
    {
        private long _first;
    }
}
