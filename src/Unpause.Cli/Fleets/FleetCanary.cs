using System.Runtime.Versioning;
using Unpause.Reports.Fleets;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Cli.Fleets;

/// <summary><c>unpause fleet canary</c>: an exit code for a rollout.</summary>
internal static class FleetCanary
{
    private const string Name = "canary", Terminal = "terminal", Json = "json";

    private const string Help =
        """
        Compare a candidate with a baseline that runs at the same time, as a job of a rollout: exit code 0 not worse, 1 worse, 3 undecided.

        Run it as often as you like: repeating it does not make a false alarm more likely.
        """;

    public static Command Create()
    {
        var source = new FleetSourceOptions();
        var baseline = Side("--baseline", "The processes to compare with");
        var candidate = Side("--candidate", "The processes to judge");
        var least = new Option<double>("--least-change")
        {
            Description = "The least change of the stop time that matters, in percent.",
            HelpName = "PERCENT",
            DefaultValueFactory = _ => new FleetRequest { Action = FleetRequest.Canary }.LeastChangePercent,
        };
        var output = DocumentOutput.Option(hasPage: true);
        var format = new Option<string>("--format") { Description = "What to print: terminal or json.", HelpName = "FORMAT" };
        format.AcceptOnlyFromAmong(Terminal, Json);
        var command = new Command(Name, Help) { baseline, candidate, least, output, format };
        source.AddTo(command);
        command.SetAction(parsed =>
        {
            if (!OperatingSystem.IsLinux()) throw LinuxOnly.Refusal(FleetCommand.Name);
            var request = source.Read(parsed, FleetRequest.Canary) with
            {
                Baseline = FleetSourceOptions.Checked(baseline, parsed),
                Candidate = FleetSourceOptions.Checked(candidate, parsed),
                LeastChangePercent = parsed.GetValue(least),
            };
            if (request.LeastChangePercent is not (> 0 and <= 100)) throw new UserMistake(
                $"{least.Name} takes a percentage above 0, at most 100");
            if (request.Baseline == request.Candidate) throw new UserMistake(
                $"{baseline.Name} and {candidate.Name} are the same processes");
            var files = new DocumentOutput(parsed.GetValue(output) ?? [], HasPage: true);
            files.Check();
            return Show(request, files, parsed.GetValue(format) == Json);
        });
        return command;
    }

    private static Option<string> Side(string name, string description) => new(name)
    {
        Description = $"{description}: {FleetSelector.Example}.", HelpName = "SELECTOR", Required = true,
    };

    [SupportedOSPlatform("linux")]
    private static int Show(FleetRequest request, DocumentOutput files, bool wantsJson)
    {
        StandardStreams.RequireOutput();
        var answer = FleetProgram.Ask(request, FleetJson.ReadCanary);
        if (answer.Document is not { } canary) return answer.ExitCode;
        if (wantsJson)
        {
            using var printed = StandardStreams.OpenOutput();
            FleetJson.Write(canary, printed);
        }
        else
        {
            new CanaryWriter(Output.Terminal.ForResults()).Write(canary);
        }

        files.Write(
            console => new CanaryWriter(console).Write(canary), stream => FleetJson.Write(canary, stream),
            page: (page, stream) => FleetJson.Write(FleetLinks.From(FleetOutput.FolderOf(page), canary), stream));
        return canary.Verdict switch
        {
            CanaryDocument.NotWorse => ExitCodes.Done,
            CanaryDocument.Worse => ExitCodes.OverBudget,
            _ => ExitCodes.NotEnoughEvidence,
        };
    }
}
