using System.Reflection;
using System.Runtime.Versioning;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Runtimes;

/// <summary>CPython: PYTHONPATH makes every interpreter import our sitecustomize, which records collections.</summary>
/// <param name="agent">The agent's files: names and contents.</param>
internal sealed class PythonSwitch(IReadOnlyDictionary<string, byte[]> agent) : IRunSwitch
{
    /// <summary>The folder inside the recording folder that holds the agent.</summary>
    public const string AgentFolder = "agent";

    /// <summary>Names the agent that records: "pure" is Python code, anything else C.</summary>
    public const string Choice = "UNPAUSE_PYTHON_AGENT";

    private const string ResourcePrefix = "agents/python/";

    /// <summary>The agent that this build carries: file names and contents.</summary>
    public static IReadOnlyDictionary<string, byte[]> EmbeddedAgent { get; } = ReadEmbedded();

    /// <inheritdoc/>
    public string Reaches => Unpause.Recordings.Words.Runtimes.TraitsOf(Unpause.Recordings.Words.Runtimes.CPython).Name;

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public SwitchOutcome TurnOn(SwitchTarget target)
    {
        try
        {
            if (target.Options.PythonCode) target.Environment.Set(Choice, "pure");
            return TurnOn(target.Environment, target.Folder, agent) is { } problem
                ? SwitchOutcome.Not($"CPython is not recorded: {problem}.")
                : SwitchOutcome.On;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return SwitchOutcome.Not($"CPython is not recorded: the agent could not be written to {target.Folder}: {e.Message}");
        }
    }

    /// <summary>Writes the agent into the folder and puts it on the path. Returns null, or why that can't be.</summary>
    [SupportedOSPlatform("linux")]
    public static string? TurnOn(EnvironmentBlock environment, string folder, IReadOnlyDictionary<string, byte[]> agent)
    {
        if (folder.Contains(':', StringComparison.Ordinal)) return $"{folder} has a colon in its name, which PYTHONPATH can't take";
        if (agent.Count == 0) return "this build carries no agent";
        var agentFolder = Path.Combine(folder, AgentFolder);
        Directory.CreateDirectory(agentFolder);
        File.SetUnixFileMode(agentFolder, TemporaryFolder.ReadableByAll);
        foreach (var (name, content) in agent)
        {
            File.WriteAllBytes(Path.Combine(agentFolder, name), content);
            File.SetUnixFileMode(Path.Combine(agentFolder, name), TemporaryFolder.FileReadableByAll);
        }

        var existing = environment["PYTHONPATH"];
        var path = Bytes.Carry(agentFolder);
        environment.Set("PYTHONPATH", string.IsNullOrEmpty(existing) ? path : $"{path}:{existing}");
        return null;
    }

    private static Dictionary<string, byte[]> ReadEmbedded()
    {
        var assembly = Assembly.GetExecutingAssembly();
        var files = new Dictionary<string, byte[]>(StringComparer.Ordinal);
        foreach (var name in assembly.GetManifestResourceNames())
        {
            if (!name.StartsWith(ResourcePrefix, StringComparison.Ordinal)) continue;
            using var stream = assembly.GetManifestResourceStream(name)!;
            var content = new byte[stream.Length];
            stream.ReadExactly(content);
            files[name[ResourcePrefix.Length..]] = content;
        }

        return files;
    }
}
