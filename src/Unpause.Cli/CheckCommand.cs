using Unpause.Cli.Checking;
using Unpause.Cli.Sending;

namespace Unpause.Cli;

/// <summary><c>unpause check --budget FILE PATH…</c></summary>
internal static class CheckCommand
{
    private const string DefaultFile = "budgets.yaml";

    private const string Help =
        """
        Check recordings against a file of budgets, for CI.

        A budget is a metric and its limit: 50ms, or +10% of a baseline. Exit code 0: all budgets are met. 1: one is broken.
        3: none is broken, but one matched no data. docs/budgets-in-ci.md has all keys, a GitHub workflow and a GitLab job.
        """;

    public static Command Create()
    {
        var paths = new Argument<string[]>("PATH")
        {
            Description = "Recordings, or reports stored as JSON: files, folders, globs, archives, - for standard input.",
            Arity = ArgumentArity.OneOrMore,
        };
        var budget = new Option<string>("--budget")
        {
            Description = "The file of budgets (YAML).",
            HelpName = "FILE",
            DefaultValueFactory = _ => DefaultFile,
        };
        var init = new Option<bool>("--init")
        {
            Description = "Write a first file of budgets: the numbers of PATH plus a margin. An existing file is not overwritten.",
        };
        var baseline = new Option<string>("--baseline")
        {
            Description = "The baseline of relative limits such as +10%: a report stored as JSON, or a recording.",
            HelpName = "PATH",
        };
        var output = new Option<string[]>("--output", "-o")
        {
            Description = "Write the verdicts to this file. Its extension selects the format: "
                + ".junit.xml, .md, .json, .txt. May be repeated.",
            HelpName = "FILE",
            AllowMultipleArgumentsPerToken = false,
        };
        var format = new Option<string>("--format")
        {
            Description = "What to print: terminal (the default), github (with annotations at the budgets' "
                + "lines), markdown, json or junit.",
            HelpName = "FORMAT",
        };
        var quiet = new Option<bool>("--quiet", "-q") { Description = "Print no table. Files and the exit code are unchanged." };
        var requests = new RequestOptionSet();
        var command = new Command("check", Help) { paths, budget, init, baseline, output, format };
        foreach (var option in requests.All) command.Add(option);
        var window = new WindowOptions();
        window.AddTo(command);
        var send = new SendOptions();
        foreach (var option in send.All) command.Add(option);
        command.Add(quiet);
        command.SetAction(parsed =>
        {
            var request = new CheckRequest(
                parsed.GetValue(budget)!,
                parsed.GetValue(paths)!,
                parsed.GetValue(baseline),
                requests.Read(parsed),
                requests.ServiceOf(parsed),
                CheckFormats.Named(parsed.GetValue(format)),
                parsed.GetValue(output) ?? [],
                parsed.GetValue(quiet)) { Window = window.Read(parsed), Send = send.Read(parsed) };
            return parsed.GetValue(init) ? Init(request) : Check(request);
        });
        return command;
    }

    private static int Check(CheckRequest request)
    {
        foreach (var file in request.Files) _ = CheckFormats.OfFile(file);
        if (LeastRights.AreOurs && !File.Exists(request.Budgets))
        {
            throw new UserMistake(
                $"{request.Budgets}: no such file. Write a first one: unpause check --init {CommandText.Join(
                    [.. request.Paths, "--budget", request.Budgets])}");
        }

        var delivery = ReportDelivery.Begin(request.Send);
        var code = LeastRights.Run(
            request.Inputs, request.Files, () => CheckRun.Run(request, delivery), request.Budgets, delivery: delivery);
        return delivery?.Finish(code) ?? code;
    }

    private static int Init(CheckRequest request)
    {
        if (request.Files.Count > 0 || request.Baseline is not null || request.Send is not null)
        {
            throw new UserMistake(
                "--init only writes a file of budgets: leave out -o, --baseline and --send, and name the file with --budget");
        }

        FirstBudgets.RequireFree(request.Budgets);
        return LeastRights.Run([.. request.Paths, .. request.Requests?.Paths ?? []], [request.Budgets], () => FirstBudgets.Write(request));
    }
}
