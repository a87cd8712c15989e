using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text;
using Unpause.Recorder.Peers;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>One connection to a JVM's attach socket: one command, one answer.</summary>
[SupportedOSPlatform("linux")]
internal sealed class AttachConnection : IDisposable
{
    /// <summary>The JVM's own limit of an argument (AttachOperation::arg_length_max).</summary>
    private const int MostCommandBytes = 1024;

    /// <summary>A class histogram of a big program has megabytes; more is no answer.</summary>
    private const int MostAnswerBytes = 256 << 20;

    private readonly ProvenSocket _socket;

    private AttachConnection(ProvenSocket socket) => _socket = socket;

    /// <summary>Connects; null when the JVM doesn't listen.</summary>
    public static AttachConnection? Open(HotSpotProcess jvm)
    {
        using var folder = ProcessFiles.Folder(jvm.Process, HotSpotProcess.SocketFolder);
        return folder is not null && ProvenSocket.Open(folder, jvm.SocketName, jvm.Process) is { } socket
            ? new AttachConnection(socket)
            : null;
    }

    /// <summary>Sends the command and reads the whole answer.</summary>
    /// <param name="command">A diagnostic command.</param>
    /// <param name="process">The JVM's process.</param>
    /// <param name="deadline">A <see cref="Stopwatch"/> timestamp.</param>
    /// <exception cref="ObstacleException">The JVM refused, ended, or did not answer in time.</exception>
    public string Run(string command, ProcessView process, long deadline)
    {
        var argument = Encoding.UTF8.GetBytes(command);
        if (argument.Length > MostCommandBytes || argument.Contains((byte)0))
        {
            throw new ArgumentException("too long for a JVM", nameof(command));
        }

        var answer = Exchange([.. "1\0jcmd\0"u8, .. argument, 0, 0, 0], process, deadline);
        var line = answer.IndexOf('\n', StringComparison.Ordinal);
        if (line < 0 || !int.TryParse(answer.AsSpan(0, line), out var code))
        {
            throw new ObstacleException($"the JVM {process.Id} closed the connection without an answer");
        }

        var text = answer[(line + 1)..];
        if (code == 0) return text;
        throw new ObstacleException($"the JVM {process.Id} refused {command.Split(' ')[0]}: {text.Trim()}");
    }

    public void Dispose() => _socket.Dispose();

    private string Exchange(byte[] request, ProcessView process, long deadline)
    {
        using var answer = new MemoryStream();
        var buffer = new byte[16 * 1024];
        try
        {
            _socket.Send(request, deadline);
            while (true)
            {
                var read = _socket.Receive(buffer, deadline);
                if (read == 0) return Encoding.UTF8.GetString(answer.GetBuffer().AsSpan(0, (int)answer.Length));
                answer.Write(buffer, 0, read);
                if (answer.Length > MostAnswerBytes) throw new ObstacleException($"the JVM {process.Id} answers without end");
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
            throw new ObstacleException($"the JVM {process.Id} could not be asked: {e.Message}");
        }
    }
}
