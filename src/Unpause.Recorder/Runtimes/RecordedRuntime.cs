namespace Unpause.Recorder.Runtimes;

/// <summary>A runtime in the recorder: a row of <see cref="RecorderTable"/>.</summary>
/// <param name="Switch">How it is recorded from its start.</param>
/// <param name="Live">How it is detected and recorded while it runs.</param>
internal sealed record RecordedRuntime(RuntimeTraits Traits, IRunSwitch Switch, ILiveRuntime Live)
{
    /// <summary>Its support of a capability; null without support.</summary>
    public LiveAbility? AbilityTo(LiveCapability capability) => Live.Abilities.FirstOrDefault(ability => ability.Capability == capability);
}
