using System.Runtime.Versioning;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>
/// The flags of a live JVM, set by the user or by ergonomics: region size, collector, heap, workers. A log that is enabled later lacks
/// its header, which contains them. The query stops no thread (VM.flags, src/hotspot/share/services/diagnosticCommand.cpp).
/// </summary>
[SupportedOSPlatform("linux")]
internal static class JvmSettings
{
    private const int MostFlags = 500, MostChars = 200;

    /// <summary>The JVM's flags; empty when it does not answer.</summary>
    public static IReadOnlyList<KeyValuePair<string, string>> Of(ProcessView process)
    {
        try
        {
            return Parse(JvmAttach.Execute(process, "VM.flags"));
        }
        catch (ObstacleException)
        {
            // They only complete a recording; without them it is as good as the log.
            return [];
        }
    }

    /// <summary>Parses <c>-XX:G1HeapRegionSize=1048576 -XX:+UseG1GC …</c>; switches are true or false.</summary>
    internal static IReadOnlyList<KeyValuePair<string, string>> Parse(string text)
    {
        var settings = new List<KeyValuePair<string, string>>();
        foreach (var word in text.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries))
        {
            if (!word.StartsWith("-XX:", StringComparison.Ordinal) || word.Length > MostChars || settings.Count >= MostFlags) continue;
            var flag = word[4..];
            var equals = flag.IndexOf('=', StringComparison.Ordinal);
            if (equals > 0) settings.Add(new(flag[..equals], flag[(equals + 1)..]));
            else if (flag.Length > 1 && flag[0] is '+' or '-') settings.Add(new(flag[1..], flag[0] == '+' ? "true" : "false"));
        }

        return settings;
    }
}
