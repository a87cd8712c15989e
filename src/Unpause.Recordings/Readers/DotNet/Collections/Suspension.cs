using Unpause.Recordings.Readers.DotNet.Survival;

namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>A suspension of the process that has not ended yet. Reasons: dotnet/runtime, enum SUSPEND_REASON.</summary>
internal sealed class Suspension(long begin, uint reason)
{
    private static readonly string[] Names =
    [
        DotNetStops.Other, "SuspendForGC", DotNetStops.AppDomainShutdown, DotNetStops.CodePitching, DotNetStops.Shutdown,
        DotNetStops.Debugger, "SuspendForGCPrep", DotNetStops.DebuggerSweep,
    ];

    /// <summary>When it was requested.</summary>
    public long Begin { get; } = begin;

    /// <summary>When all threads were suspended; null until then.</summary>
    public long? Reached { get; set; }

    /// <summary>When the runtime began to let them go.</summary>
    public long? RestartBegin { get; set; }

    /// <summary>Collections that started in it.</summary>
    public List<OpenCollection> Started { get; } = [];

    /// <summary>When the last collection in it ended.</summary>
    public long? LastStop { get; set; }

    /// <summary>When the last history was written in it.</summary>
    public long? LastHistory { get; set; }

    /// <summary>Whether the thread that requested the collection also performs it.</summary>
    public bool Workstation { get; set; }

    /// <summary>
    /// When the work of its blocking collections was done, as the runtime's counter sees it: it takes the time right
    /// after the histories under server GC, whose threads then meet once more before GCEnd is written (that may take
    /// milliseconds on a busy machine), and right before GCEnd under workstation GC.
    /// </summary>
    public long? EndOfWork => Workstation ? LastStop : LastHistory ?? LastStop;

    /// <summary>Whether it is the final pause of a background collection.</summary>
    public bool IsFinalMark { get; set; }

    /// <summary>The listing of survivors for a tool in it; null when there was none.</summary>
    public SurvivalWalk? SurvivalWalk { get; set; }

    /// <summary>How long collections in it took for a tool.</summary>
    public long ToolNanoseconds { get; set; }

    /// <summary>A new collection, rather than the later work of a background one.</summary>
    public bool ForNewCollection => Reason == 1;

    /// <summary>Made by the collector.</summary>
    public bool ForCollector => IsForCollector(Reason);

    /// <summary>The runtime's number of the reason; 255 for all beyond.</summary>
    public byte Reason { get; } = (byte)Math.Min(reason, byte.MaxValue);

    /// <summary>Whether a reason is the collector's: a collection, or its preparation and later pauses.</summary>
    public static bool IsForCollector(byte reason) => reason is 1 or 6;

    /// <summary>Whether a reason is none that is known but the runtime's own business: a CPU sampler, tiering, a profiler.</summary>
    public static bool IsForOther(byte reason) => reason == 0;

    /// <summary>The runtime's word for a reason.</summary>
    public static string NameOf(byte reason) => reason < Names.Length ? Names[reason] : DotNetStops.Unknown;
}
