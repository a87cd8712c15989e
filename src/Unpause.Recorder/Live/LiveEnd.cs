namespace Unpause.Recorder.Live;

/// <summary>Why a live recording ended.</summary>
public enum LiveEnd
{
    /// <summary>The time was up.</summary>
    TimeIsUp,

    /// <summary>The token was cancelled.</summary>
    Asked,

    /// <summary>The process ended.</summary>
    ProcessEnded,

    /// <summary>What was waited for was seen.</summary>
    Seen,
}
