using System.CommandLine;
using System.Globalization;
using Unpause.Recorder;
using Unpause.Recorder.Cycles;
using Unpause.Recorder.Processes;

namespace Unpause.Cli;

/// <summary><c>unpause run [options] -- CMD…</c></summary>
internal static class RunCommand
{
    /// <summary>Describes the command.</summary>
    /// <param name="program">What stood after <c>--</c>; null when there was no <c>--</c>.</param>
    public static Command Create(IReadOnlyList<string>? program)
    {
        var keep = new Option<string>("--keep")
        {
            Description = "Keep the recordings in this folder, for unpause report. Without it they are removed after the report.",
            HelpName = "FOLDER",
        };
        var noRequests = new Option<bool>("--no-requests")
            { Description = "Don't record requests (ASP.NET Core, HttpClient): saves 7 to 11 µs of CPU time for each." };
        var pythonAgent = new Option<string>("--python-agent")
        {
            Description = "How CPython is recorded: c (a callback that runs no Python code inside collections) or pure, for an interpreter "
                + "that can't load it: Python code inside collections lets other threads and signal handlers run there, which can "
                + "change what the program does.",
            HelpName = "c|pure",
            DefaultValueFactory = _ => "c",
        };
        pythonAgent.AcceptOnlyFromAmong("c", "pure");
        var noProbes = new Option<bool>("--no-probes")
        {
            Description = "Don't watch Go programs from the kernel. As root (CAP_PERFMON) that shows the stops of every Go program that "
                + "CMD starts, without touching any of them.",
        };
        var numaNode = new Option<string>("--numa-node")
        {
            Description = "Bind CMD and what it starts to the processors and the memory of this NUMA node, as numactl --cpunodebind=N "
                + "--membind=N does: the kernel then moves no pages between nodes, which can stop the collector for long.",
            HelpName = "N",
        };
        var environment = VariableOption.Create();
        var perf = new Option<bool>("--perf")
        {
            Description = "Sample the stacks of CMD and of what it starts with Linux's perf, 499 times a second of each processor: where "
                + "the collector's CPU time goes.",
        };
        var cycles = new Option<bool>("--cycles")
        {
            Description = "CPython 3.8 and later: also look at what collections free, so that findings name the reference cycles that make "
                + "them necessary. The program stands still 1 to 4 ms for a look, of which there are at most 32 for each generation.",
        };
        var profile = ProfileOption.CreateForRun();
        var only = new Option<string>("--only")
        {
            Description = $"Record these runtimes alone and leave the others' variables as they are: {RecorderTable.Default.AnyId}, "
                + "several with commas.",
            HelpName = "RUNTIMES",
        };
        var options = new ReportOptions();
        var command = new Command(
            "run",
            $"""
            Record a program from its start, then report: unpause run [options] -- CMD…

            Works for whatever CMD starts too (scripts, worker pools, several runtimes). Of Go programs that CMD starts
            the stops are recorded, which needs root (CAP_PERFMON); of CMD itself and of go run everything is. Its streams,
            signals and exit code pass through; the report goes to standard error, with -o - to standard output.
            Without -o and -q the page is written to {DefaultPage.Name} when something was recorded.
            """)
        { keep, profile, perf, cycles, noRequests, pythonAgent, noProbes, numaNode, only, environment };
        options.AddTo(command);
        command.SetAction(parsed =>
        {
            ProgramRunner.RequireLinux();
            if (program is null or []) throw new UserMistake("say after -- what to run: unpause run -- python3 app.py");
            var allocations = parsed.WantsAllocations(profile, hasPhases: true);
            return Run(
                new RunOptions(program, parsed.GetValue(keep), !parsed.GetValue(noRequests), allocations)
                {
                    PythonCode = parsed.GetValue(pythonAgent) == "pure",
                    Phases = parsed.WantsPhases(profile),
                    Probes = !parsed.GetValue(noProbes),
                    NumaNode = parsed.GetValue(numaNode) is { } node ? Node(node) : null,
                    Perf = parsed.GetValue(perf),
                    Cycles = parsed.GetValue(cycles) ? new CycleSampling(CyclesCommand.DefaultLooks, Origins: false) : null,
                    Environment = VariableOption.Read(parsed.GetValue(environment)),
                    Only = parsed.GetValue(only) is { } ids ? Chosen(ids) : null,
                },
                options.Read(parsed) with { OutputIsTheProgramsOwn = true });
        });
        return command;
    }

    private static int Node(string text) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var node)
        ? node
        : throw new UserMistake($"--numa-node {text} is no number of a node: write for example --numa-node 0");

    private static string[] Chosen(string ids)
    {
        var chosen = ids.Split(',', StringSplitOptions.TrimEntries);
        return Array.Find(chosen, id => !RecorderTable.Default.Ids.Contains(id, StringComparer.Ordinal)) is { } unknown
            ? throw new UserMistake($"--only {unknown} is no runtime that is recorded: use {RecorderTable.Default.AnyId}")
            : chosen;
    }

    private static int Run(RunOptions options, ReportRequest request)
    {
        var given = request.Requests is { Paths.Count: > 0 };
        return ReportSession.Record(request, () => Record(options with { Requests = options.Requests && !given }));
    }

    private static Recorded Record(RunOptions options)
    {
        var identity = RecordedIdentity.OfProgram();
        // The program has our control groups.
        var watch = OperatingSystem.IsLinux() ? ProcessorWatch.Of(Environment.ProcessId) : null;
        var result = ProgramRunner.Run(options);
        var facts = new RecordedFacts([], options.Folder is not null)
        {
            Run = RunFacts.Of(result, options.Only),
            Processor = OperatingSystem.IsLinux() ? watch?.Finish() : null,
        }.Of(identity);
        return new Recorded(facts, RunFacts.Inputs(result), () => Release(result, options));
    }

    private static void Release(RunResult result, RunOptions options)
    {
        if (result.RemoveTemporaryFolder() is { } kept) Console.Error.WriteLine($"unpause: {kept}");
        if (options.Folder is { } keep) Console.Error.WriteLine($"kept the recordings in {keep}");
    }
}
