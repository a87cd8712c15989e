namespace Unpause.Recorder.Runtimes.Python;

/// <summary>Outcome of using CPython's remote debugging.</summary>
internal enum RemoteDebuggingOutcome
{
    /// <summary>The process can execute, or will execute, a script.</summary>
    Done,

    /// <summary>Remote debugging is disabled in the process.</summary>
    TurnedOff,

    /// <summary>A CPython with an unknown layout: another version, or a pre-release.</summary>
    OtherVersion,

    /// <summary>There is no CPython with a table of offsets (3.13 and later) in the memory.</summary>
    NotFound,

    /// <summary>The memory is not as CPython's, or it can't be read or written.</summary>
    Failed,

    /// <summary>Its memory or map could not be read or written in time.</summary>
    Silent,
}

/// <summary>The outcome with its details.</summary>
/// <param name="Outcome">The outcome.</param>
/// <param name="Version">The version in the process's memory; null where no table of offsets was found.</param>
/// <param name="Reason">Why it failed or did not answer, as part of a sentence; null otherwise.</param>
internal readonly record struct RemoteDebuggingResult(RemoteDebuggingOutcome Outcome, Version? Version = null, string? Reason = null);
