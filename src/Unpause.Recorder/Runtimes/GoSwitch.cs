namespace Unpause.Recorder.Runtimes;

/// <summary>Go: GODEBUG=gctrace=1 makes the runtime write a line for each collection to stderr.</summary>
internal static class GoSwitch
{
    private const string Variable = "GODEBUG", Setting = "gctrace";

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
