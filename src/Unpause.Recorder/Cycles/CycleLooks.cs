using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using Unpause.Cycles;
using Unpause.Recorder.Files;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Cycles;

/// <summary>Looks at garbage that are still under way when their program has ended: each is a process of its own.</summary>
[SupportedOSPlatform("linux")]
internal static class CycleLooks
{
    private const int PauseMilliseconds = 10;

    /// <summary>An alarm ends a look before.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(25);

    /// <summary>Waits until the last look of each process has ended.</summary>
    public static void Await(FolderHandle folder)
    {
        var started = Stopwatch.GetTimestamp();
        while (folder.Names().Any(name => IsUnderWay(folder, name)) && Stopwatch.GetElapsedTime(started) < Longest)
            Thread.Sleep(PauseMilliseconds);
    }

    /// <summary>The name of a look's file.</summary>
    /// <param name="control">The name of its process's file.</param>
    /// <param name="number">Its number.</param>
    public static string NameOf(string control, int number) =>
        $"{control[..^CycleFiles.OfProcess.Length]}-{number.ToString(CultureInfo.InvariantCulture)}{CycleFiles.OfLook}";

    private static bool IsUnderWay(FolderHandle folder, string name)
    {
        if (!name.EndsWith(CycleFiles.OfProcess, StringComparison.Ordinal)) return false;
        using var file = folder.OpenFile(name);
        if (file is null) return false;
        var watched = FirstBytes.Of(file, WatchedProcess.FileBytes) is { } bytes ? WatchedProcess.Read(bytes) : null;
        return watched?.Looks is [.., { ChildId: > 0 } last] && folder.FactsOf(NameOf(name, last.Number)) is null
            && ProcessView.Of(last.ChildId) is { IsZombie: false };
    }
}
