namespace Unpause.Recorder.Live;

/// <summary>What can be asked of a live process; each runtime declares what it can.</summary>
public enum LiveCapability
{
    /// <summary>Its collections and pauses are recorded: <c>unpause record</c>.</summary>
    Record,

    /// <summary>Its own log of the time before is read too.</summary>
    Before,

    /// <summary>A flight recording.</summary>
    Flight,

    /// <summary>Who holds old objects.</summary>
    Holders,

    /// <summary>What is allocated where.</summary>
    Allocations,

    /// <summary>The requests that it serves and makes.</summary>
    Requests,

    /// <summary>Only the end is kept.</summary>
    Ring,

    /// <summary>Recording ends after what the user waits for.</summary>
    Trigger,

    /// <summary>Who allocates what dies in gen2.</summary>
    Gen2Deaths,

    /// <summary>How long goroutines that allocate help the collector.</summary>
    Assists,

    /// <summary>Its objects are counted by class: <c>unpause heap</c>.</summary>
    Heap,
}
