using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Unpause.Recorder.Live;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>What a live session asks a .NET runtime for. Keywords: docs of the runtime provider and src/coreclr/vm/ClrEtwAll.man.</summary>
internal static class DotNetProviders
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime", Private = "Microsoft-Windows-DotNETRuntimePrivate";
    private const string Counters = "System.Runtime";
    private const long GcKeyword = 1;

    /// <summary>The list for a session. At level verbose the GC keyword gives a tick for every 100 KB allocated.</summary>
    public static IReadOnlyList<EventPipeProvider> For(LiveOptions options) =>
    [
        new(Runtime, options.Allocations ? EventLevel.Verbose : EventLevel.Informational, GcKeyword),
        // Steps of background collections, and waits to allocate a large object meanwhile.
        new(Private, EventLevel.Informational, GcKeyword),
        new(Counters, EventLevel.Informational, 0, new Dictionary<string, string>(StringComparer.Ordinal) { ["EventCounterIntervalSec"] = "1" }),
        .. options.Requests ? DotNetSwitch.Requests.Select(provider => new EventPipeProvider(provider.Name, EventLevel.Informational, (long)provider.Keywords)) : [],
    ];
}
