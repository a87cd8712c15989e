using Unpause.Recorder.Pprof;

namespace Unpause.Cli.Live;

/// <summary>The options of <c>unpause record</c> that select what is recorded.</summary>
internal sealed class LiveOptionSet
{
    private static readonly TimeSpan UsualFollowing = TimeSpan.FromSeconds(10), LongestFollowing = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan UsualPprof = TimeSpan.FromSeconds(10);

    private readonly Option<string> _duration = new("--for")
    {
        Description = "How long, for example 60s. Default: until Ctrl-C; for a URL 10s.",
        HelpName = "DURATION"
    };

    private readonly Option<string> _keep = new("--keep")
    {
        Description = "Keep the recording in this folder, for unpause report. Otherwise it is removed after the report.",
        HelpName = "FOLDER",
    };

    private readonly Option<string> _before = new("--before")
    {
        Description = $"{Who(LiveCapability.Before)}: if the process writes a GC log, also report on this much time before the recording. "
            + "Default: 10m, with --requests 0s.",
        HelpName = "DURATION",
    };

    private readonly Option<bool> _flight = new(LiveFlags.Flight)
    {
        Description =
            $"{Who(LiveCapability.Flight)}: make a flight recording instead of a GC log, with allocation sites. "
                + "Your own recordings continue.",
    };

    private readonly Option<bool> _retainers = new(LiveFlags.Retainers)
    {
        Description = $"{Who(LiveCapability.Retainers)}: also record what retains objects. JVM: needs --jfr and one pause at the end "
            + $"(measured: 0.3 s for a heap of 0.75 GB). .NET: at the end, {LiveHeapDump.Cost}.",
    };

    private readonly Option<bool> _perf = new("--perf")
    {
        Description = "Any runtime: also sample the process's stacks with Linux perf: where the GC's CPU time goes.",
    };

    private readonly Option<string> _profile = ProfileOption.Create();

    private readonly Option<bool> _noRequests = new("--no-requests") { Description =
        $"{Who(LiveCapability.Requests)}: don't record requests (ASP.NET Core, HttpClient): saves 7 to 11 µs of CPU time per request." };

    private readonly Option<string> _ring = new(LiveFlags.Ring)
    {
        Description = $"{Who(LiveCapability.Ring)}: record until Ctrl-C, but keep only the end, at least this long. Two sessions run "
            + "at once, at twice the cost of the profile.",
        HelpName = "DURATION",
    };

    private readonly Option<string> _when = new(LiveFlags.When)
    {
        Description = $"{Who(LiveCapability.Trigger)}: end 3 s after the first longer pause or request, "
            + "for example 'pause>200ms' or 'request>1s'. "
            + "Add --ring to keep the time before it.",
        HelpName = "CONDITION",
    };

    private readonly Option<bool> _gen2Deaths = new(LiveFlags.Gen2Deaths)
    {
        Description = $"{Who(LiveCapability.Gen2Deaths)}: follow sampled objects by address for 10s (--for: "
            + "up to 60s), to find what allocates "
            + "the objects that die in gen2. Measured: slows the process down by about 20 % meanwhile. "
            + "Pauses caused by this are not counted.",
    };

    private readonly Option<bool> _assists = new(LiveFlags.Assists)
    {
        Description = $"{Who(LiveCapability.Assists)}, as root: also record mark assists. "
            + "Measured: 4 to 8 µs of CPU time per assist; stops by itself above 1,250 assists per second on a CPU.",
    };

    private readonly Option<bool> _yes = new("--yes", "-y")
    {
        Description = "Node.js: open the inspector without asking.",
    };

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in new Option[]
        {
            _duration, _keep, _before, _flight, _retainers, _profile, _perf, _noRequests, _ring, _when, _gen2Deaths, _assists, _yes
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
            Retainers = parsed.GetValue(_retainers),
            Assists = parsed.GetValue(_assists),
            Perf = parsed.GetValue(_perf),
            Allowed = parsed.GetValue(_yes),
        };
        // Each session of the ring is at least this long; a shorter one could miss the start of the event.
        if (options is { When: { } condition, Ring: { } ring } && ring.TotalNanoseconds < 2.0 * condition.LimitNanoseconds)
        {
            throw new UserMistake("--ring must be at least twice the duration in --when, to record the whole event");
        }

        if (parsed.GetValue(_gen2Deaths)) options = Following(options);
        return Duration(parsed, _before) is { } before ? options with { Before = before } : options;
    }

    /// <summary>Reads the options for a URL of net/http/pprof.</summary>
    /// <exception cref="UserMistake">An option needs a local process, or is invalid.</exception>
    public PprofOptions Read(PprofAddress address, ParseResult parsed)
    {
        foreach (var option in new Option[] { _before, _flight, _retainers, _profile, _noRequests, _ring, _when, _gen2Deaths, _assists })
        {
            if (parsed.GetResult(option) is { Implicit: false })
                throw new UserMistake($"{option.Name} needs a process id; a URL supports --for and --keep only");
        }

        return new PprofOptions(address, Positive(parsed, _duration) ?? UsualPprof, parsed.GetValue(_keep));
    }

    private LiveCondition? Condition(ParseResult parsed)
    {
        if (parsed.GetValue(_when) is not { } text) return null;
        var condition = LiveCondition.Parse(text)
            ?? throw new UserMistake($"--when {text} is not a condition: write for example --when 'pause>200ms' or --when 'request>1s'");
        if (condition.OfRequest && parsed.GetValue(_noRequests))
        {
            throw new UserMistake("--when 'request>…' needs recorded requests: leave out --no-requests");
        }

        return condition;
    }

    /// <summary>This profile slows the process down, so it is short, and nothing else is recorded.</summary>
    private static LiveOptions Following(LiveOptions options)
    {
        if (options is not { Ring: null, When: null, Flight: false })
        {
            throw new UserMistake("--gen2-deaths cannot be combined with --ring, --when or --jfr");
        }

        if (options.Duration > LongestFollowing) throw new UserMistake("--gen2-deaths slows the process down: use at most --for 60s");
        return options with { Gen2Deaths = true, Allocations = true, Requests = false, Duration = options.Duration ?? UsualFollowing };
    }

    /// <summary>The runtimes that support an option.</summary>
    private static string Who(LiveCapability capability) => RecorderTable.Default.Who(capability);

    private static TimeSpan? Positive(ParseResult parsed, Option<string> option) => Duration(parsed, option) is not { } duration ? null
        : duration > TimeSpan.Zero ? duration : throw new UserMistake($"{option.Name} must be longer than 0");

    private static TimeSpan? Duration(ParseResult parsed, Option<string> option)
    {
        if (parsed.GetValue(option) is not { } text) return null;
        if (Quantities.TryParseDuration(text, out var nanoseconds) && nanoseconds is >= 0 and < 9e18)
        {
            return TimeSpan.FromTicks((long)(nanoseconds / 100));
        }

        throw new UserMistake($"{option.Name} {text} is not a duration: write for example {option.Name} 60s");
    }
}
