namespace Unpause.Recorder.Live;

/// <summary>A capability of a runtime while it runs.</summary>
/// <param name="Capability">The capability.</param>
/// <param name="Versions">Supported versions, as text after the runtime's name: <c>11 and later</c>; null for all that are
/// recorded.</param>
internal sealed record LiveAbility(LiveCapability Capability, string? Versions = null);
