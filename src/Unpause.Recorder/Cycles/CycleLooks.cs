using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using Unpause.Cycles;
using Unpause.Recorder.Files;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Runtimes.Python;

namespace Unpause.Recorder.Cycles;

/// <summary>Looks at garbage that are still under way when their program has ended: each is a process of its own.</summary>
[SupportedOSPlatform("linux")]
internal static class CycleLooks
{
    private const int PauseMilliseconds = 10;

    /// <summary>An alarm ends a look before.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(25);

    /// <summary>Waits for the looks of a run, and puts all of them where it is recorded. What is missing, in sentences.</summary>
    /// <param name="place">Where is recorded.</param>
    public static IReadOnlyList<string> Gather(RecordingPlace place)
    {
        Await(place.Folder);
        if (place.Run.Drop is not { } drop) return [];
        Await(drop);
        return [.. CycleDrop.Take(drop, place.Folder), .. NotLookedAt(place)];
    }

    /// <summary>
    /// Processes that collected, and have no file of looks though others of the run do: they could make none. Who has recorded their
    /// collections got his file by asking (agents/python/FORMAT.md, Requesting files), which looks can't.
    /// </summary>
    private static IEnumerable<string> NotLookedAt(RecordingPlace place)
    {
        const int Named = 5;
        var names = place.Folder.Names().Where(name => !place.Before.Contains(name)).ToList();
        var looked = names.Where(name => name.EndsWith(CycleFiles.OfProcess, StringComparison.Ordinal)).Select(ProcessOf).ToHashSet();
        var missing = names.Where(name => name.EndsWith(PythonRing.Extension, StringComparison.Ordinal))
            .Where(name => !looked.Contains(ProcessOf(name)) && HasCollections(place.Folder, name))
            .Select(ProcessOf).OfType<string>().Distinct().ToList();
        if (looked.Count == 0 || missing.Count == 0) yield break;
        var processes = missing.Count == 1 ? "1 process" : $"{missing.Count:N0} processes";
        var named = string.Join(", ", missing.Take(Named)) + (missing.Count > Named ? " …" : "");
        yield return $"No garbage snapshot was taken of {processes} ({named}): no file could be created in the snapshot folder "
            + "(another root directory, or a limit on open files).";
    }

    /// <summary>The process of <c>python-42-….upgc</c> and <c>cycles-42-….upcc</c>; null for another name.</summary>
    private static string? ProcessOf(string name) => name.Split('-') is [_, var process, _, ..] ? process : null;

    private static bool HasCollections(FolderHandle folder, string name)
    {
        using var file = folder.OpenFile(name);
        return file is not null && PythonRing.Header(file) is { Begun: > 0 };
    }

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
