using System.Runtime.Versioning;
using Unpause.Cli.Live;
using Unpause.Recorder.Cycles;
using Unpause.Recorder.Live;

namespace Unpause.Cli.Cycles;

/// <summary>Samples the next GCs of a live CPython process, and shows what they free.</summary>
internal static class LiveCycles
{
    [SupportedOSPlatform("linux")]
    public static int Run(int processId, TimeSpan duration, int snapshots, string? keep, CyclesOutput output)
    {
        using var result = EndSignals.Until(
            stop => LiveCycleSnapshots.Take(processId, duration, snapshots, keep, Notify, NotifyLeft, stop));
        foreach (var note in result.NotRecorded) Console.Error.WriteLine($"unpause: {PlainText.Clean(note)}");
        if (result.Files.Count == 0)
        {
            throw new UserMistake($"no GC ran in process {processId} in "
                + $"{Quantities.Duration(duration.TotalNanoseconds)}, so there is no sample; "
                + "sample for longer with --for");
        }

        CyclesOfProgram.Show(result.Files, output);
        if (keep is not null) Console.Error.WriteLine($"kept the samples in {keep}");
        return ExitCodes.Done;

        void Notify(string what) =>
            Console.Error.WriteLine($"sampling GCs of process {processId}: {PlainText.Clean(what)}; Ctrl-C ends it");
    }

    /// <summary>Warns about anything that stays enabled in the process.</summary>
    public static void NotifyLeft(string what) => Console.Error.WriteLine($"unpause: {PlainText.Clean(what)}");
}
