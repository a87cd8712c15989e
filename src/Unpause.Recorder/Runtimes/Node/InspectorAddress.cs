using System.Net;

namespace Unpause.Recorder.Runtimes.Node;

/// <summary>Where a process opens its inspector (nodejs.org/api/cli.html, <c>--inspect-port</c>).</summary>
/// <param name="Host">A name or address.</param>
/// <param name="Port">0 for any free port.</param>
internal sealed record InspectorAddress(string Host, int Port)
{
    private const string DefaultHost = "127.0.0.1";
    private const int DefaultPort = 9229;

    private static readonly string[] Names = ["--inspect-port", "--debug-port", "--inspect", "--inspect-brk", "--inspect-wait"];

    /// <summary>Whether only this machine can connect.</summary>
    public bool IsLoopback => Uri.TryCreate($"http://{UriHost}", UriKind.Absolute, out var uri) && uri.IsLoopback;

    /// <summary>The address that options set; the last one counts.</summary>
    public static InspectorAddress Of(IReadOnlyList<string> options)
    {
        var address = new InspectorAddress(DefaultHost, DefaultPort);
        for (var i = 0; i < options.Count; i++)
        {
            var equals = options[i].IndexOf('=', StringComparison.Ordinal);
            var name = (equals < 0 ? options[i] : options[i][..equals]).Replace('_', '-');
            var which = Array.IndexOf(Names, name);
            if (which < 0) continue;
            // Only the ports' own options may have their value as the next word.
            var value = equals >= 0 ? options[i][(equals + 1)..] : which < 2 ? options.ElementAtOrDefault(i + 1) : null;
            if (value is { Length: > 0 }) address = address.With(value);
        }

        return address;
    }

    /// <inheritdoc/>
    public override string ToString()
    {
        if (Port == 0) return $"a free port of {UriHost}";
        return string.Create(CultureInfo.InvariantCulture, $"{UriHost}:{Port}");
    }

    /// <summary>The host as part of an address with a port.</summary>
    private string UriHost => Host.Contains(':', StringComparison.Ordinal) ? $"[{Host}]" : Host;

    private InspectorAddress With(string value)
    {
        if (IsPort(value, out var port)) return this with { Port = port };
        var colon = value.LastIndexOf(':');
        var host = value;
        if (colon >= 0 && IsPort(value[(colon + 1)..], out port)) host = value[..colon];
        else port = Port;
        return new InspectorAddress(host.Trim('[', ']'), port);
    }

    private static bool IsPort(string text, out int port) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out port) && port <= IPEndPoint.MaxPort;
}
