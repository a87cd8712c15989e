using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Files;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Peers;

/// <summary>Makes and opens files of the recording's folder for processes that may not.</summary>
/// <param name="folder">The folder.</param>
/// <param name="problem">Takes what the report should say.</param>
[SupportedOSPlatform("linux")]
internal sealed class GivenFiles(FolderHandle folder, Action<string> problem)
{
    /// <summary>How many files are made for one run: a worker that starts processes without end must not fill the disk for root.</summary>
    public const int Most = 4096;

    /// <summary>The process, by the number that we see, that each file was made for.</summary>
    private readonly Dictionary<string, int> _made = new(StringComparer.Ordinal);

    /// <summary>The file that is asked for, for reading and writing; null when it isn't given.</summary>
    public SafeFileHandle? Open(FileRequest request, PeerCredentials peer) =>
        request.Makes ? Make(request, peer) : OpenAgain(request, peer);

    /// <summary>Removes a file that was made for a process that no longer waited.</summary>
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
        else TellOf(Marshal.GetLastPInvokeError());
        return file;
    }

    /// <summary>
    /// A process that was root may have made the file itself: then the name says whose it is. It must have no other name: a hard link may
    /// lead to what only we may write.
    /// </summary>
    private SafeFileHandle? OpenAgain(FileRequest request, PeerCredentials peer)
    {
        if (_made.GetValueOrDefault(request.Name, request.ProcessId) != peer.ProcessId) return null;
        var file = folder.OpenFile(request.Name, forWriting: true);
        if (file is null || FileCalls.Look(file) is { Links: 1 }) return file;
        file.Dispose();
        return null;
    }

    /// <summary>In a namespace a process has other numbers, and the name has the one that it sees itself.</summary>
    private static bool IsNumberOf(int number, PeerCredentials peer) =>
        number == peer.ProcessId || number == ProcessView.Of(peer.ProcessId)?.OwnId;

    private void TellOf(int error)
    {
        if (error == LibC.Eexist) return;
        problem("A Python process that changed its user is not recorded: its file could not be created: "
            + $"{Marshal.GetPInvokeErrorMessage(error)}.");
    }
}
