using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Unpause.Readers.DotNet;
using Unpause.Recorder.Live;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>What a live session asks a .NET runtime for: what a recording from the start has, and counters.</summary>
internal static class DotNetProviders
{
    /// <summary>The list for a session.</summary>
    public static IReadOnlyList<EventPipeProvider> For(LiveOptions options) =>
    [
        .. DotNetSwitch.Providers(options.Requests, options.Allocations, options.Gen2Deaths)
            .Select(provider => new EventPipeProvider(
                provider.Name, (EventLevel)provider.Level, (long)provider.Keywords, Arguments(provider.Arguments))),
        new(EventSources.Counters, EventLevel.Informational, 0, Arguments($"{DotNetSwitch.CounterInterval}=1")),
    ];

    private static Dictionary<string, string>? Arguments(string? text) =>
        text?.Split('=', 2) is [var name, var value] ? new Dictionary<string, string>(StringComparer.Ordinal) { [name] = value } : null;
}
