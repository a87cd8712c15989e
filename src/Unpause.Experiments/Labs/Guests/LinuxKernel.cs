namespace Unpause.Experiments.Labs.Guests;

/// <summary>A Linux kernel as a file, for a virtual machine.</summary>
internal static class LinuxKernel
{
    private const string Folder = "/boot";

    /// <summary>How to get a kernel without installing it.</summary>
    private const string HowTo =
        "apt-get download linux-image-VERSION-amd64 (apt-cache depends linux-image-amd64 names it), dpkg-deb -x that file into a folder, "
        + "and --kernel FOLDER/boot/vmlinuz-VERSION-amd64";

    /// <summary>Finds one: the file that the user names, or the newest of this machine.</summary>
    /// <exception cref="UserMistake">There is none, or it can't be read.</exception>
    public static string Find(string? named)
    {
        if (named is not null)
        {
            return Unreadable(named) is not { } reason ? Path.GetFullPath(named) : throw new UserMistake($"--kernel {named}: {reason}");
        }

        var installed = Directory.Exists(Folder) ? new DirectoryInfo(Folder).GetFiles("vmlinuz-*") : [];
        return installed.OrderByDescending(file => file.LastWriteTimeUtc).Select(file => file.FullName)
            .FirstOrDefault(static file => Unreadable(file) is null)
            ?? throw new UserMistake($"the virtual machine needs a Linux kernel, and {Folder} has no readable one: {HowTo}");
    }

    /// <summary>Why a file can't be read; null when it can.</summary>
    private static string? Unreadable(string file)
    {
        try
        {
            File.OpenRead(file).Dispose();
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return SystemFault.Reason(exception);
        }
    }
}
