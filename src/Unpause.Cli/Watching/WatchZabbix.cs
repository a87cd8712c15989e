using System.Net;
using Unpause.Recordings.Rings;

namespace Unpause.Cli.Watching;

/// <summary>The options of <c>unpause watch</c> about Zabbix.</summary>
internal sealed class WatchZabbix
{
    /// <summary>A server or proxy on this machine.</summary>
    public const string Example = "127.0.0.1:10051";

    private const int UsualPort = 10051;

    private readonly Option<string> _server = new("--zabbix")
    {
        Description = $"Send values and alerts to this Zabbix server or proxy, for example {Example}. It needs the template "
            + "packaging/watch/zabbix-template.yaml.",
        HelpName = "HOST:PORT",
    };

    private readonly Option<string> _host = new("--zabbix-host")
        { Description = "What Zabbix calls this host. Default: the host name of this machine.", HelpName = "NAME" };

    /// <summary>Adds them to a command.</summary>
    public void AddTo(Command command)
    {
        command.Add(_server);
        command.Add(_host);
    }

    /// <summary>Where values go; null: nowhere. What is typed wins over the file.</summary>
    /// <exception cref="UserMistake">One of them makes no sense.</exception>
    public ZabbixPlace? Read(ParseResult parsed, WatchFile? file)
    {
        var (typed, typedHost) = (parsed.GetValue(_server), parsed.GetValue(_host));
        if (typed is not null && WatchValues.ServerAndPort(typed, out var fault) is null) throw new UserMistake($"{_server.Name}: {fault}");
        if (typedHost is not null && WatchValues.ZabbixHost(typedHost, out fault) is null) throw new UserMistake($"{_host.Name}: {fault}");
        if ((typed ?? file?.ZabbixServer) is not { } text)
        {
            return typedHost is null ? null
                : throw new UserMistake($"{_host.Name} needs {_server.Name}, for example {_server.Name} {Example}");
        }

        var (server, port) = ServerOf(text)!.Value;
        var host = typedHost ?? file?.ZabbixHost ?? OwnName();
        return new ZabbixPlace(server, port, host);
    }

    /// <summary>Takes <c>HOST</c>, <c>HOST:PORT</c> or <c>[ADDRESS]:PORT</c> apart; null for other text.</summary>
    public static (string Server, int Port)? ServerOf(string text)
    {
        if (text.AsSpan().IndexOfAny("/@?#\\") >= 0 || !Uri.TryCreate($"tcp://{text}", UriKind.Absolute, out var uri)) return null;
        if (uri.HostNameType is not (UriHostNameType.Dns or UriHostNameType.IPv4 or UriHostNameType.IPv6)) return null;
        if (uri.Port == 0) return null;
        return (uri.DnsSafeHost, uri.Port < 0 ? UsualPort : uri.Port);
    }

    /// <summary>As the agent of Zabbix names its host: with the domain, where the machine's name has it.</summary>
    private string OwnName() => WatchValues.ZabbixHost(Dns.GetHostName(), out var fault)
        ?? throw new UserMistake($"{fault}: name the host with {_host.Name}");
}
