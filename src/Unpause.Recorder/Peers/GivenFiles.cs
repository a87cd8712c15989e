using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Peers;

/// <summary>Makes and opens files of the recording's folder for processes that may not.</summary>
/// <param name="folder">A descriptor of the folder.</param>
/// <param name="problem">Takes what the report should say.</param>
[SupportedOSPlatform("linux")]
internal sealed unsafe class GivenFiles(int folder, Action<string> problem)
{
    /// <summary>How many files are made for one run: a worker that starts processes without end must not fill the disk for root.</summary>
    public const int Most = 4096;

    private const uint OwnerOnly = 0x180; // rw-------

    // struct statx of linux/stat.h, the same on every processor: stx_nlink stands at 16, stx_mode at 28.
    private const int EmptyPath = 0x1000, StatxSize = 256, LinksAt = 16, ModeAt = 28;
    private const uint TypeAndLinks = 0x5;
    private const int TypeMask = 0xF000, RegularFile = 0x8000;

    /// <summary>The process, by the number that we see, that each file was made for.</summary>
    private readonly Dictionary<string, int> _made = new(StringComparer.Ordinal);

    /// <summary>A descriptor of the file that is asked for, for reading and writing; negative when it isn't given.</summary>
    public int Open(FileRequest request, PeerCredentials peer) => request.Makes ? Make(request, peer) : OpenAgain(request, peer);

    /// <summary>Removes a file that was made for a process that no longer waited.</summary>
    public void TakeBack(string name)
    {
        if (_made.Remove(name)) PeerCalls.UnlinkAt(folder, name, 0);
    }

    private int Make(FileRequest request, PeerCredentials peer)
    {
        if (!IsNumberOf(request.ProcessId, peer)) return -1;
        if (_made.Count >= Most)
        {
            problem(string.Create(
                CultureInfo.InvariantCulture,
                $"Pythons that changed their user asked for more than {Most:N0} files: the later ones are not recorded."));
            return -1;
        }

        var file = OpenHere(request.Name, PeerCalls.Create | PeerCalls.Exclusive);
        if (file >= 0) _made[request.Name] = peer.ProcessId;
        else TellOf(Marshal.GetLastPInvokeError());
        return file;
    }

    /// <summary>A process that was root may have made the file itself: then the name says whose it is.</summary>
    private int OpenAgain(FileRequest request, PeerCredentials peer)
    {
        if (_made.GetValueOrDefault(request.Name, request.ProcessId) != peer.ProcessId) return -1;
        var file = OpenHere(request.Name, LibC.ONonBlock | LibC.ONoCtty); // a pipe or a terminal must not make us wait
        if (file < 0 || IsOnlyName(file)) return file;
        LibC.Close(file);
        return -1;
    }

    /// <summary>In a namespace a process has other numbers, and the name has the one that it sees itself.</summary>
    private static bool IsNumberOf(int number, PeerCredentials peer) =>
        number == peer.ProcessId || number == ProcessView.Of(peer.ProcessId)?.OwnId;

    private int OpenHere(string name, int flags) =>
        PeerCalls.OpenAt(folder, name, LibC.OReadWrite | LibC.OCloseOnExec | LibC.ONoFollow | flags, OwnerOnly);

    /// <summary>Whether it is a file with one name: where others may write, a hard link may lead to what only we may.</summary>
    private static bool IsOnlyName(int file)
    {
        var found = stackalloc byte[StatxSize];
        return PeerCalls.Statx(file, "", EmptyPath, TypeAndLinks, found) == 0
            && *(uint*)(found + LinksAt) == 1 && (*(ushort*)(found + ModeAt) & TypeMask) == RegularFile;
    }

    private void TellOf(int error)
    {
        if (error == LibC.Eexist) return;
        problem($"A Python that changed its user is not recorded: its file could not be made: {Marshal.GetPInvokeErrorMessage(error)}.");
    }
}
