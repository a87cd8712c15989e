using System.Runtime.Versioning;
using Unpause.Recorder.Live;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary>Has a live .NET process list its objects, and shows them and who holds them.</summary>
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
