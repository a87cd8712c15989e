using System.Runtime.Versioning;
using Unpause.Recorder.Live;
using Unpause.Recorder.Rights;
using Unpause.Recorder.Rings;

namespace Unpause.Cli.Watching;

/// <summary><c>unpause watch --check</c>: the settings, and which processes would be watched. Nothing is recorded.</summary>
[SupportedOSPlatform("linux")]
internal static class WatchCheck
{
    /// <summary>Prints them.</summary>
    public static void Write(WatchRequest asked)
    {
        Console.WriteLine(asked.Describe());
        foreach (var target in asked.Targets()) Console.WriteLine($"alerts go to {target}");
        foreach (var sent in asked.Sent()) Console.WriteLine(sent);
        Console.WriteLine(Landlock.IsInForce
            ? "the judge can use only the ring and what its targets need (Landlock)"
            : "the judge is not restricted by the kernel: that needs Landlock (Linux 5.13) and the program of a package");
        var all = LiveProcesses.All(argumentsShown: false, out _);
        var meant = all.Where(asked.Plan.Selection.Matches).ToList();
        if (meant.Count == 0)
        {
            Console.WriteLine(all.Count == 0 ? "no process to watch now" : $"no process to watch now; unpause ps lists {all.Count}");
            return;
        }

        foreach (var process in meant)
        {
            var version = process.Version is null ? "" : $" {process.Version}";
            var who = $"{process.Id} {RingSelection.NameOf(process)} ({process.Runtime}{version})";
            Console.WriteLine(PlainText.Clean($"{who}: {HowOf(process)}"));
        }
    }

    private static string HowOf(LiveProcess process)
    {
        if (process.WatchObstacle is { } obstacle) return $"not watched: {obstacle}";
        return process.RecordedBy is { } way ? $"watched: {way}" : "watched";
    }
}
