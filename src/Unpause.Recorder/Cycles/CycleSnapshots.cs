using Unpause.Recorder.Runtimes.Python;
using Unpause.Recordings.Cycles;

namespace Unpause.Recorder.Cycles;

/// <summary>Garbage snapshots that are still being written when their program has ended: each has its own child process.</summary>
[SupportedOSPlatform("linux")]
internal static class CycleSnapshots
{
    private const int PauseMilliseconds = 10;

    /// <summary>Longer than the alarm after which a snapshot's child process ends.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(25);

    /// <summary>Waits for the snapshots of a run and moves them to its recording. Returns what is missing, one sentence each.</summary>
    /// <param name="place">The recording of the run.</param>
    public static IReadOnlyList<string> Gather(RecordingPlace place)
    {
        Await(place.Folder);
        if (place.Run.Drop is not { } drop) return [];
        Await(drop);
        return [.. CycleDrop.Take(drop, place.Folder), .. NotLookedAt(place)];
    }

    /// <summary>
    /// Processes with collections but without a snapshot file, although others of the run have one: they could not create it. Their
    /// recording's file was requested from unpause (agents/python/FORMAT.md, Requesting files); snapshots have no such request.
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

    /// <summary>The process id in <c>python-42-….upgc</c> and <c>cycles-42-….upcc</c>; null for another name.</summary>
    private static string? ProcessOf(string name) => name.Split('-') is [_, var process, _, ..] ? process : null;

    private static bool HasCollections(FolderHandle folder, string name)
    {
        using var file = folder.OpenFile(name);
        return file is not null && PythonRing.Header(file) is { Begun: > 0 };
    }

    /// <summary>Waits until the last snapshot of each process has ended.</summary>
    public static void Await(FolderHandle folder)
    {
        var started = Stopwatch.GetTimestamp();
        while (folder.Names().Any(name => IsUnderWay(folder, name)) && Stopwatch.GetElapsedTime(started) < Longest)
            Thread.Sleep(PauseMilliseconds);
    }

    /// <summary>The name of a snapshot's file.</summary>
    /// <param name="control">The name of its process's file.</param>
    public static string NameOf(string control, int number) =>
        $"{control[..^CycleFiles.OfProcess.Length]}-{number.ToString(CultureInfo.InvariantCulture)}{CycleFiles.OfSnapshot}";

    private static bool IsUnderWay(FolderHandle folder, string name)
    {
        if (!name.EndsWith(CycleFiles.OfProcess, StringComparison.Ordinal)) return false;
        using var file = folder.OpenFile(name);
        if (file is null) return false;
        var watched = FirstBytes.Read(file, WatchedProcess.FileBytes) is { } bytes ? WatchedProcess.Read(bytes) : null;
        return watched?.Snapshots is [.., { ChildId: > 0 } last] && folder.FactsOf(NameOf(name, last.Number)) is null
            && ProcessView.Find(last.ChildId) is { IsZombie: false };
    }
}

/// <summary>Names of the files of garbage snapshots (agents/python/CYCLES.md).</summary>
public static class CycleFiles
{
    /// <summary>Extension of a process's file.</summary>
    internal const string OfProcess = ".upcc";

    /// <summary>Extension of a snapshot's file.</summary>
    internal const string OfSnapshot = ".upcy";

    /// <summary>Whether a file has one of these extensions.</summary>
    public static bool Are(string path) =>
        path.EndsWith(OfProcess, StringComparison.Ordinal) || path.EndsWith(OfSnapshot, StringComparison.Ordinal);
}

/// <summary>Collects garbage snapshots from the folder in which processes of other users put theirs.</summary>
[SupportedOSPlatform("linux")]
internal static class CycleDrop
{
    private const string Prefix = "cycles-";

    /// <summary>Takes the files into a folder of unpause. Returns one sentence for files that were left out.</summary>
    public static IEnumerable<string> Take(FolderHandle drop, FolderHandle target) => DroppedFiles.Take(
        drop, target, name => name.StartsWith(Prefix, StringComparison.Ordinal) && CycleFiles.Are(name), "garbage snapshot file");
}
