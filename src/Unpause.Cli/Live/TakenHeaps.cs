using Unpause.Cli.Output;
using Unpause.Cli.Rights;
using Unpause.Recorder.Rights;

namespace Unpause.Cli.Live;

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
            using var granted = new PrivilegedFiles(files, _ => null);
            if (ReadingProcess.Run([HeapCommand.Name, .. files, .. view.Arguments], granted.Answer) is { } code) return code;
        }

        return HeapCommand.Show([.. files], view);
    }
}
