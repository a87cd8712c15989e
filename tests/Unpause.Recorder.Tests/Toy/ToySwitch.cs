using System.Runtime.Versioning;
using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder.Tests.Toy;

/// <summary>Records a program that writes to the file in <c>TOY_LOG</c>.</summary>
internal sealed class ToySwitch : IRunSwitch
{
    /// <inheritdoc/>
    public string Reaches => "Toy 2 or later";

    /// <inheritdoc/>
    public bool ReachesBelowRoot => true;

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public SwitchOutcome TurnOn(SwitchTarget target)
    {
        if (target.Environment["TOY_LOG"] is not null)
        {
            return SwitchOutcome.Not("Toy is not recorded: TOY_LOG is yours.") with { OnlyIfItRan = true };
        }

        target.Environment.Set("TOY_LOG", Path.Combine(target.Folder, "toy.log"));
        return SwitchOutcome.On;
    }
}
