using System.Runtime.Versioning;
using Unpause.Recorder.Live;
using Unpause.Recorder.Rights;
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
        var file = result.Inputs[0];
        foreach (var note in result.NotRecorded) Console.Error.WriteLine(PlainText.Clean(note));
        if (saved is not null)
        {
            using (var recorded = file.Open()) recorded.CopyTo(saved.Stream);
            saved.Keep();
            Console.Error.WriteLine($"wrote {save}");
        }

        // What the process wrote is read without root's rights.
        if (LeastRights.IsAsked)
        {
            using var files = new PrivilegedFiles([file.Name], _ => null);
            if (ReadingProcess.Run(["heap", file.Name, .. view.Arguments], files.Answer) is { } code) return code;
        }

        view.Show(HeapCommand.Load(file.Name));
        return ExitCodes.Done;
    }
}
