using System.Buffers.Binary;
using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text;
using Unpause.Recorder.Peers;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>
/// Starts and ends EventPipe sessions through a .NET process's diagnostics socket, on connections that are proven to be that process's.
/// (Microsoft's client finds the socket by the process's id, and trusts whoever listens there.)
/// </summary>
/// <remarks>
/// Protocol: dotnet/diagnostics, documentation/design-docs/ipc-protocol.md. A message is a header of 20 bytes (magic, size as a ushort,
/// command set, command, two bytes reserved) and a payload; strings are UTF-16 with a length in characters, including their zero.
/// </remarks>
[SupportedOSPlatform("linux")]
internal static class DiagnosticPort
{
    private const byte EventPipeCommands = 0x02, StopTracing = 0x01, CollectTracing2 = 0x03, ServerCommands = 0xFF, Ok = 0x00;
    private const int HeaderSize = 20, SizeAt = 14, CommandSetAt = 16, CommandAt = 17, MostAnswerBytes = 64;
    private const uint NetTraceFormat = 1;

    private static ReadOnlySpan<byte> Magic => "DOTNET_IPC_V1\0"u8;

    /// <summary>Starts a session; its events follow on the connection.</summary>
    /// <param name="socket">The name of its socket, as <see cref="DotNetProcess"/> found it.</param>
    /// <param name="bufferMegabytes">Size of the runtime's buffer if the reader is slow.</param>
    /// <param name="names">Whether the runtime lists the names of methods at the end.</param>
    /// <param name="deadline">A <see cref="Stopwatch"/> timestamp.</param>
    /// <exception cref="ObstacleException">There is no such process, or it refused.</exception>
    /// <exception cref="SocketException">It did not answer in time.</exception>
    public static (ProvenSocket Events, ulong Session) Start(
        ProcessView process, DotNetSocket socket, IReadOnlyList<DotNetProvider> providers, uint bufferMegabytes, bool names,
        long deadline)
    {
        using var payload = new MemoryStream();
        using (var writer = new BinaryWriter(payload, Encoding.Unicode, leaveOpen: true))
        {
            writer.Write(bufferMegabytes);
            writer.Write(NetTraceFormat);
            writer.Write(names);
            writer.Write((uint)providers.Count);
            foreach (var provider in providers)
            {
                writer.Write(provider.Keywords);
                writer.Write((uint)provider.Level);
                WriteString(writer, provider.Name);
                WriteString(writer, provider.Arguments ?? "");
            }
        }

        var connection = Ask(process, socket, CollectTracing2, payload.ToArray(), deadline, out var session);
        return (connection, session);
    }

    /// <summary>Requests the end of a session; its remaining events arrive on the session's own connection.</summary>
    /// <exception cref="ObstacleException">There is no such process, or it refused.</exception>
    /// <exception cref="SocketException">It did not answer in time.</exception>
    public static void Stop(ProcessView process, DotNetSocket socket, ulong session, long deadline)
    {
        var payload = new byte[sizeof(ulong)];
        BinaryPrimitives.WriteUInt64LittleEndian(payload, session);
        Ask(process, socket, StopTracing, payload, deadline, out _).Dispose();
    }

    private static ProvenSocket Ask(
        ProcessView process, DotNetSocket socket, byte command, byte[] payload, long deadline, out ulong answer)
    {
        var connection = socket.Open(process)
            ?? throw new ObstacleException($"the process that listens at {socket.Name} is not process {process.Id}, or does not answer");
        try
        {
            var message = new byte[HeaderSize + payload.Length];
            Magic.CopyTo(message);
            BinaryPrimitives.WriteUInt16LittleEndian(message.AsSpan(SizeAt), checked((ushort)message.Length));
            message[CommandSetAt] = EventPipeCommands;
            message[CommandAt] = command;
            payload.CopyTo(message, HeaderSize);
            connection.Send(message, deadline);
            answer = ReadAnswer(connection, process, deadline);
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    private static ulong ReadAnswer(ProvenSocket connection, ProcessView process, long deadline)
    {
        var header = Receive(connection, HeaderSize, process, deadline);
        var size = BinaryPrimitives.ReadUInt16LittleEndian(header.AsSpan(SizeAt)) - HeaderSize;
        if (!header.AsSpan().StartsWith(Magic) || header[CommandSetAt] != ServerCommands || size is < sizeof(uint) or > MostAnswerBytes)
            throw new ObstacleException($"process {process.Id} does not answer in the protocol of .NET diagnostics");
        var payload = Receive(connection, size, process, deadline);
        if (header[CommandAt] == Ok && size >= sizeof(ulong)) return BinaryPrimitives.ReadUInt64LittleEndian(payload);
        var error = BinaryPrimitives.ReadUInt32LittleEndian(payload);
        throw new ObstacleException($"process {process.Id} refused to start an event session (0x{error:X8})");
    }

    private static byte[] Receive(ProvenSocket connection, int count, ProcessView process, long deadline)
    {
        var bytes = new byte[count];
        for (var received = 0; received < count;)
        {
            var read = connection.Receive(bytes.AsSpan(received), deadline);
            if (read == 0) throw new ObstacleException($"process {process.Id} closed the connection without an answer");
            received += read;
        }

        return bytes;
    }

    private static void WriteString(BinaryWriter writer, string text)
    {
        writer.Write((uint)text.Length + 1);
        writer.Write(Encoding.Unicode.GetBytes(text));
        writer.Write((ushort)0);
    }
}
