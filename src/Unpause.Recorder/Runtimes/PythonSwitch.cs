using Unpause.Recorder.Cycles;

namespace Unpause.Recorder.Runtimes;

/// <summary>CPython: PYTHONPATH makes every interpreter import unpause's sitecustomize, which records collections.</summary>
/// <param name="agent">The agent's files: names and contents.</param>
internal sealed class PythonSwitch(IReadOnlyDictionary<string, byte[]> agent) : IRunSwitch
{
    /// <summary>The agent's folder next to the recording.</summary>
    private const string AgentFolder = "agent";

    /// <summary>Selects the agent: "pure" is Python code, anything else C.</summary>
    public const string Choice = "UNPAUSE_PYTHON_AGENT";

    /// <summary>Enables garbage snapshots, and sets how many.</summary>
    private const string Cycles = "UNPAUSE_CYCLES";

    /// <summary>The snapshot folder if it is not the recording's: processes of other users write to it.</summary>
    private const string CyclesFolder = "UNPAUSE_CYCLES_DIR";

    /// <summary>CPython's own variable: starts tracemalloc with this many frames.</summary>
    private const string Origins = "PYTHONTRACEMALLOC", OriginFrames = "3";

    /// <summary>The agent embedded in this build: file names and contents.</summary>
    public static IReadOnlyDictionary<string, byte[]> EmbeddedAgent { get; } = AgentFiles.Read("python");

    /// <inheritdoc/>
    public string Reaches => RuntimeIds.TraitsOf(RuntimeIds.CPython).Name;

    /// <inheritdoc/>
    public bool ReachesBelowRoot => true;

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public SwitchOutcome TurnOn(SwitchTarget target)
    {
        if (agent.Count == 0 || target.Run is null)
            return SwitchOutcome.Not("CPython is not recorded: this build does not contain the agent.");
        try
        {
            TurnOn(target.Environment, target.Run.MakeReadable(AgentFolder, agent));
            if (target.Options.PythonCode) target.Environment.Set(Choice, "pure");
            if (target.Options.Cycles is not { } cycles) return SwitchOutcome.On;
            TurnOn(target.Environment, cycles);
            if (target.MayChangeUser) target.Environment.Set(CyclesFolder, Bytes.Carry(target.Run.MakeDrop()));
            return SwitchOutcome.On;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return SwitchOutcome.Not($"CPython is not recorded: the agent could not be written: {SystemFault.Reason(e)}");
        }
    }

    private static void TurnOn(EnvironmentBlock environment, string agentFolder)
    {
        var existing = environment["PYTHONPATH"];
        var path = Bytes.Carry(agentFolder);
        environment.Set("PYTHONPATH", string.IsNullOrEmpty(existing) ? path : $"{path}:{existing}");
    }

    private static void TurnOn(EnvironmentBlock environment, CycleSampling cycles)
    {
        environment.Set(Cycles, cycles.Snapshots.ToString(CultureInfo.InvariantCulture));
        if (cycles.Origins && string.IsNullOrEmpty(environment[Origins])) environment.Set(Origins, OriginFrames);
    }
}
