namespace Unpause.Reports.Fleets;

/// <summary>Whether a network could read what is sent to a server.</summary>
public static class PlainHttp
{
    /// <summary>Whether others could read it: it is not encrypted, and leaves this machine.</summary>
    public static bool IsReadable(Uri server) => server.Scheme != Uri.UriSchemeHttps && !server.IsLoopback;
}
