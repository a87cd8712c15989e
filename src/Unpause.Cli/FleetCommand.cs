using System.Runtime.Versioning;
using Unpause.Cli.Fleets;
using Unpause.Reports.Fleets;

namespace Unpause.Cli;

/// <summary><c>unpause fleet</c></summary>
internal static class FleetCommand
{
    public const string Name = "fleet";

    private const string Terminal = "terminal", Json = "json", Csv = "csv";

    private const string Help =
        """
        Many processes over days: which cause to fix first, which deploy or host made pauses worse: unpause fleet DIR|GLOB…

        Reads what is there: folders of reports (unpause watch writes one per process and hour; run and record with --send FOLDER),
        a Prometheus server that scrapes unpause watch, or a ClickHouse server. Each answer names a report to open.
        Name one source: folders, --prometheus or --store.
        """;

    private const int MostAsked = 10_000;

    public static Command Create()
    {
        var source = new FleetSourceOptions();
        var grafana = new GrafanaOptions();
        var fanOut = new Option<int>("--fan-out")
        {
            Description = "How many instances one request of a user asks, for the question about fan-out.",
            HelpName = "N",
            DefaultValueFactory = _ => new FleetRequest { Action = FleetRequest.Report }.FanOut,
        };
        var only = new Option<string[]>("--only")
            { Description = "Ask only this question, which is faster. Repeatable. Default: all.", HelpName = "QUESTION" };
        only.AcceptOnlyFromAmong([.. FleetQuestion.All]);
        var output = DocumentOutput.Option(hasPage: true, hasTable: true);
        var format = new Option<string>("--format") { Description = "What to print: terminal, json or csv.", HelpName = "FORMAT" };
        format.AcceptOnlyFromAmong(Terminal, Json, Csv);
        var verbose = new Option<bool>("--verbose", "-v") { Description = "All rows, not only the first ten of each table." };
        var command = new Command(Name, Help);
        source.AddTo(command);
        grafana.AddTo(command);
        command.Add(only);
        command.Add(fanOut);
        command.Add(output);
        command.Add(format);
        command.Add(verbose);
        command.Subcommands.Add(FleetCanary.Create());
        command.Subcommands.Add(FleetSend.Create());
        command.Subcommands.Add(FleetReceive.Create());
        command.SetAction(parsed =>
        {
            if (!OperatingSystem.IsLinux()) throw LinuxOnly.Refusal(Name);
            var request = grafana.Read(parsed, source.Read(parsed, FleetRequest.Report)) with
            {
                FanOut = parsed.GetValue(fanOut), Only = parsed.GetValue(only) ?? [],
            };
            if (request.FanOut is < 1 or > MostAsked) throw new UserMistake($"{fanOut.Name} takes a number from 1 to {MostAsked}");
            var files = new DocumentOutput(parsed.GetValue(output) ?? [], HasPage: true) { HasTable = true };
            files.Check();
            return Show(request, files, parsed.GetValue(format), parsed.GetValue(verbose));
        });
        return command;
    }

    [SupportedOSPlatform("linux")]
    private static int Show(FleetRequest request, DocumentOutput files, string? format, bool isVerbose)
    {
        StandardStreams.RequireOutput();
        var answer = FleetProgram.Ask(request, FleetJson.ReadFleet);
        if (answer.Document is not { } fleet) return answer.ExitCode;
        if (format is Json or Csv)
        {
            using var printed = StandardStreams.OpenOutput();
            if (format == Json) FleetJson.Write(fleet, printed);
            else FleetCsv.Write(fleet, printed);
        }
        else
        {
            new FleetWriter(Output.Terminal.ForResults()) { IsVerbose = isVerbose }.Write(fleet);
        }

        files.Write(
            console => new FleetWriter(console) { IsVerbose = true }.Write(fleet), stream => FleetJson.Write(fleet, stream),
            stream => FleetCsv.Write(fleet, stream),
            (page, stream) => FleetJson.Write(FleetLinks.From(FleetOutput.FolderOf(page), fleet), stream));
        return fleet.Source.Unread.Count > 0 ? ExitCodes.PartlyUnreadable : ExitCodes.Done;
    }
}
