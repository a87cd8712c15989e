using System.Runtime.Versioning;

namespace Unpause.Recorder.Runtimes;

/// <summary>How a runtime is told to record a program from its start: <c>unpause run</c>.</summary>
internal interface IRunSwitch
{
    /// <summary>What it reaches, in words: <c>Java 9 or later</c>.</summary>
    string Reaches { get; }

    /// <summary>
    /// Whether it reaches our own user's programs below CMD also where others may change their user
    /// (<see cref="SwitchTarget.MayChangeUser"/>): a switch that would keep those from starting does not.
    /// </summary>
    bool ReachesBelowRoot { get; }

    /// <summary>
    /// Sets the runtime's switch in the program's environment, or where that would reach too far among its arguments. What can't
    /// be set is told, and keeps nothing from running.
    /// </summary>
    [SupportedOSPlatform("linux")]
    SwitchOutcome TurnOn(SwitchTarget target);
}
