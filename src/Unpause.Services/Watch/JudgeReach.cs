using Unpause.Recordings.Rings;

namespace Unpause.Services.Watch;

/// <summary>What the judge and the programs that it starts may use: the ring, and what its targets of alerts need.</summary>
internal static class JudgeReach
{
    private const int NameServer = 53;

    // resolv.conf is a link into the second where systemd-resolved is.
    private static readonly string[] OfNames = ["/etc", "/run/systemd/resolve"];

    // Programs, their loader and libraries, and what they read there.
    private static readonly string[] OfPrograms = ["/usr", "/bin", "/sbin", "/lib", "/lib64", "/opt"];

    /// <summary>By the settings.</summary>
    /// <param name="program">The program <c>unpause</c>.</param>
    public static Reach From(WatchSettings settings, string program)
    {
        var addresses = new[] { settings.Otlp }.OfType<string>().Concat(settings.To.Alertmanagers).Concat(settings.To.Webhooks)
            .Select(address => new Uri(address)).ToList();
        int[] ports = [.. addresses.Select(address => address.Port), .. settings.Zabbix is { } zabbix ? [zabbix.Port] : Array.Empty<int>()];
        var command = settings.To.Command;
        var hasCurl = addresses.Exists(address => address.Scheme == Uri.UriSchemeHttps);
        var startsPrograms = hasCurl || command.Count > 0;
        IEnumerable<string> runnable = startsPrograms ? [program, .. OfPrograms, .. command.Take(1).Select(FolderOf)] : [program];
        // A script is an argument of its interpreter.
        IEnumerable<string> readable = [settings.Ring, .. command.Skip(1).Where(Path.IsPathRooted)];
        if (startsPrograms || ports.Length > 0) readable = readable.Concat(OfNames);
        if (hasCurl) readable = readable.Concat(Notifying.HttpDelivery.Stores.Select(Environment.GetEnvironmentVariable).OfType<string>());
        return new Reach
        {
            Readable = [.. readable],
            Runnable = [.. runnable],
            Writable = [.. RingIndex.JudgeFolders.Select(name => Path.Combine(settings.Ring, name))],
            Served = [.. new[] { settings.Listen, settings.MetricsListen }.OfType<string>().Select(PortOf)],
            // A command connects to what it is for.
            Connected = command.Count > 0 ? null : ports.Length == 0 ? [] : [NameServer, .. ports],
        };
    }

    private static string FolderOf(string program) => Path.GetDirectoryName(program) is { Length: > 1 } folder ? folder : program;

    private static int PortOf(string address) => System.Net.IPEndPoint.Parse(address).Port;
}
