using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder;

/// <summary>A private folder for one run's recording.</summary>
internal static unsafe class TemporaryFolder
{
    /// <summary>rwxr-xr-x.</summary>
    public const UnixFileMode ReadableByAll = FileReadableByAll
        | UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    /// <summary>rw-r--r--.</summary>
    public const UnixFileMode FileReadableByAll =
        UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    // rwx-wx-wx with the sticky bit: a program that changes user can add files, but nobody can list or replace others'.
    private const UnixFileMode WritableByAll = UnixFileMode.StickyBit
        | UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute
        | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;

    /// <summary>Names the folder in the environment of every process of the run; the Python agent reads it.</summary>
    public const string FolderVariable = "UNPAUSE_RECORDING_DIR";

    private const long LeastFreeBytes = 64L * 1024 * 1024;
    private const string Prefix = "unpause-";

    /// <summary>Makes a fresh folder below TMPDIR, or where that can't be used below /tmp or /var/tmp. Null when nowhere.</summary>
    [SupportedOSPlatform("linux")]
    public static string? Create()
    {
        foreach (var parent in (string?[])[Environment.GetEnvironmentVariable("TMPDIR"), "/tmp", "/var/tmp"])
        {
            if (!string.IsNullOrEmpty(parent) && IsUsable(parent) && MakeBelow(Path.GetFullPath(parent)) is { } folder) return folder;
        }

        return null;
    }

    /// <summary>Makes a fresh folder below another. Null when that can't be used.</summary>
    [SupportedOSPlatform("linux")]
    public static string? CreateBelow(string parent) => IsUsable(parent) ? MakeBelow(parent) : null;

    /// <summary>Opens a folder that we own to programs that change user.</summary>
    [SupportedOSPlatform("linux")]
    public static void OpenToAll(string folder) => File.SetUnixFileMode(folder, WritableByAll);

    /// <summary>Removes the folder, unless a process of the run lives on. Returns null, or a sentence that says why it stays.</summary>
    public static string? Remove(string folder)
    {
        if (FindProcessOfRun(folder) is { } process)
            return $"The recording stays in {folder}: process {process} of the run is still alive and may start programs that write there.";
        try
        {
            Directory.Delete(folder, recursive: true);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"The recording in {folder} could not be removed: {e.Message}";
        }
    }

    // The folder's name goes through PYTHONPATH, JDK_JAVA_OPTIONS and -Xlog, each with its own special characters.
    private static bool IsUsable(string parent)
    {
        if (parent.AsSpan().ContainsAny(":'\"%\n\uFFFD")) return false;
        try
        {
            return new DriveInfo(parent).AvailableFreeSpace >= LeastFreeBytes;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return false;
        }
    }

    [SupportedOSPlatform("linux")]
    private static string? MakeBelow(string parent)
    {
        var template = Encoding.UTF8.GetBytes(Path.Combine(parent, $"{Prefix}XXXXXX\0"));
        fixed (byte* pointer = template)
        {
            if (LibC.MakeTemporaryFolder(pointer) == null) return null;
            var folder = Encoding.UTF8.GetString(MemoryMarshal.CreateReadOnlySpanFromNullTerminated(pointer));
            OpenToAll(folder);
            return folder;
        }
    }

    /// <summary>A live process whose environment names the folder, or null.</summary>
    private static string? FindProcessOfRun(string folder)
    {
        var mark = Encoding.UTF8.GetBytes($"{FolderVariable}={folder}\0");
        foreach (var process in Directory.EnumerateDirectories("/proc"))
        {
            var id = Path.GetFileName(process);
            if (char.IsAsciiDigit(id[0]) && EnvironmentHas(process, mark)) return id;
        }

        return null;
    }

    private static bool EnvironmentHas(string process, byte[] mark)
    {
        try
        {
            return File.ReadAllBytes(Path.Combine(process, "environ")).AsSpan().IndexOf(mark) >= 0;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false; // ended meanwhile, or another user's
        }
    }
}
