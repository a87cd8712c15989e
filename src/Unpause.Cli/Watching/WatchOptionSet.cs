using Unpause.Recorder.Rings;
using Unpause.Recordings.Rings;

namespace Unpause.Cli.Watching;

/// <summary>The options of <c>unpause watch</c>.</summary>
internal sealed class WatchOptionSet
{
    /// <summary>Where HTTP is served by default.</summary>
    public const string UsualAddress = "127.0.0.1:9189";

    private const int MostLogs = 20;

    private static readonly TimeSpan UsualStretch = TimeSpan.FromMinutes(5);

    private readonly Argument<string[]> _names = new("PID|NAME")
    {
        Description = "What is watched: process ids, names of services, units, pods or programs (orders, orders*), or the start of a "
            + "container's id. Default: all processes that can be recorded.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly Option<string[]> _users = new("--user")
        { Description = "Only processes of this user. Repeatable.", HelpName = "NAME" };

    private readonly Option<string> _stretch = new("--last")
    {
        Description = "How much of the last time stays of each process, at least; at most twice as much. Default: 5m.",
        HelpName = "DURATION",
    };

    private readonly Option<string> _slow = new("--slow")
    {
        Description = "A request longer than this keeps the ring, for example 400ms (ASP.NET Core's own requests, and --requests).",
        HelpName = "DURATION",
    };

    private readonly Option<string[]> _requests = new("--requests")
        { Description = "An access log that is followed while it is written. Repeatable.", HelpName = "PATH" };

    private readonly Option<bool> _traces = new("--otlp-traces")
    {
        Description = "Take traces by OTLP/HTTP on POST /v1/traces of --listen. A slow server span keeps the ring of its service's "
            + "process.",
    };

    private readonly Option<string[]> _alerts = new("--alert")
    {
        Description = "Raise an alert and keep the ring while this holds, for example 'max_stop>200ms'. Repeatable. Default: a stop longer "
            + "than 200 ms (or --slow), an induced collection, more than 5 % of a minute in GC.",
        HelpName = "CONDITION",
    };

    private readonly Option<string> _listen = new("--listen")
    {
        Description = $"Loopback address and port of /metrics, /healthz and the live page; none: no HTTP. Default: {UsualAddress}.",
        HelpName = "ADDRESS",
    };

    private readonly Option<string> _config = new("--config")
    {
        Description = "Read settings from this YAML file; options on the command line win. packaging/watch/watch.yaml has all of them.",
        HelpName = "PATH",
    };

    private readonly Option<bool> _check = new("--check")
        { Description = "Check the settings, list which processes would be watched and how, and end." };

    private readonly WatchZabbix _zabbix = new();

    private readonly Option<bool> _quiet = new("--quiet", "-q") { Description = "Print only alerts and errors." };

    private readonly Option<string> _ring = RingPlace.Option();
    private readonly WatchOtlpOptions _otlp = new();
    private readonly WatchTargetOptions _to = new();
    private readonly WatchMetricsOptions _metrics = new();

    /// <summary>Adds them to a command.</summary>
    public void AddTo(Command command)
    {
        command.Arguments.Add(_names);
        Option[] all = [_users, _stretch, _slow, _requests, _traces, _alerts, _listen, _config, _check, _ring, _quiet];
        foreach (var option in all) command.Add(option);
        _metrics.AddTo(command);
        _zabbix.AddTo(command);
        _otlp.AddTo(command);
        _to.AddTo(command);
    }

    /// <summary>Reads them.</summary>
    /// <exception cref="UserMistake">One of them makes no sense.</exception>
    public WatchRequest Read(ParseResult parsed)
    {
        var file = parsed.GetValue(_config) is { } path ? WatchFile.Read(path) : null;
        var folder = RingPlace.Read(parsed.GetValue(_ring) ?? file?.Ring);
        var stretch = Typed(parsed, _stretch) ?? file?.Last ?? UsualStretch;
        if (stretch < RingPlan.LeastStretch || stretch > RingPlan.MostStretch)
        {
            throw new UserMistake($"{_stretch.Name} {Quantities.Duration(stretch.TotalNanoseconds)}: use "
                + $"{RingPlan.LeastStretch.TotalSeconds:0}s to {RingPlan.MostStretch.TotalHours:0}h");
        }

        var slow = Typed(parsed, _slow) ?? file?.Slow;
        var requests = NotEmpty(parsed.GetValue(_requests)) ?? file?.Requests ?? [];
        if (requests.Count > MostLogs) throw new UserMistake($"{_requests.Name}: at most {MostLogs} logs are followed");
        var traces = parsed.GetValue(_traces) || file?.OtlpTraces == true;
        string[] logs = [.. requests.Select(TargetOf)];
        var plan = new RingPlan(folder)
        {
            Stretch = stretch,
            Selection = new RingSelection(NotEmpty(parsed.GetValue(_names)) ?? file?.Names ?? [])
            {
                Users = NotEmpty(parsed.GetValue(_users)) ?? file?.Users ?? [],
            },
            Requests = requests.Count == 0 && !traces,
            RequestLogs = logs,
        };
        var listen = parsed.GetValue(_listen) ?? file?.Listen ?? UsualAddress;
        var (metrics, token) = _metrics.Read(parsed, file);
        if (traces && listen == WatchAddress.None) throw new UserMistake($"{_traces.Name} needs HTTP: leave out {_listen.Name} none");
        var settings = new WatchSettings
        {
            Ring = folder,
            StretchSeconds = stretch.TotalSeconds,
            Listen = listen == WatchAddress.None ? null : WatchAddress.Check(listen),
            MetricsListen = metrics,
            MetricsToken = token,
            Zabbix = _zabbix.Read(parsed, file),
            SlowMs = slow?.TotalMilliseconds,
            Requests = logs,
            OtlpTraces = traces,
            Alerts = NotEmpty(parsed.GetValue(_alerts)) is { } alerts ? [.. alerts.Select(Condition)] : file?.Alerts ?? UsualAlerts(slow),
            To = _to.Read(parsed, file?.To),
        };
        settings = _otlp.Read(parsed, file, settings);
        if (file?.NoticesPerHour is { } most) settings = settings with { MostNoticesPerHour = most };
        return new WatchRequest(plan, settings, parsed.GetValue(_quiet)) { OnlyCheck = parsed.GetValue(_check) };
    }

    private static IReadOnlyList<string>? NotEmpty(string[]? typed) => typed is { Length: > 0 } ? typed : null;

    private static TimeSpan? Typed(ParseResult parsed, Option<string> option) => parsed.GetValue(option) is { } text
        ? WatchValues.Duration(text, out var fault) ?? throw new UserMistake($"{option.Name} {fault}")
        : null;

    private WatchCondition Condition(string text) => WatchValues.Condition(text, out var fault) is { } condition
        ? new WatchCondition(condition, condition)
        : throw new UserMistake($"{_alerts.Name} {fault}");

    /// <summary>A link is followed now and never later: what a log's owner makes of it then is not for root to read.</summary>
    private static string TargetOf(string log)
    {
        var path = Path.GetFullPath(log);
        try
        {
            return File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path;
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            // It is followed once it is there.
            return path;
        }
        catch (IOException e)
        {
            throw new UserMistake($"{PlainText.Clean(log)} cannot be followed: {SystemFault.Reason(e)}");
        }
    }

    private static WatchCondition[] UsualAlerts(TimeSpan? slow)
    {
        var longest = (slow ?? TimeSpan.FromMilliseconds(200)).TotalMilliseconds;
        return
        [
            new("long-stop", string.Create(CultureInfo.InvariantCulture, $"max_stop>{longest}ms")),
            new("induced-collection", "induced>0"),
            new("time-in-gc", "time_in_gc_percent>5%"),
        ];
    }
}

/// <summary>What <c>unpause watch</c> is to do.</summary>
/// <param name="Plan">For the recorder.</param>
/// <param name="Settings">For the judge.</param>
internal sealed record WatchRequest(RingPlan Plan, WatchSettings Settings, bool Quiet)
{
    /// <summary>Whether nothing is recorded.</summary>
    public bool OnlyCheck { get; init; }

    /// <summary>Where alerts go, without what may be secret in an address.</summary>
    public IEnumerable<string> Targets() =>
    [
        .. Settings.To.Alertmanagers.Select(address => $"Alertmanager {new Uri(address).GetLeftPart(UriPartial.Authority)}"),
        .. Settings.To.Webhooks.Select(address => $"webhook {new Uri(address).GetLeftPart(UriPartial.Authority)}"),
        .. Settings.To.Command.Take(1).Select(program => $"command {program}"),
        .. Settings.OtlpLogs ? [$"OTLP {Settings.Otlp}"] : Array.Empty<string>(),
        .. Settings.To.Journal ? ["the journal, where it is there"] : Array.Empty<string>(),
        .. Settings.Zabbix is { } zabbix ? [$"{zabbix.Name}, with values, as its host {zabbix.Host}"] : Array.Empty<string>(),
    ];

    /// <summary>What is sent by OTLP besides alerts, and where.</summary>
    public IEnumerable<string> Sent()
    {
        if (Settings.Otlp is not { } address) yield break;
        yield return $"metrics go to OTLP {address}{(Settings.Semconv ? ", under the standard names too" : "")}";
        if (Settings.OtlpSpansMs is { } least)
            yield return $"stops of {Quantities.Duration(least * 1e6)} and longer go there as spans of traced requests";
    }

    /// <summary>What it does, in one paragraph.</summary>
    public string Describe()
    {
        var who = Plan.Selection.Words.Count == 0 ? "all processes that can be recorded" : string.Join(", ", Plan.Selection.Words);
        var served = Settings.Listen switch
        {
            null => "",
            _ when Settings.Listen.EndsWith(":0", StringComparison.Ordinal) =>
                $"; its address is in {Path.Combine(Plan.Folder, RingIndex.RunFolder, RingIndex.AddressFile)}",
            var address => $"; http://{address}/metrics",
        };
        if (Settings.MetricsListen is { } other) served += $"; with a token http://{other}/metrics";
        var alerts = Settings.Alerts.Count == 0 ? "none" : string.Join(", ", Settings.Alerts.Select(Text));
        return $"watching {who}: the last {Quantities.Duration(Plan.Stretch.TotalNanoseconds)} of each in {Plan.Folder}{served}\n"
            + $"alerts: {alerts}{(OnlyCheck ? "" : ". Ctrl-C ends it")}";

        static string Text(WatchCondition alert) =>
            alert.ForSeconds > 0 ? $"{alert.If} for {Quantities.Duration(alert.ForSeconds * 1e9)}" : alert.If;
    }
}
