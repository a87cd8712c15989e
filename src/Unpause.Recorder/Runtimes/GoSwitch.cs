namespace Unpause.Recorder.Runtimes;

/// <summary>Go: GODEBUG=gctrace=1 makes the runtime write a line for each collection to stderr.</summary>
/// <remarks>
/// Child processes inherit the environment, and a compiler with the variable writes its lines into Go's build cache. So only CMD itself, if
/// it is a Go program, or the program that <c>go run</c> starts, gets it, never a build tool or a shell in between.
/// </remarks>
internal sealed class GoSwitch : IRunSwitch
{
    private const string Variable = "GODEBUG", Setting = "gctrace";

    /// <inheritdoc/>
    public string Reaches => $"{RuntimeIds.TraitsOf(RuntimeIds.Go).Name} (as CMD itself)";

    /// <inheritdoc/>
    public bool ReachesBelowRoot => true;

    /// <inheritdoc/>
    [SupportedOSPlatform("linux")]
    public SwitchOutcome TurnOn(SwitchTarget target)
    {
        var usersLevel = LevelIn(target.Environment[Variable]);
        var isGo = GoExecutable.Is(target.File);
        if (!isGo && usersLevel is not > 0) return SwitchOutcome.Nothing;
        var problem = target.FileSizeIsLimited ? "a file size limit is set (ulimit -f)" : target.StderrProblem;
        if (usersLevel > 0)
        {
            return problem is null
                ? new SwitchOutcome { WritesLines = true, KeepsLines = true }
                : Not(problem, target) with { OnlyIfItRan = !isGo };
        }

        var line = GoExecutable.IsTool(target.File) ? new GoToolLine(target.Arguments) : null;
        if (line is { Verb: not ("run" or "test") })
        {
            // Nothing is missing: nobody needs the heap sizes of compilers and other tools of a build.
            if (target.SeesGoStops) return SwitchOutcome.Nothing;
            return Not("unpause can't separate gctrace lines of what the go tool builds or starts from those of its compilers, which would "
                + "get into its build cache; build first, then: unpause run -- ./PROGRAM", target) with { OnlyIfItRan = true };
        }

        if (usersLevel is { } level) return Not($"{Variable}={Setting}={level} is set", target);
        if (line is { Verb: "test" })
        {
            return Not("go test merges stdout and stderr of a test, so gctrace lines would appear among its results; run the test itself "
                + "(go test -c -o x.test && unpause run -- ./x.test -test.bench .)", target);
        }

        if (line is null && GoExecutable.StartsTool(target.File))
        {
            return Not("the program starts the go tool, whose compilers would write gctrace lines into its build cache "
                + $"(set {Variable}={Setting}=1 yourself to record all of them)", target);
        }

        problem ??= TurnOn(target, line);
        return problem is null ? new SwitchOutcome { WritesLines = true } : Not(problem, target);
    }

    /// <summary>The value of GODEBUG with gctrace lines enabled.</summary>
    /// <param name="value">Its former value, if any.</param>
    public static string With(string? value) => string.IsNullOrEmpty(value) ? $"{Setting}=1" : $"{value},{Setting}=1";

    /// <summary>The level of gctrace in a value of GODEBUG; null when not set.</summary>
    public static int? LevelIn(string? value)
    {
        int? level = null;
        foreach (var part in value?.Split(',') ?? [])
        {
            // In every version of parsedebugvars the last setting of a name wins, and an invalid number is ignored
            // (src/runtime/runtime1.go).
            if (part.StartsWith($"{Setting}=", StringComparison.Ordinal)
                && int.TryParse(part.AsSpan(Setting.Length + 1), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var last))
                level = last;
        }

        return level;
    }

    [SupportedOSPlatform("linux")]
    private static string? TurnOn(SwitchTarget target, GoToolLine? line)
    {
        var value = With(target.Environment[Variable]);
        if (line is not null) return GoRun.Wrap(target.Arguments, line, target.Environment, $"{Variable}={value}");
        target.Environment.Set(Variable, value);
        return null;
    }

    private static SwitchOutcome Not(string problem, SwitchTarget target) => SwitchOutcome.Not(
        target.SeesGoStops ? $"Go: only pauses are recorded, not heap sizes and GC causes: {problem}." : $"Go is not recorded: {problem}.");
}

/// <summary>The program for which a runtime's switch is set.</summary>
/// <param name="File">The program's file, as bytes.</param>
/// <param name="Arguments">Its arguments, its name as typed first; modified only where the environment is not suitable.</param>
/// <param name="Environment">The program's environment; modified.</param>
/// <param name="Folder">Folder of the recording.</param>
/// <param name="FileSizeIsLimited">Whether writing a large file would end the program (ulimit -f).</param>
/// <param name="StderrProblem">Null when unpause forwards the program's stderr, otherwise why not.</param>
internal sealed record SwitchTarget(
    byte[] File,
    List<byte[]> Arguments,
    EnvironmentBlock Environment,
    string Folder,
    RunOptions Options,
    bool FileSizeIsLimited = false,
    string? StderrProblem = null)
{
    /// <summary>Whether kernel probes record the pauses of Go programs.</summary>
    public bool SeesGoStops { get; init; }

    /// <summary>Whether processes of the run may change to another user, without access to unpause's files.</summary>
    public bool MayChangeUser { get; init; }

    /// <summary>The temporary folder, for files that programs must read.</summary>
    public RunFolder? Run { get; init; }
}
