using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Unpause.Recorder.Files;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Rights;

/// <summary>
/// While this is not disposed of, this thread opens files with the rights of a process, and not with root's (credentials(7): each thread
/// has its own file system user, group and groups). Nothing where we are not root, or the process is root's.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class BorrowedRights : IDisposable
{
    private const int MostGroups = 65536; // NGROUPS_MAX

    private readonly uint[]? _ownGroups;
    private readonly int _ownGroup;

    private BorrowedRights(uint[]? ownGroups, int ownGroup) => (_ownGroups, _ownGroup) = (ownGroups, ownGroup);

    /// <summary>Takes a process's rights. Dispose of it on the same thread.</summary>
    /// <exception cref="IOException">The kernel refused.</exception>
    public static BorrowedRights Of(ProcessView process)
    {
        if (FileCalls.OwnUser() != 0 || process.UserId == 0) return new BorrowedRights(null, 0);
        var own = OwnGroups();
        var groups = process.Groups;
        Set(groups);
        var taken = new BorrowedRights(own, RightsCalls.SetFilesGroup(process.GroupId));
        RightsCalls.SetFilesUser(process.UserId);
        return taken;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_ownGroups is null) return;
        RightsCalls.SetFilesUser(0);
        RightsCalls.SetFilesGroup((uint)_ownGroup);
        Set(_ownGroups);
    }

    private static uint[] OwnGroups()
    {
        var count = RightsCalls.GetGroups(0, null);
        if (count is < 0 or > MostGroups) throw new IOException("our groups can't be read");
        var groups = new uint[count];
        fixed (uint* start = groups)
        {
            return RightsCalls.GetGroups(count, start) == count ? groups : throw new IOException("our groups can't be read");
        }
    }

    /// <summary>The kernel's own call, which is for this thread alone; the C library's is for all.</summary>
    private static void Set(uint[] groups)
    {
        fixed (uint* start = groups)
        {
            if (RightsCalls.SystemCall(RightsCalls.SetGroupsNumber, groups.Length, start) == 0) return;
        }

        throw new IOException($"setgroups: {Marshal.GetLastPInvokeErrorMessage()}");
    }
}
