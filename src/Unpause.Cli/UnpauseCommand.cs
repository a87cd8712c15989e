using System.CommandLine.Parsing;
using Unpause.Experiments.Tuning;

namespace Unpause.Cli;

/// <summary>The root of the command line: its commands, and the handling of errors.</summary>
internal static class UnpauseCommand
{
    private const string Examples =
        """
        Finds the garbage-collection pause behind slow requests: .NET, the JVM, Go, CPython.

        Examples:
          unpause run -- python3 app.py            record a program from its start, then report
          unpause record 1234 --for 60s            record a live process; unpause ps lists them
          unpause gc.log app.nettrace -o pauses.html   report on recordings you already have
          unpause report gc.log --fail-on 'max_pause>200ms'   a verdict for CI: exit code 1 when broken
          unpause check --budget budgets.yaml gc.log   the same for a file of budgets; --init writes a first one
          unpause compare before.log after.log     did the change help?
          unpause tune -- python3 batch.py         find the best GC setting, by trials
          unpause lab recommendations              see it find and fix a real incident
        """;

    private static readonly string[] OfTheRoot = ["-h", "--help", "-?", "--version"];

    // In the order of the help. Describing a command is slow, so only those that are needed are described.
    private static readonly (string Name, Func<string[]?, Command> Describe)[] Commands =
    [
        ("report", static _ => ReportCommand.Create()),
        ("run", RunCommand.Create),
        ("record", static _ => RecordCommand.Create()),
        ("ps", static _ => PsCommand.Create()),
        ("doctor", static _ => DoctorCommand.Create()),
        ("compare", static _ => CompareCommand.Create()),
        (TrendCommand.Name, static _ => TrendCommand.Create()),
        (FleetCommand.Name, static _ => FleetCommand.Create()),
        ("check", static _ => CheckCommand.Create()),
        ("tune", TuneCommand.Create),
        (ModelCommand.Name, static _ => ModelCommand.Create()),
        ("fill", static _ => FillCommand.Create()),
        ("heap", static _ => HeapCommand.Create()),
        (CyclesCommand.Name, CyclesCommand.Create),
        ("explain", static _ => ExplainCommand.Create()),
        ("lab", static _ => LabCommand.Create()),
        (WatchCommand.Name, static _ => WatchCommand.Create()),
        (McpCommand.Name, static _ => McpCommand.Create()),
        ("completions", static _ => CompletionsCommand.Create(All)),
        (ReadCommand.Name, static _ => ReadCommand.Create()),
        (ReadHistogramsCommand.Name, static _ => ReadHistogramsCommand.Create()),
        (TrialCommandLine.Run, RunTrialCommand.Create),
        (TrialCommandLine.Read, static _ => ReadTrialCommand.Create()),
        (WatchSessionCommand.Name, static _ => WatchSessionCommand.Create()),
    ];

    /// <summary>The command line with the options from the environment and <c>.unpause.yaml</c>, for child processes of unpause.</summary>
    public static string[] Typed { get; private set; } = [];

    /// <summary>Runs the command line and gives its exit code.</summary>
    public static int Run(string[] args)
    {
        StandardStreams.Guard();
        try
        {
            if (OperatingSystem.IsLinux()) GrantedFiles.Begin();
            if (Notices.AreAsked(args))
            {
                StandardStreams.RequireOutput();
                Console.Out.Write(Notices.Text());
                return ExitCodes.Done;
            }

            var (own, program) = Split(args);
            own = WithReportAsDefault(own);
            var parsed = Root(own[0], program).Parse(own);
            if (ReportCommand.LacksPath(parsed) && !AsksForHelp(own) && LeastRights.AreOurs && StandardInput.IsPiped)
            {
                own = [.. own, "-"];
                parsed = Root(own[0], program).Parse(own);
            }

            if (parsed.Errors.Count == 0)
            {
                Typed = UsualOptions.AddTo(own, parsed, All);
                if (Typed != own) parsed = Root(own[0], program).Parse(Typed);
                if (program is not null) Typed = [.. Typed, "--", .. program];
            }

            if ((Mistyped.Option(parsed, All) ?? Mistyped.Program(parsed)) is { } fault) return Refuse(parsed, [fault]);
            if (parsed.Errors.Count > 0) return Refuse(parsed, parsed.Errors.Select(error => Mistyped.Value(error) ?? error.Message));
            Terminal.IsColoured = ColorOption.Read(parsed);
            return Invoke(parsed);
        }
        catch (UserMistake mistake)
        {
            Console.Error.WriteLine($"unpause: {mistake.Message}");
            return ExitCodes.Usage;
        }
        catch (Exception reported) when (IsRecorded(reported))
        {
            Console.Error.WriteLine($"unpause: {PlainText.Clean(reported.Message)}");
            return ExitCodes.Usage;
        }
        catch (Exception exception)
        {
            Console.Error.WriteLine($"unpause: this is a bug in unpause {ToolVersion.Text}; please report it with the text below");
            Console.Error.WriteLine(exception);
            return ExitCodes.Defect;
        }
    }

    /// <summary>Whether the exception is not a bug, and its message is enough for the user.</summary>
    private static bool IsRecorded(Exception exception) => exception switch
    {
        Unpause.Recorder.ObstacleException or OutputFailure => true,
        // A full disk under a temporary or kept file. For outputs there is OutputFailure, which has the name.
        IOException full => OutputFault.IsFull(full),
        _ => false,
    };

    /// <summary>System.CommandLine prints the assembly's name in its help; it is replaced by <c>unpause</c>.</summary>
    private static int Invoke(ParseResult parsed)
    {
        using var help = new StringWriter();
        var code = parsed.Invoke(
            new InvocationConfiguration { Output = help, EnableDefaultExceptionHandler = false, ProcessTerminationTimeout = null });
        Console.Out.Write(help.ToString().Replace(RootCommand.ExecutableName, "unpause", StringComparison.Ordinal));
        return code;
    }

    /// <summary>Everything after <c>run … --</c>, <c>cycles … --</c> and <c>tune … --</c> belongs to the command to run.</summary>
    private static (string[] Own, string[]? Program) Split(string[] args)
    {
        var end = args is ["run" or "tune" or CyclesCommand.Name or TrialCommandLine.Run, ..] ? Array.IndexOf(args, "--") : -1;
        return end < 0 ? (args, null) : (args[..end], args[(end + 1)..]);
    }

    private static int Refuse(ParseResult parsed, IEnumerable<string> faults)
    {
        foreach (var fault in faults.Distinct(StringComparer.Ordinal)) Console.Error.WriteLine($"unpause: {fault}");
        Console.Error.WriteLine($"try: unpause{PathOf(parsed.CommandResult)} --help");
        return ExitCodes.Usage;
    }

    private static string PathOf(CommandResult result) =>
        result.Parent is CommandResult parent ? $"{PathOf(parent)} {result.Command.Name}" : "";

    private static bool AsksForHelp(string[] args) => Array.Exists(args, word => Array.IndexOf(OfTheRoot, word) >= 0);

    /// <summary><c>unpause PATH</c> is <c>unpause report PATH</c>, and so is what is piped into <c>unpause</c>.</summary>
    private static string[] WithReportAsDefault(string[] args)
    {
        if (args.Length == 0) return StandardInput.IsPiped ? ["report"] : ["--help"];
        if (Array.IndexOf(OfTheRoot, args[0]) >= 0 || IsCommand(args[0])) return args;
        if (args[0] == "help" && LeastRights.AreOurs && !File.Exists(args[0])) return args.Length > 1 ? [args[1], "--help"] : ["--help"];
        Mistyped.RefuseCommand(args, Commands.Select(command => command.Name));
        return ["report", .. args];
    }

    private static IEnumerable<Command> All() =>
        Commands.Select(command => ColorOption.AddTo(command.Describe(null))).Where(command => !command.Hidden);

    private static bool IsCommand(string word) => Array.Exists(Commands, command => command.Name == word);

    /// <summary>Creates the root with only the commands that the first word needs: one, none for the version, all for the help.</summary>
    private static RootCommand Root(string first, string[]? program)
    {
        var root = new RootCommand(Examples);
        foreach (var version in root.Options.OfType<VersionOption>()) version.Description = Notices.Help;
        var all = first != "--version" && !IsCommand(first);
        foreach (var (name, describe) in Commands)
        {
            if (all || name == first) root.Add(ColorOption.AddTo(describe(program)));
        }

        return root;
    }
}
