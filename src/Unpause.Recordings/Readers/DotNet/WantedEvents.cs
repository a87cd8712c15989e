namespace Unpause.Recordings.Readers.DotNet;

/// <summary>Which events are examined; the many others of a recording are skipped without a copy.</summary>
internal static class WantedEvents
{
    /// <summary>What is wanted of an event.</summary>
    public static EventUse UseOf(EventProvider provider, int id) => provider switch
    {
        EventProvider.Runtime => OfRuntime(id),
        EventProvider.RuntimePrivate =>
            id is >= RuntimeEventIds.BgcFirstNonConcurrentEnd and <= RuntimeEventIds.AllocationWaitEnd ? EventUse.Payload : EventUse.None,
        EventProvider.Rundown => EventUse.Payload,
        EventProvider.EventPipe => EventUse.Payload,
        EventProvider.SampleProfiler => EventUse.Payload,
        EventProvider.AspNetCoreHosting => id switch
        {
            RuntimeEventIds.RequestStart or RuntimeEventIds.RequestStop => EventUse.WithActivity,
            // Its counters have numbers that are given while it runs.
            _ => EventUse.Payload,
        },
        EventProvider.HttpClient =>
            id is >= RuntimeEventIds.CallStart and <= RuntimeEventIds.CallFailed ? EventUse.WithActivity : EventUse.None,
        EventProvider.Counters => EventUse.Payload,
        _ => EventUse.None,
    };

    private static EventUse OfRuntime(int id) => id switch
    {
        RuntimeEventIds.AllocationTick or RuntimeEventIds.Triggered or RuntimeEventIds.AllocationSampled => EventUse.WithStack,
        RuntimeEventIds.ContentionStart or RuntimeEventIds.ContentionStop => EventUse.WithActivity,
        RuntimeEventIds.PoolThreadStart or RuntimeEventIds.PoolAdjustment => EventUse.Payload,
        >= RuntimeEventIds.GcStart and <= RuntimeEventIds.SuspendBegin => EventUse.Payload,
        RuntimeEventIds.FinalizersBegin or RuntimeEventIds.FinalizersEnd or RuntimeEventIds.FinalizeObject or RuntimeEventIds.BulkType =>
            EventUse.Payload,
        >= RuntimeEventIds.BulkRootEdge and <= RuntimeEventIds.BulkEdge or RuntimeEventIds.BulkRootStatic => EventUse.Payload,
        >= RuntimeEventIds.BulkSurvivingRanges and <= RuntimeEventIds.GenerationRange => EventUse.Payload,
        RuntimeEventIds.GcDynamic or RuntimeEventIds.RuntimeStart or RuntimeEventIds.MarkWithType => EventUse.Payload,
        RuntimeEventIds.PerHeapHistory or RuntimeEventIds.GlobalHeapHistory or RuntimeEventIds.MethodLoadVerbose => EventUse.Payload,
        _ => EventUse.None,
    };
}

/// <summary>The providers whose events are examined.</summary>
internal enum EventProvider
{
    Runtime,

    RuntimePrivate,

    /// <summary>Microsoft-Windows-DotNETRuntimeRundown: what the runtime lists when a recording ends.</summary>
    Rundown,

    /// <summary>Microsoft-DotNETCore-EventPipe: the process's command line.</summary>
    EventPipe,

    /// <summary>Microsoft-DotNETCore-SampleProfiler: a CPU sampler, which stops the process for each sample.</summary>
    SampleProfiler,

    /// <summary>Microsoft.AspNetCore.Hosting: requests that an ASP.NET Core program serves.</summary>
    AspNetCoreHosting,

    /// <summary>System.Net.Http: requests that the program makes with HttpClient.</summary>
    HttpClient,
    /// <summary>System.Runtime: counters, once an interval.</summary>
    Counters,
}
