using Unpause.Cli.Trends;
using Unpause.Reports.Trends;

namespace Unpause.Cli;

/// <summary><c>unpause trend REPORT…</c></summary>
internal static class TrendCommand
{
    public const string Name = "trend";

    private const string Terminal = "terminal", Json = "json";

    private const string Help =
        """
        Many nightly reports on one page: which was the worst, what changed before it, and whether pauses grow over weeks.

        REPORT is a report stored as JSON or a recording: files, folders, globs. Each is a point in time, by its recorded start. Of a
        report with several processes, the one with the longest total pause time is shown. Eight reports are the minimum for a trend.
        """;

    public static Command Create()
    {
        var reports = new Argument<string[]>("REPORT")
            { Description = "Reports stored as JSON, or recordings: files, folders, globs.", Arity = ArgumentArity.OneOrMore };
        var output = DocumentOutput.Option(hasPage: true);
        var format = new Option<string>("--format") { Description = "What to print: terminal or json.", HelpName = "FORMAT" };
        format.AcceptOnlyFromAmong(Terminal, Json);
        var command = new Command(Name, Help) { reports, output, format };
        command.SetAction(parsed =>
        {
            var files = new DocumentOutput(parsed.GetValue(output) ?? [], HasPage: true);
            files.Check();
            var (paths, wantsJson) = (parsed.GetValue(reports)!, parsed.GetValue(format) == Json);
            return LeastRights.Run(paths, files.Outputs, () => Show(paths, files, wantsJson));
        });
        return command;
    }

    private static int Show(string[] paths, DocumentOutput files, bool wantsJson)
    {
        var reader = new TrendReader();
        var input = reader.Read(paths);
        if (TrendComposer.Compose(input) is not { } trend)
            throw new UserMistake($"{PlainText.Clean(string.Join(", ", paths))}: {input.FirstRefusal ?? "no report"}");
        if (wantsJson)
        {
            using var printed = StandardStreams.OpenOutput();
            TrendJson.Write(trend, printed);
        }
        else
        {
            StandardStreams.RequireOutput();
            new TrendWriter(Output.Terminal.ForResults()).Write(trend);
        }

        files.Write(console => new TrendWriter(console).Write(trend), stream => TrendJson.Write(trend, stream));
        return reader.IsIncomplete ? ExitCodes.PartlyUnreadable : ExitCodes.Done;
    }
}
