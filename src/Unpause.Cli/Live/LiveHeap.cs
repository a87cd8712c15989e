using System.Runtime.Versioning;
using Unpause.Cli.Cycles;
using Unpause.Recorder.Cycles;
using Unpause.Recorder.Rights;
using Unpause.Recorder.Runtimes.Jvm;
using Unpause.Recordings.Words;

namespace Unpause.Cli.Live;

/// <summary>Takes class histograms of a live JVM before and after full GCs, or a heap snapshot of another runtime.</summary>
internal static class LiveHeap
{
    public static int Run(int processId, int rounds, bool yes, TimeSpan? between, string? save, HeapView view)
    {
        if (!OperatingSystem.IsLinux()) throw LinuxOnly.Refusal($"{HeapCommand.Name} PID", $"{HeapCommand.Name} FILE");
        StandardStreams.RequireOutput();
        using var saved = save is null ? null : new WholeOutput(save, "--save");
        try
        {
            var runtime = RuntimeOf(processId);
            if (runtime == Runtimes.CPython) return LivePythonObjects.Run(processId, between, saved, save, view);
            if (between is not null)
            {
                throw new UserMistake(
                    "--for needs CPython; for other runtimes write two files with --save and compare them: unpause heap A B");
            }

            if (runtime == Runtimes.DotNet) return LiveRetainers.Run(processId, yes, saved, save, view);
            // A harmless command first: the user is not asked for permission when the JVM cannot be reached anyway.
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

    /// <summary>The runtime of a process; null when it cannot be detected. Errors are reported by the command that follows.</summary>
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

    private static void Allow(int processId, int rounds, bool yes)
    {
        var what = rounds == 1 ? "a full GC" : $"{rounds} full GCs";
        Allow(Costs(processId, $"{what}: a stop-the-world pause of about 1 to 1.5 s each per GB of live set"), yes);
    }

    /// <summary>The cost of a heap snapshot, as a sentence.</summary>
    internal static string Costs(int processId, string what) => $"This makes process {processId} do {what}.";

    /// <summary>Asks for permission, unless it was given.</summary>
    /// <exception cref="UserMistake">Permission was not given.</exception>
    internal static void Allow(string cost, bool yes)
    {
        if (yes) return;
        if (Console.IsInputRedirected || Console.IsErrorRedirected) throw new UserMistake($"{cost} Allow it with --yes");
        Console.Error.Write($"{cost} Continue? [y/N] ");
        if (Console.ReadLine()?.Trim() is not ("y" or "Y" or "yes")) throw new UserMistake("cancelled; the process was not touched");
    }
}

/// <summary>Takes a heap snapshot of a live .NET process, and shows its objects and what retains them.</summary>
internal static class LiveRetainers
{
    [SupportedOSPlatform("linux")]
    public static int Run(int processId, bool yes, WholeOutput? saved, string? save, HeapView view)
    {
        LiveHeap.Allow(LiveHeap.Costs(processId, LiveHeapDump.Cost), yes);
        using var result = LiveHeapDump.Take(processId);
        foreach (var note in result.NotRecorded) Console.Error.WriteLine(PlainText.Clean(note));
        return TakenHeaps.Show([result.Inputs[0].Name], saved, save, view);
    }
}

/// <summary>Takes heap snapshots of a live CPython process, and shows one or what grew between two.</summary>
internal static class LivePythonObjects
{
    [SupportedOSPlatform("linux")]
    public static int Run(int processId, TimeSpan? between, WholeOutput? saved, string? save, HeapView view)
    {
        using var result = EndSignals.Until(stop => LivePythonHeap.Take(processId, between, Notify, LiveCycles.NotifyLeft, stop));
        return TakenHeaps.Show(result.Files, saved, save, view);

        void Notify(string way)
        {
            var again = between is { } time ? $", and again in {Quantities.Duration(time.TotalNanoseconds)} (Ctrl-C: now)" : "";
            Console.Error.WriteLine($"taking a heap snapshot of process {processId}: {PlainText.Clean(way)}{again}");
        }
    }
}

/// <summary>Saves and shows heap snapshots of a live process.</summary>
internal static class TakenHeaps
{
    /// <summary>Shows one heap, or two side by side.</summary>
    /// <param name="files">Paths, the earlier first.</param>
    /// <param name="saved">Takes the last; null when it is not kept.</param>
    /// <param name="save">Where that is, as the user has it.</param>
    /// <param name="view">How they are shown.</param>
    /// <returns>The exit code.</returns>
    public static int Show(IReadOnlyList<string> files, WholeOutput? saved, string? save, HeapView view)
    {
        if (saved is not null)
        {
            using (var taken = File.OpenRead(files[^1])) taken.CopyTo(saved.Stream);
            saved.Keep();
            Console.Error.WriteLine($"wrote {save}");
        }

        // Files that the process wrote are read without root's rights.
        if (LeastRights.IsAsked && OperatingSystem.IsLinux())
        {
            using var granted = new PrivilegedFiles(files, view.OpenOutput);
            if (ReadingProcess.Run([HeapCommand.Name, .. files, .. view.Arguments], granted.Answer) is { } code) return code;
        }

        return HeapCommand.Show([.. files], view);
    }
}
