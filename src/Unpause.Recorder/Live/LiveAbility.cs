namespace Unpause.Recorder.Live;

/// <summary>Something that a runtime can do while it runs.</summary>
/// <param name="Capability">What.</param>
/// <param name="Versions">Which versions can, as it stands behind the runtime's name: <c>11 and
/// later</c>; null for all that are recorded.</param>
internal sealed record LiveAbility(LiveCapability Capability, string? Versions = null);
