using System.Net;
using System.Net.Sockets;

namespace Unpause.Cli.Tests.Tuning;

/// <summary>A port at which nobody listens.</summary>
internal static class FreePort
{
    public static int Find()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
