namespace Unpause.Recorder.Live;

/// <summary>Why a live recording ended.</summary>
public enum LiveEnd
{
    /// <summary>The duration elapsed.</summary>
    TimeIsUp,

    /// <summary>The token was cancelled.</summary>
    Asked,

    /// <summary>The process ended.</summary>
    ProcessEnded,

    /// <summary>The awaited pause or request occurred.</summary>
    Seen,
}
