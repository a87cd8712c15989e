using System.Buffers.Binary;
using System.Net;

namespace Unpause.Recorder.Processes;

/// <summary>A TCP socket in the network namespace of unpause (/proc/net/tcp and tcp6, proc(5)).</summary>
/// <param name="Inode">The number by which links in /proc/PID/fd name it; 0 for a connection that is not accepted yet.</param>
[SupportedOSPlatform("linux")]
internal readonly record struct TcpSocket(IPEndPoint Local, IPEndPoint Remote, bool Listens, ulong Inode)
{
    private const int LocalAt = 1, RemoteAt = 2, StateAt = 3, InodeAt = 9, WordDigits = 8;

    private const string ListenState = "0A";

    /// <summary>More connections than a machine has; each line has about 150 bytes.</summary>
    private const int MostLines = 1_000_000;

    /// <summary>All that listen. The kernel lists them in front of connections.</summary>
    public static List<TcpSocket> Listeners() => [.. Files.SelectMany(file => All(file).TakeWhile(socket => socket.Listens))];

    /// <summary>The other end of a connection within this machine; null when it is not listed.</summary>
    /// <param name="ours">The address of this end.</param>
    /// <param name="theirs">The address of the other end.</param>
    public static TcpSocket? Peer(IPEndPoint ours, IPEndPoint theirs)
    {
        foreach (var socket in Files.SelectMany(All))
        {
            if (!socket.Listens && socket.Local.Equals(theirs) && socket.Remote.Equals(ours)) return socket;
        }

        return null;
    }

    /// <summary>Whether the process has it open; false without access.</summary>
    public bool IsOf(ProcessView process) => Inode != 0
        && process.OpenFiles().Contains(string.Create(CultureInfo.InvariantCulture, $"socket:[{Inode}]"), StringComparer.Ordinal);

    /// <summary>Parses a line; null for the heading, and for a line in another format.</summary>
    internal static TcpSocket? Parse(string line)
    {
        var fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return fields.Length > InodeAt && ParseAddress(fields[LocalAt]) is { } local && ParseAddress(fields[RemoteAt]) is { } remote
            && ulong.TryParse(fields[InodeAt], NumberStyles.None, CultureInfo.InvariantCulture, out var inode)
            ? new TcpSocket(local, remote, fields[StateAt] == ListenState, inode)
            : null;
    }

    /// <summary>Parses <c>0100007F:240D</c>: words of the address as this machine stores them, and the port.</summary>
    private static IPEndPoint? ParseAddress(string text)
    {
        var colon = text.IndexOf(':', StringComparison.Ordinal);
        if (colon is not (WordDigits or 4 * WordDigits)
            || !int.TryParse(text.AsSpan(colon + 1), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var port)
            || port > IPEndPoint.MaxPort)
        {
            return null;
        }

        Span<byte> bytes = stackalloc byte[colon / 2];
        for (var at = 0; at < colon; at += WordDigits)
        {
            var digits = text.AsSpan(at, WordDigits);
            if (!uint.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var word)) return null;
            BinaryPrimitives.WriteUInt32LittleEndian(bytes[(at / 2)..], word);
        }

        var address = new IPAddress(bytes);
        return new IPEndPoint(address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address, port);
    }

    private static string[] Files => ["/proc/self/net/tcp", "/proc/self/net/tcp6"];

    private static IEnumerable<TcpSocket> All(string file)
    {
        IEnumerable<string> lines;
        try
        {
            lines = File.ReadLines(file).Take(MostLines);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            yield break; // a machine without IPv6
        }

        foreach (var line in lines)
        {
            if (Parse(line) is { } socket) yield return socket;
        }
    }
}
