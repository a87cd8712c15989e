using System.Net;

namespace Unpause.Cli.Watching;

/// <summary>The address of the watcher's HTTP.</summary>
internal static class WatchAddress
{
    /// <summary>Instead of an address: no HTTP.</summary>
    public const string None = "none";

    /// <summary>Checks that only this machine can reach it.</summary>
    /// <exception cref="UserMistake">It is another address, or none.</exception>
    public static string Check(string text)
    {
        var written = text.StartsWith("localhost:", StringComparison.Ordinal) ? $"127.0.0.1{text[9..]}" : text;
        if (!IPEndPoint.TryParse(written, out var address) || (address.Port == 0 && !written.EndsWith(":0", StringComparison.Ordinal)))
            throw new UserMistake($"--listen {text}: an address with a port, for example {WatchOptionSet.UsualAddress}");
        if (!IPAddress.IsLoopback(address.Address))
        {
            throw new UserMistake(
                $"--listen {text}: only loopback is served. For a scraper on another machine use {WatchMetricsOptions.ListenName}, which "
                + "serves /metrics with a token; forward the live page by what encrypts and authenticates, for example ssh -L");
        }

        return written;
    }
}
