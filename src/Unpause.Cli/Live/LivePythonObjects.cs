using System.Runtime.Versioning;
using Unpause.Cli.Cycles;
using Unpause.Cli.Output;
using Unpause.Recorder.Cycles;
using Unpause.Recordings;
using Unpause.Reports;

namespace Unpause.Cli.Live;

/// <summary>Takes heap snapshots of a live CPython process, and shows one or what grew between two.</summary>
internal static class LivePythonObjects
{
    [SupportedOSPlatform("linux")]
    public static int Run(int processId, TimeSpan? between, WholeOutput? saved, string? save, HeapView view)
    {
        using var result = EndSignals.Until(stop => LivePythonHeap.Take(processId, between, Tell, LiveCycles.TellLeft, stop));
        return TakenHeaps.Show(result.Files, saved, save, view);

        void Tell(string way)
        {
            var again = between is { } time ? $", and again in {Quantities.Duration(time.TotalNanoseconds)} (Ctrl-C: now)" : "";
            Console.Error.WriteLine($"taking a heap snapshot of process {processId}: {PlainText.Clean(way)}{again}");
        }
    }
}
