using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Peers;

namespace Unpause.Recorder.Rights;

/// <summary>
/// One end of a socket between two processes of unpause, for complete messages with or without an open file (unix(7), SCM_RIGHTS).
/// </summary>
[SupportedOSPlatform("linux")]
public sealed unsafe class DescriptorChannel : IDisposable
{
    /// <summary>Maximum length of a message in bytes.</summary>
    public const int MostBytes = 32 * 1024;

    // In struct cmsghdr, in words of four bytes: length (two words), level, type, descriptors.
    private const int FirstFile = 4;

    private readonly SafeFileHandle _socket;

    internal DescriptorChannel(int socket) => _socket = new SafeFileHandle(socket, ownsHandle: true);

    /// <summary>The socket's descriptor.</summary>
    internal int Descriptor => (int)_socket.DangerousGetHandle();

    /// <summary>Sends a message.</summary>
    /// <param name="message">1 to <see cref="MostBytes"/> bytes.</param>
    /// <param name="file">A file for the other end; null for none.</param>
    /// <param name="second">A second one; null for none.</param>
    /// <exception cref="IOException">The other end is closed.</exception>
    public void Send(ReadOnlySpan<byte> message, SafeHandle? file = null, SafeHandle? second = null)
    {
        ArgumentOutOfRangeException.ThrowIfZero(message.Length);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(message.Length, MostBytes);
        var given = file is null ? -1 : (int)file.DangerousGetHandle();
        var givenToo = second is null ? -1 : (int)second.DangerousGetHandle();
        fixed (byte* start = message)
        {
            while (PeerCalls.SendWithFiles(Descriptor, start, message.Length, given, givenToo, PeerCalls.NoSignal) < 0)
            {
                if (Marshal.GetLastPInvokeError() != LibC.Eintr) throw new IOException(Marshal.GetLastPInvokeErrorMessage());
            }
        }

        GC.KeepAlive(file);
        GC.KeepAlive(second);
    }

    /// <summary>Whether a message arrives, or the other end is closed, within a time.</summary>
    internal bool IsReadable(TimeSpan within)
    {
        var entry = new LibC.PollEntry { Descriptor = Descriptor, Events = LibC.PollIn };
        var end = Environment.TickCount64 + (long)within.TotalMilliseconds;
        while (true)
        {
            var left = (int)Math.Max(0, end - Environment.TickCount64);
            var ready = LibC.Poll(&entry, 1, left);
            if (ready >= 0 || Marshal.GetLastPInvokeError() != LibC.Eintr) return ready > 0;
        }
    }

    /// <summary>Waits for a message.</summary>
    /// <param name="file">The file that was sent along, owned by the caller; null for none.</param>
    /// <returns>The message; empty when the other end is closed.</returns>
    /// <exception cref="IOException">The data are not a valid message.</exception>
    public byte[] Receive(out SafeFileHandle? file)
    {
        var buffer = new byte[MostBytes];
        var control = stackalloc int[PeerCalls.RightsBytes / sizeof(int)];
        nint length;
        nint* header = stackalloc nint[7];
        fixed (byte* start = buffer)
        {
            var piece = stackalloc nint[] { (nint)start, MostBytes };
            do
            {
                (header[0], header[1], header[2], header[3]) = (0, 0, (nint)piece, 1);
                (header[4], header[5], header[6]) = ((nint)control, PeerCalls.RightsBytes, 0);
                length = RightsCalls.Receive(Descriptor, header, RightsCalls.CloseOnExecMessage);
            }
            while (length < 0 && Marshal.GetLastPInvokeError() == LibC.Eintr);
        }

        // Linux reports this when the other end was closed with unread messages.
        var came = length >= 0 && header[5] >= PeerCalls.RightsLength;
        file = came ? new SafeFileHandle(control[FirstFile], ownsHandle: true) : null;
        // The padding after one descriptor has space for a second, which the kernel fills when more than one was sent.
        if (came && *(nint*)control > PeerCalls.RightsLength) LibC.Close(control[FirstFile + 1]);
        if (length <= 0) return [];
        if (((int)header[6] & (RightsCalls.ControlWasCut | RightsCalls.MessageWasCut)) == 0) return buffer[..(int)length];
        file?.Dispose();
        throw new IOException("a message was received incomplete");
    }

    /// <inheritdoc/>
    public void Dispose() => _socket.Dispose();

    /// <summary>Creates two connected ends.</summary>
    /// <exception cref="IOException">They can't be created.</exception>
    public static (DescriptorChannel Ours, DescriptorChannel Theirs) Pair()
    {
        var ends = stackalloc int[2];
        return RightsCalls.SocketPair(PeerCalls.UnixFamily, RightsCalls.PacketsCloseOnExec, 0, ends) == 0
            ? (new DescriptorChannel(ends[0]), new DescriptorChannel(ends[1]))
            : throw new IOException(Marshal.GetLastPInvokeErrorMessage());
    }
}
