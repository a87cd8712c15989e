using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Peers;

/// <summary>Creates and opens files in the recording's folder for processes without access to it.</summary>
/// <param name="problem">Receives sentences for the report.</param>
[SupportedOSPlatform("linux")]
internal sealed class GivenFiles(FolderHandle folder, Action<string> problem)
{
    /// <summary>Maximum number of files per run: a worker that starts endless processes must not fill the disk.</summary>
    public const int Most = 4096;

    /// <summary>The process for which each file was created, by its id in this pid namespace.</summary>
    private readonly Dictionary<string, int> _made = new(StringComparer.Ordinal);

    /// <summary>The requested file, for reading and writing; null when the request is refused.</summary>
    public SafeFileHandle? Open(FileRequest request, PeerCredentials peer) =>
        request.Makes ? Make(request, peer) : OpenAgain(request, peer);

    /// <summary>Removes a file that was created for a process that no longer waited.</summary>
    public void TakeBack(string name)
    {
        if (_made.Remove(name)) folder.Remove(name);
    }

    private SafeFileHandle? Make(FileRequest request, PeerCredentials peer)
    {
        if (!IsNumberOf(request.ProcessId, peer)) return null;
        if (_made.Count >= Most)
        {
            problem(string.Create(
                CultureInfo.InvariantCulture,
                $"Python processes that changed their user requested more than {Most:N0} files: the later ones are not recorded."));
            return null;
        }

        var file = folder.MakeFile(request.Name);
        if (file is not null) _made[request.Name] = peer.ProcessId;
        else NotifyOf(Marshal.GetLastPInvokeError());
        return file;
    }

    /// <summary>
    /// A process that was root may have created the file itself: then the name contains its id. The file must have a single link: another
    /// hard link may lead to a file that only unpause may write.
    /// </summary>
    private SafeFileHandle? OpenAgain(FileRequest request, PeerCredentials peer)
    {
        if (_made.GetValueOrDefault(request.Name, request.ProcessId) != peer.ProcessId) return null;
        var file = folder.OpenFile(request.Name, forWriting: true);
        if (file is null || FileCalls.Look(file) is { Links: 1 }) return file;
        file.Dispose();
        return null;
    }

    /// <summary>In a namespace a process has other ids, and the name contains the one that the process itself sees.</summary>
    private static bool IsNumberOf(int number, PeerCredentials peer) =>
        number == peer.ProcessId || number == ProcessView.Find(peer.ProcessId)?.OwnId;

    private void NotifyOf(int error)
    {
        if (error == LibC.Eexist) return;
        problem("A Python process that changed its user is not recorded: its file could not be created: "
            + $"{Marshal.GetPInvokeErrorMessage(error)}.");
    }
}
