using System.Runtime.Versioning;

namespace Unpause.Recorder.Files;

/// <summary>
/// Operations on folders and their entries with the necessary rights: by this process (<see cref="OwnFolderCalls"/>), or by a helper
/// process with the user of an observed process (<see cref="Rights.UserHelper"/>). A folder is an open descriptor of this process.
/// </summary>
[SupportedOSPlatform("linux")]
internal interface IFolderCalls
{
    /// <summary>The user of these operations, who owns what is created.</summary>
    uint User { get; }

    /// <summary>openat2(2). A descriptor, or a negative errno.</summary>
    /// <param name="folder">Start of the path.</param>
    /// <param name="flags">As for open(2).</param>
    /// <param name="mode">Mode of a new file; otherwise 0.</param>
    /// <param name="resolve">How the path is resolved: see <see cref="FileCalls"/>.</param>
    int Open(int folder, string path, int flags, uint mode, ulong resolve);

    /// <summary>
    /// Opens the regular file of an O_PATH descriptor. A negative errno also for other kinds of files: opening some devices has effects,
    /// and opening a pipe blocks.
    /// </summary>
    int Reopen(int place, int flags);

    /// <summary>mkdirat(2) with mode 0700. Zero, or a negative errno.</summary>
    int MakeFolder(int folder, string name);

    /// <summary>unlinkat(2). Zero, or a negative errno.</summary>
    int Remove(int folder, string name, int flags);

    /// <summary>Facts about an entry, links not followed, or about the folder for an empty name; null when there is none.</summary>
    FileFacts? Look(int folder, string name);

    /// <summary>The names of all entries without . and ..; empty if they can't be read.</summary>
    IEnumerable<string> Names(int folder);

    /// <summary>Bytes available to the user in its file system; 0 if unknown.</summary>
    long FreeBytes(int folder);

    /// <summary>Whether files can be created in it.</summary>
    bool MayWrite(int folder);

    /// <summary>connect(2) to a Unix socket given by an O_PATH descriptor. Zero, or a negative errno.</summary>
    int Connect(int socket, int place);
}
