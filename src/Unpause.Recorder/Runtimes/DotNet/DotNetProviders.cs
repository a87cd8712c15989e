using System.Diagnostics.Tracing;
using Unpause.Recorder.Live;
using Unpause.Recordings.Readers.DotNet;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>The providers of a live session: those of a recording from the start, and counters.</summary>
internal static class DotNetProviders
{
    public static IReadOnlyList<DotNetProvider> For(LiveOptions options) =>
    [
        .. DotNetSwitch.Providers(options.Requests, options.Allocations, options.Gen2Deaths)
            .Select(provider => new DotNetProvider(provider.Name, provider.Keywords, provider.Level, provider.Arguments)),
        new(EventSources.Counters, 0, (int)EventLevel.Informational, $"{DotNetSwitch.CounterInterval}=1"),
    ];
}
