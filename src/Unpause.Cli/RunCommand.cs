using Unpause.Cli.Live;
using Unpause.Cli.Tuning;
using Unpause.Recorder.Cycles;
using Unpause.Recorder.Processes;

namespace Unpause.Cli;

/// <summary><c>unpause run [options] -- CMD…</c></summary>
internal static class RunCommand
{
    /// <summary>Describes the command.</summary>
    /// <param name="program">The arguments after <c>--</c>; null when there was no <c>--</c>.</param>
    public static Command Create(IReadOnlyList<string>? program)
    {
        var keep = new Option<string>("--keep")
        {
            Description = "Keep the recordings in this folder, for unpause report. Otherwise they are removed after the report.",
            HelpName = "FOLDER",
        };
        var noRequests = new Option<bool>("--no-requests")
            { Description = "Don't record requests (ASP.NET Core, HttpClient, Node.js): saves 1 to 11 µs of CPU time for each." };
        var pythonAgent = new Option<string>("--python-agent")
        {
            Description = "How to record CPython: c (a native gc callback), or pure for an interpreter that cannot "
                + "load it. pure runs Python "
            + "code inside GCs: other threads and signal handlers can run there, which can change the program's behaviour.",
            HelpName = "c|pure",
            DefaultValueFactory = _ => "c",
        };
        pythonAgent.AcceptOnlyFromAmong("c", "pure");
        var noProbes = new Option<bool>("--no-probes")
        {
            Description = "Don't use kernel probes for Go. As root (CAP_SYS_ADMIN) they record the pauses of every Go process "
                + "that CMD starts, without changing it.",
        };
        var numaNode = new Option<string>("--numa-node")
        {
            Description = "Bind CMD and its child processes to this NUMA node, like numactl --cpunodebind=N --membind=N. The kernel then "
                + "migrates no pages between nodes, which can delay the collector.",
            HelpName = "N",
        };
        var environment = VariableOption.Create();
        var perf = new Option<bool>("--perf")
        {
            Description = "Sample the stacks of CMD and its child processes with Linux perf, at 499 Hz per CPU: "
                + "where the GC's CPU time goes.",
        };
        var cycles = new Option<bool>("--cycles")
        {
            Description = "CPython 3.8 and later: also sample what GCs free, to name the reference cycles. Each sample pauses the "
                + "application for 1 to 4 ms; at most 32 samples per generation.",
        };
        var profile = ProfileOption.CreateForRun();
        var only = new Option<string>("--only")
        {
            Description = $"Record only these runtimes, separated by commas: {RecorderTable.Default.AnyId}. "
                + "Environment variables of the others stay unchanged.",
            HelpName = "RUNTIMES",
        };
        var options = new ReportOptions();
        var command = new Command(
            "run",
            $"""
            Record a program from its start, then report: unpause run [options] -- CMD…

            Also records the child processes of CMD (scripts, worker pools, several runtimes). Of Go child processes only the
            stop-the-world pauses are recorded, which needs root (CAP_SYS_ADMIN). CMD itself and go run are recorded in full. Streams,
            signals and the exit code pass through. The report goes to standard error, with -o - to standard output.
            Without -o and -q, the page is written to {DefaultPage.Name} if anything was recorded, or to the next free name
            (unpause-report-2.html). A file that -o names and that exists is kept as FILE.old.
            """)
        { keep, profile, perf, cycles, noRequests, pythonAgent, noProbes, numaNode, only, environment };
        options.AddTo(command);
        command.SetAction(parsed =>
        {
            if (!OperatingSystem.IsLinux()) throw LinuxOnly.Refusal("run");
            if (program is null or []) throw new UserMistake("name the command to run after --: unpause run -- python3 app.py");
            var allocations = parsed.WantsAllocations(profile, hasPhases: true);
            return Run(
                new RunOptions(program, parsed.GetValue(keep), !parsed.GetValue(noRequests), allocations)
                {
                    PythonCode = parsed.GetValue(pythonAgent) == "pure",
                    Phases = parsed.WantsPhases(profile),
                    Probes = !parsed.GetValue(noProbes),
                    NumaNode = parsed.GetValue(numaNode) is { } node ? Node(node) : null,
                    Perf = parsed.GetValue(perf),
                    Cycles = parsed.GetValue(cycles) ? new CycleSampling(CyclesCommand.DefaultSnapshots, Origins: false) : null,
                    Environment = VariableOption.Read(parsed.GetValue(environment)),
                    Only = parsed.GetValue(only) is { } ids ? Chosen(ids) : null,
                },
                options.Read(parsed) with { OutputIsTheProgramsOwn = true });
        });
        return command;
    }

    private static int Node(string text) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var node)
        ? node
        : throw new UserMistake($"--numa-node {text} is not a node number: write for example --numa-node 0");

    private static string[] Chosen(string ids)
    {
        var chosen = ids.Split(',', StringSplitOptions.TrimEntries);
        return Array.Find(chosen, id => !RecorderTable.Default.Ids.Contains(id, StringComparer.Ordinal)) is { } unknown
            ? throw new UserMistake($"--only {unknown} is not a runtime that unpause records: use {RecorderTable.Default.AnyId}")
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
        // The child process runs in the control groups of unpause.
        var watch = OperatingSystem.IsLinux() ? ProcessorWatch.Start(Environment.ProcessId) : null;
        var result = ProgramRunner.Run(options);
        var facts = new RecordedFacts([], options.Folder is not null)
        {
            Run = RunFacts.From(result, options.Only),
            Processor = OperatingSystem.IsLinux() ? watch?.Finish() : null,
        }.WithIdentity(identity);
        return new Recorded(facts, RunFacts.Inputs(result), () => Release(result, options));
    }

    private static void Release(RunResult result, RunOptions options)
    {
        if (result.RemoveTemporaryFolder() is { } kept) Console.Error.WriteLine($"unpause: {kept}");
        if (options.Folder is { } keep) Console.Error.WriteLine($"kept the recordings in {keep}");
    }
}
