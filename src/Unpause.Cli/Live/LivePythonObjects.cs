using System.Runtime.Versioning;
using Unpause.Recorder.Cycles;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary>Looks at the objects of a live CPython program, and shows them or what grew.</summary>
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
            Console.Error.WriteLine($"looking at the heap of process {processId}: {PlainText.Clean(way)}{again}");
        }
    }
}
