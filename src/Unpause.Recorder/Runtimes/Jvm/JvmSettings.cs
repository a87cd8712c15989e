using System.Runtime.Versioning;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>
/// The flags that a live JVM was given or chose for itself: region size, collector, heap, workers. A log that is turned on later lacks
/// its header, which tells them. Asking stops no thread (VM.flags, src/hotspot/share/services/diagnosticCommand.cpp).
/// </summary>
[SupportedOSPlatform("linux")]
internal static class JvmSettings
{
    private const int MostFlags = 500, MostChars = 200;

    /// <summary>What the JVM says; empty when it doesn't.</summary>
    public static IReadOnlyList<KeyValuePair<string, string>> Of(ProcessView process)
    {
        try
        {
            return Parse(JvmAttach.Execute(process, "VM.flags"));
        }
        catch (ObstacleException)
        {
            // They complete a recording; without them it is as good as the log is.
            return [];
        }
    }

    /// <summary>Reads <c>-XX:G1HeapRegionSize=1048576 -XX:+UseG1GC …</c>; switches are true or false.</summary>
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
