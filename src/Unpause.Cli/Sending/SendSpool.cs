using Unpause.Reports.Fleets;

namespace Unpause.Cli.Sending;

/// <summary>
/// The folder of the user in which reports wait for an address. The oldest are deleted when they have too many bytes, because a receiver
/// may never come back.
/// </summary>
internal sealed class SendSpool
{
    private const long MostBytes = 1L << 30;

    private const UnixFileMode OwnFolder = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    private readonly long _mostBytes;

    private SendSpool(string folder, long mostBytes) => (Folder, _mostBytes) = (folder, mostBytes);

    /// <summary>Its path.</summary>
    public string Folder { get; }

    /// <summary>Opens that of an address, and sees that a report can be kept there.</summary>
    /// <exception cref="UserMistake">It cannot.</exception>
    public static SendSpool Open(string address) => Open(Path.Combine(KeptReports.StateFolder(), "send"), address, MostBytes);

    /// <summary>The same in a named folder, with its own limit.</summary>
    internal static SendSpool Open(string root, string address, long mostBytes)
    {
        var folder = Path.Combine(Path.GetFullPath(root), KeptReports.NameOf(address));
        try
        {
            if (OperatingSystem.IsWindows()) Directory.CreateDirectory(folder);
            else Directory.CreateDirectory(folder, OwnFolder);
            using var open = OutputFolder.Open(folder, folder);
            UnfinishedFile.Probe(open);
            if (OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess && !IsRoots(folder))
                throw new IOException("it, or a folder above it, belongs to another user or is open to others");
            return new(folder, mostBytes);
        }
        catch (Exception exception) when (OutputFault.Is(exception))
        {
            throw new UserMistake(
                $"{SendTarget.Option} keeps reports that cannot be sent in {folder}, which cannot be used: "
                + $"{SystemFault.Reason(exception)}; name another folder with {KeptReports.StateVariable}=DIR");
        }
    }

    /// <summary>
    /// Whether no other user can put another folder there by a link: root deletes in it what was sent. HOME may be another user's.
    /// </summary>
    private static bool IsRoots(string folder)
    {
        const uint Root = 0;
        for (var path = folder; path is not null; path = Path.GetDirectoryName(path))
        {
            if (FileStatus.Read(path) is not { User: Root } status) return false;
            if (!OutputFolder.IsClosed(status) && !status.Permissions.HasFlag(UnixFileMode.StickyBit)) return false;
        }

        return true;
    }

    /// <summary>Deletes the oldest reports until the others have few enough bytes; the newest one stays.</summary>
    /// <returns>How many.</returns>
    public int Trim()
    {
        var reports = new DirectoryInfo(Folder).EnumerateFiles($"*{KeptReports.Packed}")
            .Where(file => !file.Name.StartsWith('.'))
            .OrderByDescending(file => file.LastWriteTimeUtc).ToList();
        var (left, deleted) = (_mostBytes, 0);
        for (var i = 0; i < reports.Count; i++)
        {
            try
            {
                left -= reports[i].Length;
                if (left >= 0 || i == 0) continue;
                reports[i].Delete();
                deleted++;
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                // Another command has just sent it.
            }
        }

        return deleted;
    }
}
