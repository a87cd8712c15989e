using System.Runtime.Versioning;
using Unpause.Cli.Output;
using Unpause.Recorder.Live;
using Unpause.Reports;

namespace Unpause.Cli.Live;

/// <summary>Takes a heap snapshot of a live .NET process, and shows its objects and what retains them.</summary>
internal static class LiveHolders
{
    [SupportedOSPlatform("linux")]
    public static int Run(int processId, bool yes, WholeOutput? saved, string? save, HeapView view)
    {
        LiveHeap.Allow(processId, LiveHeapDump.Cost, yes);
        using var result = LiveHeapDump.Take(processId);
        foreach (var note in result.NotRecorded) Console.Error.WriteLine(PlainText.Clean(note));
        return TakenHeaps.Show([result.Inputs[0].Name], saved, save, view);
    }
}
