using System.Runtime.Versioning;

namespace Unpause.Recorder.Files;

/// <summary>
/// What is done with folders and their entries, by whoever has the rights for it: this process (<see cref="OwnFolderCalls"/>), or a helper
/// that is the user of an observed process (<see cref="Rights.UserHelper"/>). A folder is an open descriptor of this process.
/// </summary>
[SupportedOSPlatform("linux")]
internal interface IFolderCalls
{
    /// <summary>The user that does it: what it makes belongs to that user.</summary>
    uint User { get; }

    /// <summary>openat2(2). A descriptor, or an errno below zero.</summary>
    /// <param name="folder">Where the path begins.</param>
    /// <param name="path">The path.</param>
    /// <param name="flags">As of open(2).</param>
    /// <param name="mode">Of a file that is made; else 0.</param>
    /// <param name="resolve">What may be on the way: see <see cref="FileCalls"/>.</param>
    int Open(int folder, string path, int flags, uint mode, ulong resolve);

    /// <summary>
    /// Opens the regular file that a descriptor stands for which was opened for its place alone (O_PATH). An errno below zero also where
    /// it is anything else: opening some devices does something, and opening a pipe waits.
    /// </summary>
    int Reopen(int place, int flags);

    /// <summary>mkdirat(2), for the user alone (0700). Zero, or an errno below it.</summary>
    int MakeFolder(int folder, string name);

    /// <summary>unlinkat(2). Zero, or an errno below it.</summary>
    int Remove(int folder, string name, int flags);

    /// <summary>What an entry is, links not followed, or the folder itself for an empty name; null when there is none.</summary>
    FileFacts? Look(int folder, string name);

    /// <summary>The names of all entries, without . and ..; none where they can't be read.</summary>
    IEnumerable<string> Names(int folder);

    /// <summary>Bytes that its file system has left for the user; 0 where that is unknown.</summary>
    long FreeBytes(int folder);

    /// <summary>Whether files can be made in it.</summary>
    bool MayWrite(int folder);

    /// <summary>connect(2) to a Unix socket that is open for its place alone. Zero, or an errno below it.</summary>
    int Connect(int socket, int place);
}
