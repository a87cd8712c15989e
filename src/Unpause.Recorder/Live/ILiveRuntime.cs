using System.Runtime.Versioning;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Live;

/// <summary>How a runtime is seen from outside, and recorded while it runs.</summary>
internal interface ILiveRuntime
{
    /// <summary>What it can do; what is not here is refused before anything is started.</summary>
    IReadOnlyList<LiveAbility> Abilities { get; }

    /// <summary>What is recorded and how, for the help of <c>unpause record</c>; null when it can't be recorded.</summary>
    string? Help { get; }

    /// <summary>What becomes of the recording in the process when unpause is killed; null when it can't be recorded.</summary>
    string? WhenKilled { get; }

    /// <summary>Why it can't do what others can, as the end of a refusal; null when there is nothing to say.</summary>
    string? Because { get; }

    /// <summary>Whether <c>unpause run</c> has its own way to all of them, whoever's they become.</summary>
    bool IsAlwaysReachedByRun => false;

    /// <summary>Looks at a process without sending it anything; null when it is another runtime's.</summary>
    [SupportedOSPlatform("linux")]
    LiveProcess? Describe(ProcessView process);

    /// <summary>Looks whether there is a place for a recording that the one who writes it reaches; makes nothing.</summary>
    /// <exception cref="ObstacleException">There is no such place with room.</exception>
    [SupportedOSPlatform("linux")]
    void CheckRoom(ProcessView process);

    /// <summary>Records a process that has no hard obstacle.</summary>
    /// <exception cref="ObstacleException">It can't be.</exception>
    [SupportedOSPlatform("linux")]
    LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop);
}
