using System.Runtime.Versioning;
using Unpause.Recorder.Cycles;
using Unpause.Recorder.Rights;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary>Looks at the objects of a live CPython program, and shows them or what grew.</summary>
internal static class LivePythonObjects
{
    [SupportedOSPlatform("linux")]
    public static int Run(int processId, TimeSpan? between, WholeOutput? saved, string? save, HeapView view)
    {
        using var result = EndSignals.Until(stop => LivePythonHeap.Take(processId, between, Tell, stop));
        if (saved is not null)
        {
            using (var seen = File.OpenRead(result.Files[^1])) seen.CopyTo(saved.Stream);
            saved.Keep();
            Console.Error.WriteLine($"wrote {save}");
        }

        // What the process wrote is read without root's rights.
        if (LeastRights.IsAsked)
        {
            using var files = new PrivilegedFiles(result.Files, _ => null);
            if (ReadingProcess.Run([HeapCommand.Name, .. result.Files, .. view.Arguments], files.Answer) is { } code) return code;
        }

        return HeapCommand.Show([.. result.Files], view);

        void Tell(string way)
        {
            var again = between is { } time ? $", and again in {Quantities.Duration(time.TotalNanoseconds)} (Ctrl-C: now)" : "";
            Console.Error.WriteLine($"looking at the heap of process {processId}: {PlainText.Clean(way)}{again}");
        }
    }
}
