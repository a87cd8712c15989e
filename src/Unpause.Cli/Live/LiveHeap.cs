using Unpause.Recorder;
using Unpause.Recorder.Live;
using Unpause.Recorder.Runtimes.Jvm;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary>Counts the objects of a live JVM before and after full collections.</summary>
internal static class LiveHeap
{
    public static int Run(int processId, int rounds, bool yes, TimeSpan? between, string? save, HeapView view)
    {
        if (!OperatingSystem.IsLinux())
        {
            throw new UserMistake("a live process can be asked on Linux only; on the others compare files: unpause heap A B");
        }

        StandardStreams.RequireOutput();
        using var saved = save is null ? null : new WholeOutput(save, "--save");
        try
        {
            var runtime = RuntimeOf(processId);
            if (runtime == Recordings.Words.Runtimes.CPython) return LivePythonObjects.Run(processId, between, saved, save, view);
            if (between is not null)
            {
                throw new UserMistake(
                    "--for is for CPython; of other runtimes save two heaps with --save and compare them: unpause heap A B");
            }

            if (runtime == Recordings.Words.Runtimes.DotNet) return LiveHolders.Run(processId, yes, saved, save, view);
            // Asks something harmless first, so that nobody is asked for a permission that leads nowhere.
            JvmAttach.Execute(processId, "VM.version");
            Allow(processId, rounds, yes);
            using var taken = LiveClassHistograms.Take(processId, rounds);
            return TakenHistograms.Show(taken.Inputs, processId, saved, save, view);
        }
        catch (ObstacleException obstacle)
        {
            var message = PlainText.Clean(obstacle.Message);
            throw new UserMistake(obstacle.Obstacle.Kind == ObstacleKind.OtherRuntime
                ? $"{message}; unpause heap reads {RecorderTable.Default.AllOf(LiveCapability.Heap)} only"
                : message);
        }
    }

    /// <summary>What a process runs; null where that can't be seen: what is in the way is said when it is asked.</summary>
    private static string? RuntimeOf(int processId)
    {
        try
        {
            return OperatingSystem.IsLinux() ? LiveDoctor.Examine(processId).Runtime : null;
        }
        catch (ObstacleException)
        {
            return null;
        }
    }

    private static void Allow(int processId, int rounds, bool yes) => Allow(
        processId,
        $"{(rounds == 1 ? "a full collection" : $"{rounds} full collections")}: all its threads stop, about 1 to 1.5 s each for a "
        + "GB of live objects",
        yes);

    /// <summary>Asks for a permission, unless it was given.</summary>
    /// <exception cref="UserMistake">It is not given.</exception>
    internal static void Allow(int processId, string what, bool yes)
    {
        if (yes) return;
        var cost = $"This makes process {processId} do {what}.";
        if (Console.IsInputRedirected || Console.IsErrorRedirected) throw new UserMistake($"{cost} Allow it with --yes");
        Console.Error.Write($"{cost} Go on? [y/N] ");
        if (Console.ReadLine()?.Trim() is not ("y" or "Y" or "yes")) throw new UserMistake("nothing was done");
    }
}
