using System.Diagnostics;
using System.Runtime.Versioning;
using System.Text;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Processes;

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
        var process = ProcessView.Of(processId)
            ?? throw new ObstacleException(new Obstacle($"there is no process {processId}", "unpause ps lists what can be recorded"));
        return Execute(process, command, timeout);
    }

    /// <inheritdoc cref="Execute(int, string, TimeSpan?)"/>
    /// <param name="process">The process.</param>
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
        var jvm = HotSpotProcess.Of(process)
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
