using System.Runtime.Versioning;

namespace Unpause.Recorder.Runtimes;

/// <summary>Go: GODEBUG=gctrace=1 makes the runtime write a line for each collection to stderr.</summary>
internal sealed class GoSwitch : IRunSwitch
{
    private const string Variable = "GODEBUG", Setting = "gctrace";

    /// <inheritdoc/>
    public string Reaches => Unpause.Recordings.Words.Runtimes.TraitsOf(Unpause.Recordings.Words.Runtimes.Go).Name;

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public SwitchOutcome TurnOn(SwitchTarget target)
    {
        var problem = target.FileSizeIsLimited ? "a file size limit is set (ulimit -f)" : target.StderrProblem;
        return problem is null
            ? new SwitchOutcome { KeepsLines = TurnOn(target.Environment) }
            : SwitchOutcome.Not($"Go is not recorded: {problem}.") with { OnlyIfItRan = true };
    }

    /// <summary>Turns gc lines on. Returns true when the user had them on already and expects to see them.</summary>
    public static bool TurnOn(EnvironmentBlock environment)
    {
        var value = environment[Variable];
        if (IsOn(value)) return true;
        environment.Set(Variable, string.IsNullOrEmpty(value) ? $"{Setting}=1" : $"{value},{Setting}=1");
        return false;
    }

    // The last setting of a name wins in every version of parsedebugvars (src/runtime/runtime1.go).
    private static bool IsOn(string? value)
    {
        var last = value?.Split(',').LastOrDefault(part => part.StartsWith($"{Setting}=", StringComparison.Ordinal));
        return last is not null && int.TryParse(last.AsSpan(Setting.Length + 1), out var level) && level > 0;
    }
}
