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

    private readonly Option<bool> _quiet = new("--quiet", "-q") { Description = "Print only alerts and errors." };

    private readonly Option<string> _ring = RingPlace.Option();

    /// <summary>Adds them to a command.</summary>
    public void AddTo(Command command)
    {
        command.Arguments.Add(_names);
        Option[] options = [_users, _stretch, _slow, _requests, _traces, _alerts, _listen, _ring, _quiet];
        foreach (var option in options) command.Add(option);
    }

    /// <summary>Reads them.</summary>
    /// <exception cref="UserMistake">One of them makes no sense.</exception>
    public WatchRequest Read(ParseResult parsed)
    {
        var folder = RingPlace.Read(parsed.GetValue(_ring));
        var stretch = parsed.GetValue(_stretch) is { } last ? Duration(last, _stretch.Name) : UsualStretch;
        if (stretch < RingPlan.LeastStretch || stretch > RingPlan.MostStretch)
        {
            throw new UserMistake($"{_stretch.Name} {parsed.GetValue(_stretch)}: use {RingPlan.LeastStretch.TotalSeconds:0}s to "
                + $"{RingPlan.MostStretch.TotalHours:0}h");
        }

        var slow = parsed.GetValue(_slow) is { } text ? Duration(text, _slow.Name) : (TimeSpan?)null;
        var requests = parsed.GetValue(_requests) ?? [];
        if (requests.Length > MostLogs) throw new UserMistake($"{_requests.Name}: at most {MostLogs} logs are followed");
        var traces = parsed.GetValue(_traces);
        string[] logs = [.. requests.Select(TargetOf)];
        var plan = new RingPlan(folder)
        {
            Stretch = stretch,
            Selection = new RingSelection(parsed.GetValue(_names) ?? []) { Users = parsed.GetValue(_users) ?? [] },
            Requests = requests.Length == 0 && !traces,
            RequestLogs = logs,
        };
        var listen = parsed.GetValue(_listen) ?? UsualAddress;
        if (traces && listen == "none") throw new UserMistake($"{_traces.Name} needs HTTP: leave out {_listen.Name} none");
        return new WatchRequest(
            plan,
            new WatchSettings
            {
                Ring = folder,
                StretchSeconds = stretch.TotalSeconds,
                Listen = listen == "none" ? null : WatchAddress.Check(listen),
                SlowMs = slow?.TotalMilliseconds,
                Requests = logs,
                OtlpTraces = traces,
                Alerts = parsed.GetValue(_alerts) is { Length: > 0 } alerts
                    ? [.. alerts.Select(condition => new WatchCondition(condition, condition))]
                    : UsualAlerts(slow),
            },
            parsed.GetValue(_quiet));
    }

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

    private static TimeSpan Duration(string text, string option) =>
        Quantities.TryParseDuration(text, out var nanoseconds) && nanoseconds is > 0 and < 9e17
            ? TimeSpan.FromMilliseconds(nanoseconds / 1e6)
            : throw new UserMistake($"{option} {text} is no duration, for example 5m or 400ms");

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
    /// <summary>What it does, in one paragraph.</summary>
    public string Describe()
    {
        var who = Plan.Selection.Words.Count == 0 ? "all processes that can be recorded" : string.Join(", ", Plan.Selection.Words);
        var served = Settings.Listen is null ? "" : $"; http://{Settings.Listen}/metrics";
        return $"watching {who}: the last {Quantities.Duration(Plan.Stretch.TotalNanoseconds)} of each in {Plan.Folder}{served}\n"
            + $"alerts: {string.Join(", ", Settings.Alerts.Select(alert => alert.If))}. Ctrl-C ends it";
    }
}
