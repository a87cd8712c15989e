using System.CommandLine;
using Unpause.Recorder;
using Unpause.Recorder.Live;
using Unpause.Recorder.Pprof;

namespace Unpause.Cli;

/// <summary>The options of <c>unpause record</c> that say what is recorded.</summary>
internal sealed class LiveOptionSet
{
    private static readonly TimeSpan UsualFollowing = TimeSpan.FromSeconds(10), LongestFollowing = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan UsualPprof = TimeSpan.FromSeconds(10);

    private readonly Option<string> _duration = new("--for")
    {
        Description = "How long, for example 60s. Without it until Ctrl-C; of a URL 10s.",
        HelpName = "DURATION"
    };

    private readonly Option<string> _keep = new("--keep")
    {
        Description = "Keep the recording in this folder, for unpause report. Without it it is removed after the report.",
        HelpName = "FOLDER",
    };

    private readonly Option<string> _before = new("--before")
    {
        Description = $"{Who(LiveCapability.Before)}: where it writes a GC log by itself, report on this much of the time before too. "
            + "Default: 10m; 0s, and with --requests, none.",
        HelpName = "DURATION",
    };

    private readonly Option<bool> _flight = new(LiveFlags.Flight)
    {
        Description =
            $"{Who(LiveCapability.Flight)}: a flight recording instead of the GC log: also what is allocated where. Yours go on untouched.",
    };

    private readonly Option<bool> _holders = new(LiveFlags.Holders)
    {
        Description = $"{Who(LiveCapability.Holders)}: also who holds objects. A JVM needs --jfr and stops once at the end, measured: "
            + $"0.3 s for 0.75 GB of heap. .NET at the end: {LiveHeapDump.Cost}.",
    };

    private readonly Option<bool> _perf = new("--perf")
    {
        Description = "Any runtime: also sample the process's stacks with Linux's perf: where the collector's CPU time goes.",
    };

    private readonly Option<string> _profile = ProfileOption.Create();

    private readonly Option<bool> _noRequests = new("--no-requests") { Description =
        $"{Who(LiveCapability.Requests)}: don't record requests (ASP.NET Core, HttpClient): saves 7 to 11 µs of CPU time for each." };

    private readonly Option<string> _ring = new(LiveFlags.Ring)
    {
        Description = $"{Who(LiveCapability.Ring)}: keep only the end, at least this long, until Ctrl-C. Two sessions run at "
            + "once: twice the profile's cost.",
        HelpName = "DURATION",
    };

    private readonly Option<string> _when = new(LiveFlags.When)
    {
        Description = $"{Who(LiveCapability.Trigger)}: end 3 s after the first pause or request that is longer, for example 'pause>200ms' "
            + "or 'request>1s'; with --ring what was before is there.",
        HelpName = "CONDITION",
    };

    private readonly Option<bool> _gen2Deaths = new(LiveFlags.Gen2Deaths)
    {
        Description = $"{Who(LiveCapability.Gen2Deaths)}: follow sampled objects by address for 10s (--for: up to 60s): who allocates what "
            + "dies in gen2. Measured: costs about a fifth of the program's speed meanwhile; the stops made for it are "
            + "not counted as the program's.",
    };

    private readonly Option<bool> _assists = new(LiveFlags.Assists)
    {
        Description = $"{Who(LiveCapability.Assists)}, as root: also how long goroutines that allocate help the collector. "
            + "Measured: 4 to 8 µs of CPU time an assist; over 1,250 a second on a processor it ends by itself.",
    };

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in new Option[]
        {
            _duration, _keep, _before, _flight, _holders, _profile, _perf, _noRequests, _ring, _when, _gen2Deaths, _assists
        })
        {
            command.Add(option);
        }
    }

    /// <summary>Reads them.</summary>
    /// <exception cref="UserMistake">One of them makes no sense.</exception>
    public LiveOptions Read(int process, ParseResult parsed)
    {
        var options = new LiveOptions(process, Positive(parsed, _duration), parsed.GetValue(_keep))
        {
            Allocations = parsed.WantsAllocations(_profile),
            Ring = Positive(parsed, _ring),
            When = Condition(parsed),
            Requests = !parsed.GetValue(_noRequests),
            Flight = parsed.GetValue(_flight),
            Holders = parsed.GetValue(_holders),
            Assists = parsed.GetValue(_assists),
            Perf = parsed.GetValue(_perf),
        };
        // A session of a ring is at least that long, and sees what lies in it whole.
        if (options is { When: { } condition, Ring: { } ring } && ring.TotalNanoseconds < 2.0 * condition.LimitNanoseconds)
        {
            throw new UserMistake("--ring must be at least twice as long as what --when waits for, so that it is seen whole");
        }

        if (parsed.GetValue(_gen2Deaths)) options = Following(options);
        return Duration(parsed, _before) is { } before ? options with { Before = before } : options;
    }

    /// <summary>Reads those that a program has which serves net/http/pprof.</summary>
    /// <exception cref="UserMistake">One of them is for processes of this machine, or makes no sense.</exception>
    public PprofOptions Read(PprofAddress address, ParseResult parsed)
    {
        foreach (var option in new Option[] { _before, _flight, _holders, _profile, _noRequests, _ring, _when, _gen2Deaths, _assists })
        {
            if (parsed.GetResult(option) is { Implicit: false })
                throw new UserMistake($"{option.Name} is for a process id; with a URL there are --for and --keep");
        }

        return new PprofOptions(address, Positive(parsed, _duration) ?? UsualPprof, parsed.GetValue(_keep));
    }

    private LiveCondition? Condition(ParseResult parsed)
    {
        if (parsed.GetValue(_when) is not { } text) return null;
        var condition = LiveCondition.Parse(text)
            ?? throw new UserMistake($"--when {text} is no condition: write for example --when 'pause>200ms' or --when 'request>1s'");
        if (condition.OfRequest && parsed.GetValue(_noRequests))
        {
            throw new UserMistake("--when with requests needs them recorded: leave out --no-requests");
        }

        return condition;
    }

    /// <summary>The program is slowed meanwhile, so the time is short, and nothing else is recorded.</summary>
    private static LiveOptions Following(LiveOptions options)
    {
        if (options is not { Ring: null, When: null, Flight: false })
        {
            throw new UserMistake("--gen2-deaths is a short recording of its own: leave out --ring, --when and --jfr");
        }

        if (options.Duration > LongestFollowing) throw new UserMistake("--gen2-deaths slows the program: use at most --for 60s");
        return options with { Gen2Deaths = true, Allocations = true, Requests = false, Duration = options.Duration ?? UsualFollowing };
    }

    /// <summary>Which runtimes can do what an option asks for.</summary>
    private static string Who(LiveCapability capability) => RecorderTable.Default.Who(capability);

    private static TimeSpan? Positive(ParseResult parsed, Option<string> option) => Duration(parsed, option) is not { } duration ? null
        : duration > TimeSpan.Zero ? duration : throw new UserMistake($"{option.Name} needs more than no time");

    private static TimeSpan? Duration(ParseResult parsed, Option<string> option)
    {
        if (parsed.GetValue(option) is not { } text) return null;
        if (Quantities.TryParseDuration(text, out var nanoseconds) && nanoseconds is >= 0 and < 9e18)
        {
            return TimeSpan.FromTicks((long)(nanoseconds / 100));
        }

        throw new UserMistake($"{option.Name} {text} is no duration: write for example {option.Name} 60s");
    }
}
