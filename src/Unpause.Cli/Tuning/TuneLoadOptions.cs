using System.Net;
using Unpause.Experiments.Load;
using Unpause.Experiments.Tuning;

namespace Unpause.Cli.Tuning;

/// <summary>The load options of <c>unpause tune</c>.</summary>
internal sealed class TuneLoadOptions
{
    private const double MostRate = 50_000;
    private const int MostConnections = 20_000;

    private static readonly TimeSpan MostTime = TimeSpan.FromHours(2), Least = TimeSpan.FromMilliseconds(100);

    private readonly Option<string> _url = new("--url")
    {
        Description = "Send requests to this URL of CMD at random times (open loop). {n} in it is a random number per request.",
        HelpName = "URL",
    };

    private readonly Option<string> _rate = new("--rate")
        { Description = "Requests per second for --url.", DefaultValueFactory = _ => "50/s", HelpName = "N/s" };

    private readonly Option<string> _for = Duration("--for", "Duration of the load on --url in each trial, without the warm-up.", "20s");

    private readonly Option<int> _connections = new("--connections")
    {
        Description = "Most requests to --url in flight. Further ones are dropped and count as errors.",
        DefaultValueFactory = _ => 1_000,
        HelpName = "N",
    };

    private readonly Option<bool> _anyHost = new("--any-host") { Description = "Allow a --url on another machine. "
        + "It must be yours to load." };

    private readonly Option<string> _load = new("--load")
    {
        Description = "Your own load test instead (Locust, k6, wrk, hey, vegeta, JMeter …), as a shell "
            + "command. $UNPAUSE_TRIAL is the trial's folder.",
        HelpName = "'CMD…'",
    };

    private readonly Option<string> _latencies = new("--latencies")
    {
        Description = "The file that --load writes: requests in any format that unpause reads, or wrk's output. "
            + "$UNPAUSE_TRIAL in it is the trial's folder.",
        HelpName = "FILE",
    };

    private readonly Option<string> _warmUp = Duration("--warm-up", "Leave out this much at the start of each load.", "3s");

    private readonly Option<string> _ready = new("--ready")
        { Description = "CMD is ready when this address answers. Default: --url.", HelpName = "URL" };

    private readonly Option<string> _readyWithin = Duration("--ready-within", "How long CMD may take until it is ready.", "120s");

    /// <summary>Adds the options to the command.</summary>
    public void AddTo(Command command)
    {
        Option[] all = [_url, _rate, _for, _connections, _anyHost, _load, _latencies, _warmUp, _ready, _readyWithin];
        foreach (var option in all) command.Add(option);
    }

    /// <summary>Reads the load; null for a batch.</summary>
    /// <exception cref="UserMistake">An option is invalid or needs another one.</exception>
    public TuneLoad? Read(ParseResult parsed)
    {
        var (url, load, ready) = (parsed.GetValue(_url), parsed.GetValue(_load), parsed.GetValue(_ready));
        var latencies = parsed.GetValue(_latencies);
        if (url is null && load is null)
        {
            return ready is null && latencies is null
                ? null
                : throw new UserMistake($"{(ready is null ? "--latencies" : "--ready")} needs a service under load: add --url or --load");
        }

        if (url is not null && load is not null) throw new UserMistake("--url and --load are two loads: give one of them");
        if (load is not null && latencies is null)
        {
            throw new UserMistake(
                "--load needs the name of its result file: add for example --latencies '$UNPAUSE_TRIAL/requests.csv'");
        }

        if (load is not null && ready is null) throw new UserMistake("--load needs a URL that answers when CMD is ready: add --ready URL");
        return new TuneLoad(
            url is null ? null : Checked(url, parsed),
            RateOf(parsed.GetValue(_rate)!),
            TimeOf(parsed, _for, Least),
            parsed.GetValue(_connections) is >= 1 and <= MostConnections and var connections ? connections
                : throw new UserMistake($"--connections must be from 1 to {MostConnections}"),
            load,
            latencies,
            TimeOf(parsed, _warmUp, TimeSpan.Zero),
            AddressOf("--ready", ready ?? url!),
            TimeOf(parsed, _readyWithin, Least));
    }

    private string Checked(string url, ParseResult parsed)
    {
        var address = AddressOf(_url.Name, url);
        return IsHere(address) || parsed.GetValue(_anyHost)
            ? url
            : throw new UserMistake(
                $"--url {url} is not on this machine: load can harm a service; add --any-host if it is yours to load");
    }

    private static bool IsHere(Uri address) =>
        address.DnsSafeHost == "localhost" || (IPAddress.TryParse(address.DnsSafeHost, out var ip) && IPAddress.IsLoopback(ip));

    private static Uri AddressOf(string option, string text) =>
        Uri.TryCreate(text.Replace(LoadPlan.Number, "0", StringComparison.Ordinal), UriKind.Absolute, out var address)
            && address.Scheme is "http" or "https"
            ? address
            : throw new UserMistake(
                $"{option} {Reports.PlainText.Clean(text)} is not a URL: write for example {option} http://127.0.0.1:8000/");

    private static double RateOf(string text)
    {
        var number = text.EndsWith("/s", StringComparison.Ordinal) ? text[..^2] : text;
        return double.TryParse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var rate)
            && rate is > 0 and <= MostRate
            ? rate
            : throw new UserMistake(
                $"--rate {Reports.PlainText.Clean(text)} is not a rate of at most {MostRate:0}/s: write for example --rate 100/s");
    }

    private static TimeSpan TimeOf(ParseResult parsed, Option<string> option, TimeSpan least) =>
        Quantities.TryParseDuration(parsed.GetValue(option)!, out var time) && time >= least.TotalNanoseconds
            && time <= MostTime.TotalNanoseconds
            ? TimeSpan.FromMicroseconds(time / 1e3)
            : throw new UserMistake(
                $"{option.Name} {Reports.PlainText.Clean(parsed.GetValue(option)!)} is not a valid duration: "
                    + $"write for example {option.Name} 20s");

    private static Option<string> Duration(string name, string description, string usual) =>
        new(name) { Description = description, DefaultValueFactory = _ => usual, HelpName = "DURATION" };
}
