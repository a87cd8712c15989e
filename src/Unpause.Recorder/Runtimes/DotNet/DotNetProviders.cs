using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>What a live session asks a .NET runtime for. Keywords: docs of the runtime provider and src/coreclr/vm/ClrEtwAll.man.</summary>
internal static class DotNetProviders
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime", Private = "Microsoft-Windows-DotNETRuntimePrivate";
    private const string Counters = "System.Runtime";
    private const long GcKeyword = 1;

    /// <summary>The list for a session.</summary>
    /// <param name="allocations">Whether allocations are sampled: at level verbose the GC keyword gives a tick for every 100 KB.</param>
    public static IReadOnlyList<EventPipeProvider> For(bool allocations) =>
    [
        new(Runtime, allocations ? EventLevel.Verbose : EventLevel.Informational, GcKeyword),
        // Steps of background collections, and waits to allocate a large object meanwhile.
        new(Private, EventLevel.Informational, GcKeyword),
        new(Counters, EventLevel.Informational, 0, new Dictionary<string, string> { ["EventCounterIntervalSec"] = "1" }),
    ];
}
