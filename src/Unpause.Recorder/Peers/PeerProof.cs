using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Peers;

/// <summary>Proves that the peer of a connection is a certain process, and not another one that has or had its id.</summary>
[SupportedOSPlatform("linux")]
internal static unsafe class PeerProof
{
    /// <summary>
    /// The start of a process is known within 20 ms (<see cref="ProcessView.StartedByUptime"/>), a file's creation within one kernel tick
    /// (10 ms).
    /// </summary>
    private const double ClockSlackSeconds = 0.03;

    /// <summary>Whether the process called listen(2) on the socket at the other end of the connection.</summary>
    /// <param name="file">The socket file that it connected to.</param>
    /// <param name="process">The process as inspected before connecting.</param>
    public static bool IsListener(SafeFileHandle socket, in FileFacts file, ProcessView process)
    {
        var descriptor = (int)socket.DangerousGetHandle();
        // SO_PEERCRED has the effective user at the time of listen(2), mapped into this user namespace like in /proc/PID/status.
        if (PeerCredentials.Read(descriptor) is not { } peer || peer.ProcessId != process.Id || !process.RunsAs(peer.UserId)) return false;
        // The id alone is not sufficient: the listening socket outlives the process if a child has a copy of it, and the id may then
        // be reused by another process.
        var listens = IsRunningListener(descriptor, process.Id) ?? IsNotOlder(file, process);
        // Last: it has run since it was inspected, so the id was its own all the time.
        return listens && process.IsAlive();
    }

    /// <summary>
    /// Whether a socket file was created after the process started; true where the file system does not record creation times. An earlier
    /// process with the same id created its socket file before, because bind(2) creates the file, listen(2) requires bind(2), and a rename
    /// keeps the creation time. Ids are assigned cyclically, so an id is reused only after all others, which takes far longer than the
    /// slack. After a step of the wall clock this can be wrong. Then, and without a creation time, the writer of each answer is still
    /// proven.
    /// </summary>
    internal static bool IsNotOlder(in FileFacts file, ProcessView process) => file.BirthUnixSeconds is not { } birth
        || birth >= (process.StartedByUptime - DateTimeOffset.UnixEpoch).TotalSeconds - ClockSlackSeconds;

    /// <summary>Why a part of an answer was not written by the process; null when it was.</summary>
    /// <param name="writer">The writing process; null when the kernel does not report it.</param>
    public static Obstacle? Objection(PeerCredentials? writer, ProcessView process)
    {
        // The writer's real user, or another of its users if the writer states it.
        if (writer is { } one && one.ProcessId == process.Id && process.RunsAs(one.UserId)) return null;
        return writer is { ProcessId: > 0 } other
            ? new Obstacle(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the answer came from process {other.ProcessId} of user {other.UserId}, not from process {process.Id}"),
                $"it has a copy of that process's socket; ps -fp {other.ProcessId} shows its command")
            : new Obstacle($"the answer came from a process that is not visible here, not from process {process.Id}");
    }

    /// <summary>The same for files sent along, which no runtime does.</summary>
    public static Obstacle? Objection(bool hadFiles, ProcessView process) =>
        hadFiles ? new Obstacle($"process {process.Id} sent open files with its answer, which no runtime does; they are not used") : null;

    /// <summary>
    /// Whether the process that called listen(2) still runs under that id (SO_PEERPIDFD, Linux 6.5); null on older kernels. For a process
    /// that has ended there is an error, or since Linux 6.16 a descriptor with -1 in its fdinfo.
    /// </summary>
    private static bool? IsRunningListener(int socket, int process)
    {
        var found = -1;
        uint length = sizeof(int);
        if (PeerCalls.GetOption(socket, PeerCalls.SocketLevel, PeerCalls.PeerHandleOption, &found, &length) != 0)
            return Marshal.GetLastPInvokeError() == PeerCalls.Enoprotoopt ? null : false;
        try
        {
            return NumberOf(found) == process;
        }
        finally
        {
            LibC.Close(found);
        }
    }

    /// <summary>The process id of a pidfd according to fdinfo; null when it can't be read.</summary>
    private static int? NumberOf(int handle)
    {
        const string field = "Pid:";
        try
        {
            foreach (var line in File.ReadLines($"/proc/self/fdinfo/{handle}"))
            {
                if (!line.StartsWith(field, StringComparison.Ordinal)) continue;
                return int.TryParse(line.AsSpan(field.Length), CultureInfo.InvariantCulture, out var number) ? number : null;
            }
        }
        catch (IOException)
        {
            // /proc is not available: nothing is proven.
        }

        return null;
    }
}
