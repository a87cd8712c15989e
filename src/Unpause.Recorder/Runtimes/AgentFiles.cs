using System.Reflection;

namespace Unpause.Recorder.Runtimes;

/// <summary>The files of agents that are embedded in this build.</summary>
internal static class AgentFiles
{
    /// <summary>The files of one agent: names and contents.</summary>
    /// <param name="agent">Its folder in agents/: <c>python</c>.</param>
    public static Dictionary<string, byte[]> Read(string agent)
    {
        var assembly = Assembly.GetExecutingAssembly();
        var prefix = $"agents/{agent}/";
        var files = new Dictionary<string, byte[]>(StringComparer.Ordinal);
        foreach (var name in assembly.GetManifestResourceNames())
        {
            if (!name.StartsWith(prefix, StringComparison.Ordinal)) continue;
            using var stream = assembly.GetManifestResourceStream(name)!;
            var content = new byte[stream.Length];
            stream.ReadExactly(content);
            files[name[prefix.Length..]] = content;
        }

        return files;
    }
}
