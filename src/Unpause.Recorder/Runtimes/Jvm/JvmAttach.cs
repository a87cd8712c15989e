using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>
/// Sends diagnostic commands to a live HotSpot JVM like <c>jcmd</c>, without a JDK. A file and SIGQUIT make the JVM listen. The signal is
/// sent only to a process that is proven to be a JVM with its own handler.
/// </summary>
/// <remarks>
/// Protocol: src/hotspot/os/posix/attachListener_posix.cpp and
/// src/jdk.attach/linux/classes/sun/tools/attach/VirtualMachineImpl.java, JDK 8-25.
/// </remarks>
[SupportedOSPlatform("linux")]
public static class JvmAttach
{
    /// <summary>Default time limit for an answer. The JVM may run a full collection first.</summary>
    internal static readonly TimeSpan DefaultTimeout = TimeSpan.FromSeconds(30);

    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(20);

    /// <summary>Runs one diagnostic command, for example <c>VM.version</c>, and returns its output.</summary>
    /// <param name="processId">Process id of the JVM in this pid namespace.</param>
    /// <param name="command">The command with its arguments, as after <c>jcmd PID</c>; at most 1,024 bytes of UTF-8.</param>
    /// <param name="timeout">For the whole exchange; <see cref="DefaultTimeout"/> when null.</param>
    /// <returns>Its output, at most 1 MiB.</returns>
    /// <exception cref="ObstacleException">
    /// The process is not a JVM, can't be attached to, does not answer, sends too much, or refused the command.
    /// </exception>
    public static string Execute(int processId, string command, TimeSpan? timeout = null)
    {
        var process = ProcessView.Find(processId)
            ?? throw new ObstacleException(new Obstacle($"there is no process {processId}", "unpause ps lists what can be recorded"));
        return Execute(process, command, timeout);
    }

    /// <inheritdoc cref="Execute(int, string, TimeSpan?)"/>
    /// <param name="command">The command with its arguments.</param>
    /// <param name="timeout">For the whole exchange.</param>
    internal static string Execute(ProcessView process, string command, TimeSpan? timeout = null)
    {
        using var text = new MemoryStream();
        Execute(process, command, new AttachAnswer(text.Write, AttachAnswer.MostHeldBytes), timeout ?? DefaultTimeout);
        return Encoding.UTF8.GetString(text.GetBuffer(), 0, (int)text.Length);
    }

    /// <summary>The same for an answer that is not collected in memory.</summary>
    /// <exception cref="IOException">It could not be written there.</exception>
    internal static void Execute(ProcessView process, string command, AttachAnswer answer, TimeSpan timeout)
    {
        var deadline = Stopwatch.GetTimestamp() + (long)(timeout.TotalSeconds * Stopwatch.Frequency);
        if (ProcessAccess.Obstacle(process) is { } access) throw new ObstacleException(access);
        var jvm = HotSpotProcess.Find(process)
            ?? throw new ObstacleException(new Obstacle($"process {process.Id} is not a HotSpot JVM") { Kind = ObstacleKind.OtherRuntime });
        if (jvm.AttachObstacle() is { } obstacle) throw new ObstacleException(obstacle);
        using var connection = AttachConnection.Open(jvm) ?? Listen(jvm, deadline);
        connection.Run(command, answer, process, deadline);
    }

    /// <summary>Makes the JVM open its socket, and connects.</summary>
    private static AttachConnection Listen(HotSpotProcess jvm, long deadline)
    {
        var process = jvm.Process;
        using var handle = ProcessHandle.Open(process.Id);
        // From here on the id can't be reused by another process, so earlier checks stay valid.
        if (handle is null || !process.IsAlive() || jvm.AttachObstacle() is not null)
        {
            throw new ObstacleException($"process {process.Id} has just ended or executed another program");
        }

        using var trigger = AttachTrigger.Make(process);
        if (!handle.Send(LibC.SigQuit)) throw new ObstacleException($"process {process.Id} can't be sent a signal");
        while (Stopwatch.GetTimestamp() < deadline)
        {
            if (handle.HasEnded((int)Look.TotalMilliseconds)) throw new ObstacleException($"process {process.Id} ended");
            if (AttachConnection.Open(jvm) is { } connection) return connection;
        }

            // A JVM that handles the signal without the file prints a thread dump.
        if (process.IsStopped || process.HasPending(LibC.SigQuit)) trigger.Leave();
        throw new ObstacleException(
            new Obstacle($"the JVM {process.Id} did not answer in time", "it may be stopped, frozen or starved of CPU; try again"));
    }
}

/// <summary>A JVM's answer as it arrives: a line with a number, 0 for success, then text. The process may send anything.</summary>
/// <param name="write">Receives the text of a successful answer in parts.</param>
/// <param name="most">Maximum number of bytes.</param>
internal sealed class AttachAnswer(Action<ReadOnlySpan<byte>> write, long most)
{
    /// <summary>
    /// Maximum number of bytes of an answer in memory. <c>VM.flags</c>, <c>VM.log list</c> and similar have a few kilobytes.
    /// </summary>
    public const long MostHeldBytes = 1 << 20;

    private const int MostLineBytes = 16, MostRefusalBytes = 4096;

    private readonly byte[] _line = new byte[MostLineBytes];
    private readonly MemoryStream _refusal = new();
    private int _lineLength;
    private long _bytes;

    /// <summary>The number; null while its line is incomplete, or if it is not a number.</summary>
    public int? Code { get; private set; }

    /// <summary>The text of an error, cut if it is long.</summary>
    public string Refusal => Encoding.UTF8.GetString(_refusal.GetBuffer(), 0, (int)_refusal.Length).Trim();

    /// <summary>Adds received bytes. False if they are no valid answer, or too many.</summary>
    /// <exception cref="IOException">The text could not be written.</exception>
    public bool Add(ReadOnlySpan<byte> bytes)
    {
        _bytes += bytes.Length;
        if (_bytes > most) return false;
        if (Code is null)
        {
            var end = bytes.IndexOf((byte)'\n');
            var part = end < 0 ? bytes : bytes[..end];
            if (part.Length > MostLineBytes - _lineLength) return false;
            part.CopyTo(_line.AsSpan(_lineLength));
            _lineLength += part.Length;
            if (end < 0) return true;
            if (!int.TryParse(_line.AsSpan(0, _lineLength), CultureInfo.InvariantCulture, out var code)) return false;
            Code = code;
            bytes = bytes[(end + 1)..];
        }

        if (Code == 0) write(bytes);
        else _refusal.Write(bytes[..(int)Math.Min(bytes.Length, MostRefusalBytes - _refusal.Length)]);
        return true;
    }
}

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
