using System.Runtime.Versioning;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>The file that tells a JVM that its next SIGQUIT asks it to listen. Removed by Dispose.</summary>
/// <remarks>
/// The JVM looks in its current folder, then in /tmp (AttachListener::is_init_trigger), and wants its
/// own user or root as owner; JDK 8 only its own.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed class AttachTrigger : IDisposable
{
    private readonly string _path;
    private bool _leave;

    private AttachTrigger(string path) => _path = path;

    /// <summary>Makes the file.</summary>
    /// <exception cref="ObstacleException">It can't be made.</exception>
    public static AttachTrigger Make(ProcessView process)
    {
        var name = $".attach_pid{process.OwnId}";
        return TryMake($"{process.Root}/tmp/{name}", process) ?? TryMake($"{process.CurrentFolder}/{name}", process)
            ?? throw new ObstacleException(
                $"neither /tmp nor the current folder of process {process.Id} can be written to, so it can't be asked to listen");
    }

    /// <summary>Lets the file stay: the signal has not been seen yet.</summary>
    public void Leave() => _leave = true;

    public void Dispose()
    {
        if (!_leave) File.Delete(_path);
    }

    private static AttachTrigger? TryMake(string path, ProcessView process)
    {
        try
        {
            if (PathOwner.Of(path) == process.UserId) File.Delete(path); // left by a tool that was killed
            const UnixFileMode Own = UnixFileMode.UserRead | UnixFileMode.UserWrite;
            new FileStream(
                path, new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, UnixCreateMode = Own }).Dispose();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }

        if (PathOwner.Of(path) != process.UserId) PathOwner.Give(path, process.UserId, process.GroupId);
        return new AttachTrigger(path);
    }
}
