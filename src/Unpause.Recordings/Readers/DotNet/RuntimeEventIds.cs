namespace Unpause.Recordings.Readers.DotNet;

/// <summary>
/// Numbers of the events that are examined. Source: dotnet/runtime, src/coreclr/vm/ClrEtwAll.man and
/// src/coreclr/gc/gcevents.h, .NET Core 3.0 to .NET 10.
/// </summary>
internal static class RuntimeEventIds
{
    // Microsoft-Windows-DotNETRuntime
    public const int GcStart = 1;
    public const int GcStop = 2;
    public const int RestartEnd = 3;
    public const int HeapStats = 4;
    public const int CreateSegment = 5;
    public const int RestartBegin = 7;
    public const int SuspendEnd = 8;
    public const int SuspendBegin = 9;
    public const int AllocationTick = 10;
    public const int FinalizersEnd = 13;
    public const int FinalizersBegin = 14;
    public const int BulkType = 15;
    public const int BulkRootEdge = 16;
    public const int BulkRootWeakTableElement = 17;
    public const int BulkNode = 18;
    public const int BulkEdge = 19;
    public const int BulkSurvivingRanges = 21;
    public const int BulkMovedRanges = 22;
    public const int GenerationRange = 23;
    public const int FinalizeObject = 29;
    public const int Triggered = 35;
    public const int BulkRootStatic = 38;
    public const int GcDynamic = 39;
    public const int PoolThreadStart = 50;
    public const int PoolAdjustment = 55;
    public const int ContentionStart = 81;
    public const int ContentionStop = 91;
    public const int MethodLoadVerbose = 143;
    public const int RuntimeStart = 187;
    public const int MarkWithType = 202;
    public const int PerHeapHistory = 204;
    public const int GlobalHeapHistory = 205;
    public const int AllocationSampled = 303;

    // Microsoft-Windows-DotNETRuntimePrivate
    public const int BgcFirstNonConcurrentEnd = 12;
    public const int BgcFirstConcurrentEnd = 13;
    public const int BgcSecondNonConcurrentEnd = 15;
    public const int BgcSecondConcurrentEnd = 17;
    public const int AllocationWaitBegin = 23;
    public const int AllocationWaitEnd = 24;

    // Microsoft-Windows-DotNETRuntimeRundown
    public const int SettingsRundown = 10;
    public const int MethodRundownEndVerbose = 144;
    public const int ModuleRundownEnd = 154;

    // Microsoft.AspNetCore.Hosting: dotnet/aspnetcore, src/Hosting/Hosting/src/Internal/HostingEventSource.cs
    public const int RequestStart = 3;
    public const int RequestStop = 4;

    // System.Net.Http: dotnet/runtime, src/libraries/System.Net.Http/src/System/Net/Http/HttpTelemetry.cs
    public const int CallStart = 1;
    public const int CallStop = 2;
    public const int CallFailed = 3;

    // Microsoft-DotNETCore-EventPipe
    public const int ProcessInfo = 1;
}
