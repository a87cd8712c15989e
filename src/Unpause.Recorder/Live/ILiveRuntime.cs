using System.Runtime.Versioning;

namespace Unpause.Recorder.Live;

/// <summary>How a runtime is detected from outside, and recorded while it runs.</summary>
internal interface ILiveRuntime
{
    /// <summary>Its capabilities; others are refused before anything is started.</summary>
    IReadOnlyList<LiveAbility> Abilities { get; }

    /// <summary>What is recorded and how, for the help of <c>unpause record</c>; null when it can't be recorded.</summary>
    string? Help { get; }

    /// <summary>What happens to the recording inside the process when unpause is killed; null when it can't be recorded.</summary>
    string? WhenKilled { get; }

    /// <summary>Why a capability is missing, as the end of a refusal; null when there is nothing to say.</summary>
    string? Because { get; }

    /// <summary>Whether <c>unpause run</c> records all processes of this runtime by itself, whatever their user.</summary>
    bool IsAlwaysReachedByRun => false;

    /// <summary>Inspects a process without sending it anything; null when it runs another runtime.</summary>
    [SupportedOSPlatform("linux")]
    LiveProcess? Describe(ProcessView process);

    /// <summary>Checks whether there is a place for a recording that its writer can access; creates nothing.</summary>
    /// <exception cref="ObstacleException">There is no such place with free space.</exception>
    [SupportedOSPlatform("linux")]
    void CheckRoom(ProcessView process);

    /// <summary>Records a process that has no hard obstacle.</summary>
    /// <exception cref="ObstacleException">It can't be recorded.</exception>
    [SupportedOSPlatform("linux")]
    LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop);
}

/// <summary>A capability of a runtime while it runs.</summary>
/// <param name="Versions">Supported versions, as text after the runtime's name: <c>11 and later</c>; null for all that are
/// recorded.</param>
internal sealed record LiveAbility(LiveCapability Capability, string? Versions = null);
