namespace Unpause.Recorder.Runtimes.Python;

/// <summary>What an attempt to reach CPython's remote debugging ended with.</summary>
internal enum RemoteDebuggingOutcome
{
    /// <summary>The process can be asked, or was asked.</summary>
    Done,

    /// <summary>The process's own flag forbids it.</summary>
    TurnedOff,

    /// <summary>A CPython whose layout is not known: another version, or a pre-release.</summary>
    OtherVersion,

    /// <summary>No CPython with a table of offsets (3.13 and later) in the memory.</summary>
    NotFound,

    /// <summary>The memory is not as CPython leaves it, or it can't be read or written.</summary>
    Failed,

    /// <summary>Its memory or map was not read or written in time.</summary>
    Silent,
}

/// <summary>The outcome with what was read on the way.</summary>
/// <param name="Outcome">The outcome.</param>
/// <param name="Version">The version in the process's memory; null where no table of offsets was found.</param>
/// <param name="Reason">Why it failed or is silent, as a part of a sentence; null otherwise.</param>
internal readonly record struct RemoteDebuggingResult(RemoteDebuggingOutcome Outcome, Version? Version = null, string? Reason = null);
