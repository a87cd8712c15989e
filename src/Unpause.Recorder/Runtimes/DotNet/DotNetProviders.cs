using System.Diagnostics.Tracing;
using Unpause.Readers.DotNet;
using Unpause.Recorder.Live;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>What a live session asks a .NET runtime for: what a recording from the start has, and counters.</summary>
internal static class DotNetProviders
{
    /// <summary>The list for a session.</summary>
    public static IReadOnlyList<DotNetProvider> For(LiveOptions options) =>
    [
        .. DotNetSwitch.Providers(options.Requests, options.Allocations, options.Gen2Deaths)
            .Select(provider => new DotNetProvider(provider.Name, provider.Keywords, provider.Level, provider.Arguments)),
        new(EventSources.Counters, 0, (int)EventLevel.Informational, $"{DotNetSwitch.CounterInterval}=1"),
    ];
}
