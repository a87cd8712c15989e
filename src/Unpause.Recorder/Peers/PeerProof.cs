using System.Globalization;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Files;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Peers;

/// <summary>Whether the other end of a connection is a process, and not another one that has or had its number.</summary>
[SupportedOSPlatform("linux")]
internal static unsafe class PeerProof
{
    /// <summary>
    /// The start of a process is known to 20 ms (<see cref="ProcessView.StartedByUptime"/>), a file's birth to one tick of the kernel
    /// (10 ms).
    /// </summary>
    private const double ClockSlackSeconds = 0.03;

    /// <summary>Whether the process is the one that called listen(2) on the socket that we are connected to.</summary>
    /// <param name="socket">Our connection.</param>
    /// <param name="file">The socket file that it connected to.</param>
    /// <param name="process">The process, as looked at before connecting.</param>
    public static bool IsListener(SafeFileHandle socket, in FileFacts file, ProcessView process)
    {
        var descriptor = (int)socket.DangerousGetHandle();
        // SO_PEERCRED has the effective user at the time of listen(2), as our user namespace numbers it, as /proc/PID/status does too.
        if (PeerCredentials.Of(descriptor) is not { } peer || peer.ProcessId != process.Id || !process.RunsAs(peer.UserId)) return false;
        // The number alone is not enough: the listening socket outlives the process where a child has a copy of it, and the number is
        // given to another process then.
        var listens = IsRunningListener(descriptor, process.Id) ?? IsNotOlder(file, process);
        // Last: it has run all the time since it was looked at, so the number was its own all the time.
        return listens && process.IsAlive();
    }

    /// <summary>
    /// Whether a socket file was born after the process started; true where the file system does not record when. An earlier process with
    /// the number made its socket file before, because bind(2) creates the file, listen(2) needs bind(2), and a rename keeps the birth
    /// time. Numbers are given out in a cycle, so a number comes again only after all others: far more time than the slack. After a step
    /// of the wall clock this can be wrong; then, and where no birth is recorded, the writer of each answer is still proven.
    /// </summary>
    internal static bool IsNotOlder(in FileFacts file, ProcessView process) => file.BirthUnixSeconds is not { } birth
        || birth >= (process.StartedByUptime - DateTimeOffset.UnixEpoch).TotalSeconds - ClockSlackSeconds;

    /// <summary>What is wrong with a part of an answer that this process wrote; null when nothing is.</summary>
    /// <param name="writer">Who wrote it; null when the kernel does not report that.</param>
    /// <param name="process">Who must have.</param>
    public static Obstacle? Objection(PeerCredentials? writer, ProcessView process)
    {
        // The writer's real user, or one of its others where the writer states one.
        if (writer is { } one && one.ProcessId == process.Id && process.RunsAs(one.UserId)) return null;
        return writer is { ProcessId: > 0 } other
            ? new Obstacle(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the answer came from process {other.ProcessId} of user {other.UserId}, not from process {process.Id}"),
                $"it has a copy of that process's socket; ps -fp {other.ProcessId} shows its command")
            : new Obstacle($"the answer came from a process that is not visible here, not from process {process.Id}");
    }

    /// <summary>The same of files that came along, which no runtime sends.</summary>
    public static Obstacle? Objection(bool hadFiles, ProcessView process) =>
        hadFiles ? new Obstacle($"process {process.Id} sent open files with its answer, which no runtime does; they are not used") : null;

    /// <summary>
    /// Whether the process that called listen(2) still runs under that number (SO_PEERPIDFD, Linux 6.5); null where the kernel is older.
    /// One that has ended gives an error, or since Linux 6.16 a descriptor with -1 in its fdinfo.
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

    /// <summary>The process of a pidfd, as fdinfo has it; null when it can't be read.</summary>
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
            // No /proc of ours: nothing is proven.
        }

        return null;
    }
}
