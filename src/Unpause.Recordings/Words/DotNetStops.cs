namespace Unpause.Recordings.Words;

/// <summary>What suspensions are for. Source: dotnet/runtime, enum SUSPEND_REASON; the first is ours.</summary>
internal static class DotNetStops
{
    /// <summary>A GC suspension without a collection, in which DATAS changes the number of heaps.</summary>
    public const string HeapCountChange = "SuspendForGCPrep to change the number of heaps";

    /// <summary>The runtime's own business, or a profiler's.</summary>
    public const string Other = "SuspendOther";

    /// <summary>The end of an application domain.</summary>
    public const string AppDomainShutdown = "SuspendForAppDomainShutdown";

    /// <summary>The end of the process.</summary>
    public const string Shutdown = "SuspendForShutdown";

    /// <summary>Compiled code is thrown away.</summary>
    public const string CodePitching = "SuspendForCodePitching";

    public const string Debugger = "SuspendForDebugger";

    /// <summary>A debugger that stops the threads which run still.</summary>
    public const string DebuggerSweep = "SuspendForDebuggerSweep";

    /// <summary>A reason beyond those that are known.</summary>
    public const string Unknown = "unknown reason";

    public static IReadOnlyList<StopReason> All { get; } =
    [
        new(HeapCountChange, "change of the number of heaps", WithoutCollection: true),
        new(Debugger, StopReason.Debugger),
        new(DebuggerSweep, StopReason.Debugger),
        new(AppDomainShutdown, "shutdown"),
        new(Shutdown, "shutdown"),
        new(CodePitching, "code pitching"),
        new(Other, StopReason.Profiler),
        new(Unknown, StopReason.NotRecorded),
    ];
}
