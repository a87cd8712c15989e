using System.CommandLine;
using System.Globalization;
using System.Net;
using Unpause.Recorder.Load;

namespace Unpause.Cli;

/// <summary>The options of <c>tune</c> that say how the program is put under load.</summary>
internal sealed class TuneLoadOptions
{
    private const double MostRate = 50_000;
    private const int MostConnections = 20_000;

    private static readonly TimeSpan MostTime = TimeSpan.FromHours(2), Least = TimeSpan.FromMilliseconds(100);

    private readonly Option<string> _url = new("--url")
    {
        Description = "Ask this address of CMD at random moments, whatever it answers; {n} in it is a number drawn for each request.",
        HelpName = "URL",
    };

    private readonly Option<string> _rate = new("--rate")
        { Description = "Requests a second for --url.", DefaultValueFactory = _ => "50/s", HelpName = "N/s" };

    private readonly Option<string> _for = Duration("--for", "How long --url is asked in each trial, the warm-up not counted.", "20s");

    private readonly Option<int> _connections = new("--connections")
    {
        Description = "Most requests of --url under way at a time; what comes beyond is dropped, and counts as an error.",
        DefaultValueFactory = _ => 1_000,
        HelpName = "N",
    };

    private readonly Option<bool> _anyHost = new("--any-host") { Description = "Allow a --url of another machine, which has to be yours." };

    private readonly Option<string> _load = new("--load")
    {
        Description = "A load test instead (Locust, k6, wrk, hey, vegeta, JMeter …), as a shell takes it; $UNPAUSE_TRIAL is a folder "
            + "for each trial.",
        HelpName = "'CMD…'",
    };

    private readonly Option<string> _latencies = new("--latencies")
    {
        Description = "The file that --load leaves: requests in any format that unpause reads, or what wrk prints or counts; "
            + "$UNPAUSE_TRIAL in it is that folder.",
        HelpName = "FILE",
    };

    private readonly Option<string> _warmUp = Duration("--warm-up", "The beginning of each load that is left out.", "3s");

    private readonly Option<string> _ready = new("--ready")
        { Description = "CMD is ready when this address answers. Default: --url.", HelpName = "URL" };

    private readonly Option<string> _readyWithin = Duration("--ready-within", "How long CMD may take to be ready.", "120s");

    /// <summary>Adds the options to the command.</summary>
    public void AddTo(Command command)
    {
        Option[] all = [_url, _rate, _for, _connections, _anyHost, _load, _latencies, _warmUp, _ready, _readyWithin];
        foreach (var option in all) command.Add(option);
    }

    /// <summary>How CMD is put under load; null for a batch.</summary>
    /// <exception cref="UserMistake">An option can't be, or lacks another.</exception>
    public TuneLoad? Read(ParseResult parsed)
    {
        var (url, load, ready) = (parsed.GetValue(_url), parsed.GetValue(_load), parsed.GetValue(_ready));
        var latencies = parsed.GetValue(_latencies);
        if (url is null && load is null)
        {
            return ready is null && latencies is null
                ? null
                : throw new UserMistake($"{(ready is null ? "--latencies" : "--ready")} is for a service under load: add --url or --load");
        }

        if (url is not null && load is not null) throw new UserMistake("--url and --load are two loads: give one of them");
        if (load is not null && latencies is null)
        {
            throw new UserMistake(
                "--load needs to know what it leaves: add --latencies FILE, for example --latencies '$UNPAUSE_TRIAL/requests.csv'");
        }

        if (load is not null && ready is null) throw new UserMistake("--load needs to know when CMD is ready: add --ready URL");
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
                $"--url {url} is not on this machine: a load can harm a service; add --any-host if it is yours to load");
    }

    private static bool IsHere(Uri address) =>
        address.DnsSafeHost == "localhost" || (IPAddress.TryParse(address.DnsSafeHost, out var ip) && IPAddress.IsLoopback(ip));

    private static Uri AddressOf(string option, string text) =>
        Uri.TryCreate(text.Replace(LoadPlan.Number, "0", StringComparison.Ordinal), UriKind.Absolute, out var address)
            && address.Scheme is "http" or "https"
            ? address
            : throw new UserMistake(
                $"{option} {Reports.PlainText.Clean(text)} is no address: write for example {option} http://127.0.0.1:8000/");

    private static double RateOf(string text)
    {
        var number = text.EndsWith("/s", StringComparison.Ordinal) ? text[..^2] : text;
        return double.TryParse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var rate)
            && rate is > 0 and <= MostRate
            ? rate
            : throw new UserMistake(
                $"--rate {Reports.PlainText.Clean(text)} is no rate up to {MostRate:0}/s: write for example --rate 100/s");
    }

    private static TimeSpan TimeOf(ParseResult parsed, Option<string> option, TimeSpan least) =>
        Quantities.TryParseDuration(parsed.GetValue(option)!, out var time) && time >= least.TotalNanoseconds
            && time <= MostTime.TotalNanoseconds
            ? TimeSpan.FromMicroseconds(time / 1e3)
            : throw new UserMistake(
                $"{option.Name} {Reports.PlainText.Clean(parsed.GetValue(option)!)} can't be: write for example {option.Name} 20s");

    private static Option<string> Duration(string name, string description, string usual) =>
        new(name) { Description = description, DefaultValueFactory = _ => usual, HelpName = "DURATION" };
}
