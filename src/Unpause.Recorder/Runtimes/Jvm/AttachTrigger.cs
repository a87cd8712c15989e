using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Files;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>The file that makes a JVM listen at its next SIGQUIT. Removed by Dispose.</summary>
/// <remarks>
/// The JVM looks for it in its working directory, then in /tmp (AttachListener::is_init_trigger), and requires its
/// own user or root as owner; JDK 8 only its own.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed class AttachTrigger : IDisposable
{
    private readonly FolderHandle _folder;
    private readonly SafeFileHandle _file;
    private readonly string _name;
    private bool _leave;

    private AttachTrigger(FolderHandle folder, SafeFileHandle file, string name) => (_folder, _file, _name) = (folder, file, name);

    /// <summary>Creates the file.</summary>
    /// <exception cref="ObstacleException">It can't be created.</exception>
    public static AttachTrigger Make(ProcessView process)
    {
        var name = $".attach_pid{process.OwnId}";
        return TryMake(ProcessFiles.Folder(process, "/tmp"), name, process) ?? TryMake(ProcessFiles.Folder(process, "."), name, process)
            ?? throw new ObstacleException(
                $"neither /tmp nor the working directory of process {process.Id} is writable, so unpause can't request a connection");
    }

    /// <summary>Keeps the file: the JVM has not handled the signal yet.</summary>
    public void Leave() => _leave = true;

    public void Dispose()
    {
        // Only if it is still the created file.
        if (!_leave && _folder.FactsOf(_name) is { } found && FileCalls.Look(_file) == found)
            _folder.Remove(_name);
        _file.Dispose();
        _folder.Dispose();
    }

    private static AttachTrigger? TryMake(FolderHandle? folder, string name, ProcessView process)
    {
        if (folder is null) return null;
        // Left by a tool that was killed: empty, and owned by the process's user.
        if (folder.FactsOf(name) is { IsRegular: true, Size: 0 } left && left.User == process.UserId) folder.Remove(name);
        if (folder.MakeFile(name) is { } file) return new AttachTrigger(folder, file, name);
        folder.Dispose();
        return null;
    }
}
