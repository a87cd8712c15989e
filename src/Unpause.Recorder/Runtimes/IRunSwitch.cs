namespace Unpause.Recorder.Runtimes;

/// <summary>Enables recording of a runtime from a program's start: <c>unpause run</c>.</summary>
internal interface IRunSwitch
{
    /// <summary>Versions that it supports, in words: <c>Java 9 or later</c>.</summary>
    string Reaches { get; }

    /// <summary>
    /// Whether it records descendants of CMD with unpause's own user even if others may change their user
    /// (<see cref="SwitchTarget.MayChangeUser"/>). False for a switch that would prevent those from starting.
    /// </summary>
    bool ReachesBelowRoot { get; }

    /// <summary>
    /// Enables recording in the program's environment, or among its arguments if the environment would affect too many programs. A failure
    /// is reported, and the program runs in any case.
    /// </summary>
    [SupportedOSPlatform("linux")]
    SwitchOutcome TurnOn(SwitchTarget target);

    /// <summary>
    /// Takes what programs wrote beside the recording's folder into it. Returns what is missing, one sentence each.
    /// </summary>
    [SupportedOSPlatform("linux")]
    IEnumerable<string> Gather(RecordingPlace place) => [];
}
