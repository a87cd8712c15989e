using System.Net;
using Unpause.Recordings;
using Unpause.Reports;

namespace Unpause.Fleet.Receiving;

/// <summary>How a receiver works.</summary>
internal sealed record ReceiverSettings
{
    private const long Mebibyte = 1024 * 1024;

    /// <summary>The address to listen on, with a port.</summary>
    public required IPEndPoint Listen { get; init; }

    /// <summary>The folder that keeps reports.</summary>
    public required string Folder { get; init; }

    /// <summary>Who may send. On loopback too: other users of the machine reach it, and a proxy in front may be open to all.</summary>
    public required ReceiverTokens Tokens { get; init; }

    /// <summary>Bytes of one report as it is sent.</summary>
    public long MostBodyBytes { get; init; } = 32 * Mebibyte;

    /// <summary>Bytes of one report, unpacked: it is checked in memory.</summary>
    public int MostUnpackedBytes { get; init; } = (int)(64 * Mebibyte);

    /// <summary>Reports that are received at one time.</summary>
    public int MostInFlight { get; init; } = 8;

    /// <summary>How long one report may take to arrive. A slow sender has a place of <see cref="MostInFlight"/>.</summary>
    public TimeSpan Deadline { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>Whether only this machine reaches it.</summary>
    public bool IsLocal => IPAddress.IsLoopback(Listen.Address);

    /// <summary>What a user asked for.</summary>
    /// <exception cref="UserMistake">There is no address or no token.</exception>
    public static ReceiverSettings From(string listen, string folder, string tokenFile)
    {
        if (!IPEndPoint.TryParse(listen, out var address) || address.Port == 0 || listen.EndsWith(']'))
            throw new UserMistake($"--listen {PlainText.Clean(listen)} is no address with a port: write for example 127.0.0.1:9188");
        return new() { Listen = address, Folder = folder, Tokens = ReceiverTokens.Read(tokenFile) };
    }
}
