using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text;
using Unpause.Recorder.Peers;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>One connection to a JVM's attach socket: one command, one answer.</summary>
[SupportedOSPlatform("linux")]
internal sealed class AttachConnection : IDisposable
{
    /// <summary>The JVM's own limit for an argument (AttachOperation::arg_length_max).</summary>
    private const int MostCommandBytes = 1024;

    private const int BufferBytes = 64 * 1024;

    private readonly ProvenSocket _socket;

    private AttachConnection(ProvenSocket socket) => _socket = socket;

    /// <summary>Connects; null when the JVM does not listen.</summary>
    public static AttachConnection? Open(HotSpotProcess jvm)
    {
        using var folder = ProcessFiles.Folder(jvm.Process, HotSpotProcess.SocketFolder);
        return folder is not null && ProvenSocket.Open(folder, jvm.SocketName, jvm.Process) is { } socket
            ? new AttachConnection(socket)
            : null;
    }

    /// <summary>Sends the command and reads the whole answer.</summary>
    /// <param name="answer">Receives the answer.</param>
    /// <param name="deadline">A <see cref="Stopwatch"/> timestamp for the whole exchange.</param>
    /// <exception cref="ObstacleException">The JVM refused, ended, sent too much, or did not answer in time.</exception>
    /// <exception cref="IOException">The answer could not be written.</exception>
    public void Run(string command, AttachAnswer answer, ProcessView process, long deadline)
    {
        var argument = Encoding.UTF8.GetBytes(command);
        if (argument.Length > MostCommandBytes || argument.Contains((byte)0))
        {
            // The command may contain text that the JVM listed.
            throw new ObstacleException($"the JVM {process.Id} accepts no command longer than {MostCommandBytes} bytes");
        }

        Exchange([.. "1\0jcmd\0"u8, .. argument, 0, 0, 0], answer, process, deadline);
        if (answer.Code is not { } code)
        {
            throw new ObstacleException($"the JVM {process.Id} closed the connection without an answer");
        }

        if (code != 0) throw new ObstacleException($"the JVM {process.Id} refused {command.Split(' ')[0]}: {answer.Refusal}");
    }

    public void Dispose() => _socket.Dispose();

    private void Exchange(byte[] request, AttachAnswer answer, ProcessView process, long deadline)
    {
        var buffer = new byte[BufferBytes];
        try
        {
            _socket.Send(request, deadline);
            while (true)
            {
                var read = _socket.Receive(buffer, deadline);
                if (read == 0) return;
                if (answer.Add(buffer.AsSpan(0, read))) continue;
                throw new ObstacleException(answer.Code is null
                    ? $"process {process.Id} does not answer in the JVM's attach protocol"
                    : $"the answer of the JVM {process.Id} is too long and is not used");
            }
        }
        catch (SocketException) when (!process.IsAlive())
        {
            throw new ObstacleException($"process {process.Id} ended");
        }
        catch (SocketException e) when (e.SocketErrorCode is SocketError.TimedOut or SocketError.WouldBlock)
        {
            throw new ObstacleException(
                new Obstacle($"the JVM {process.Id} did not answer in time", "it may be stopped, frozen or starved of CPU; try again"));
        }
        catch (SocketException e) when (e.SocketErrorCode is SocketError.Shutdown or
            SocketError.ConnectionReset or SocketError.ConnectionAborted)
        {
            throw new ObstacleException(new Obstacle(
                $"the JVM {process.Id} answers only to its own user and "
                + $"group{(Environment.IsPrivilegedProcess ? " (JDK 8 to 10: not to root either)" : " or to root")}",
                $"run unpause as that user: sudo -u {UserName.ForSudo(process.UserId)} unpause …"));
        }
        catch (SocketException e)
        {
            throw new ObstacleException($"the connection to the JVM {process.Id} failed: {e.Message}");
        }
    }
}
