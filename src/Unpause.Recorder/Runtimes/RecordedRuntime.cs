using Unpause.Recorder.Live;
using Unpause.Recordings;

namespace Unpause.Recorder.Runtimes;

/// <summary>One runtime as the recorder knows it: a row of <see cref="RecorderTable"/>.</summary>
/// <param name="Traits">What it is called.</param>
/// <param name="Switch">How it is recorded from its start.</param>
/// <param name="Live">How it is seen and recorded once it runs.</param>
internal sealed record RecordedRuntime(RuntimeTraits Traits, IRunSwitch Switch, ILiveRuntime Live)
{
    /// <summary>What it can do of something; null when it can't.</summary>
    public LiveAbility? AbilityTo(LiveCapability capability) => Live.Abilities.FirstOrDefault(ability => ability.Capability == capability);
}
