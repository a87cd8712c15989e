using System.Runtime.Versioning;
using Unpause.Recorder.Runtimes.DotNet;
using Unpause.Recordings.Readers;

namespace Unpause.Recorder.Live;

/// <summary>Makes a live .NET process list the objects of its heap: <c>unpause heap</c>.</summary>
public static class LiveHeapDump
{
    /// <summary>
    /// The cost for the process, as the end of a sentence. Measured on .NET 10 with 6.0 million objects, 637 MB: 1.35 s, 301 MB written.
    /// </summary>
    public const string Cost = "a full collection that lists all objects: it stops all threads for about 0.25 s per million objects "
        + "and writes about 50 MB per million objects";

    /// <summary>Writes the list to a temporary file, whose path is the input's name.</summary>
    /// <param name="processId">Process id in this pid namespace.</param>
    /// <exception cref="ObstacleException">The list is not available.</exception>
    [SupportedOSPlatform("linux")]
    public static LiveResult Take(int processId)
    {
        var (process, description) = LiveProcesses.Find(processId, RecorderTable.Default);
        if (description.Obstacles.FirstOrDefault(obstacle => obstacle.Hard) is { } obstacle) throw new ObstacleException(obstacle);
        var folder = LiveFolder.ForUs(null);
        try
        {
            var started = System.Diagnostics.Stopwatch.GetTimestamp();
            var problem = DotNetHeapDump.Take(process, folder, DotNetLive.HeapFileName(process), out var file);
            return new LiveResult(folder)
            {
                Inputs = [RecordingInput.File(file)],
                End = process.IsAlive() ? LiveEnd.TimeIsUp : LiveEnd.ProcessEnded,
                Duration = System.Diagnostics.Stopwatch.GetElapsedTime(started),
                Process = description,
                NotRecorded = problem is null ? [] : [problem],
            };
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }
}
