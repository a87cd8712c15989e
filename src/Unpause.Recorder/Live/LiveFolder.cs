using System.Runtime.Versioning;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Live;

/// <summary>
/// A temporary folder that a live process and we both reach, under two names when the process has a file system of its own.
/// Removed by Dispose, also when the process has ended meanwhile.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class LiveFolder : IDisposable
{
    private const int PathOnly = 0x200000;
    private readonly int _parent;
    private bool _stays;

    private LiveFolder(string ours, string theirs, int parent) => (Ours, Theirs, _parent) = (ours, theirs, parent);

    /// <summary>The path for us.</summary>
    public string Ours { get; }

    /// <summary>The path for the process.</summary>
    public string Theirs { get; }

    /// <summary>Makes the folder where the process has its temporary files.</summary>
    /// <exception cref="ObstacleException">There is no such place with room.</exception>
    public static LiveFolder For(ProcessView process)
    {
        var root = process.SharesOurFiles == true ? "" : process.Root;
        foreach (var parent in (string[])["/tmp", "/var/tmp"])
        {
            // A descriptor keeps the place reachable when the process, and with it /proc/PID/root, is gone.
            var descriptor = LibC.Open($"{root}{parent}", PathOnly | LibC.OCloseOnExec);
            if (descriptor < 0) continue;
            if (TemporaryFolder.CreateBelow(root.Length == 0 ? parent : $"/proc/self/fd/{descriptor}") is { } ours)
                return new LiveFolder(ours, $"{parent}/{Path.GetFileName(ours)}", descriptor);
            LibC.Close(descriptor);
        }

        throw new ObstacleException($"neither /tmp nor /var/tmp of process {process.Id} can be written to or has 64 MB free");
    }

    /// <summary>A folder that only we write to: the user's, which stays, or a temporary one.</summary>
    /// <exception cref="ObstacleException">It can't be made.</exception>
    public static LiveFolder ForUs(string? wanted)
    {
        if (wanted is null)
        {
            var made = TemporaryFolder.Create()
                ?? throw new ObstacleException("neither TMPDIR nor /tmp nor /var/tmp can be written to or has 64 MB free");
            return new LiveFolder(made, made, -1);
        }

        try
        {
            Directory.CreateDirectory(wanted);
            return new LiveFolder(wanted, wanted, -1) { _stays = true };
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ObstacleException($"the folder {wanted} can't be used: {e.Message}");
        }
    }

    public void Dispose()
    {
        if (_stays) return;
        try
        {
            if (Directory.Exists(Ours)) Directory.Delete(Ours, recursive: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Somebody else wrote there: it stays.
        }

        if (_parent >= 0) LibC.Close(_parent);
    }
}
