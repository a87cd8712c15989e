namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>The steps of a background collection, by the event of the private provider that ends them.</summary>
internal static class BackgroundSteps
{
    /// <summary>The step that an event ends, and whether the application runs beside it; null when it ends none.</summary>
    public static (string? Phase, bool Concurrent) EndedBy(int eventId) => eventId switch
    {
        RuntimeEventIds.BgcFirstConcurrentEnd => ("background: concurrent mark", true),
        RuntimeEventIds.BgcSecondNonConcurrentEnd => ("background: final mark", false),
        RuntimeEventIds.BgcSecondConcurrentEnd => ("background: concurrent sweep", true),
        _ => (null, false),
    };
}
