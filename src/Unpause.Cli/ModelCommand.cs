using System.CommandLine;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary><c>unpause model --traffic … --survivors … --limit …</c> and <c>unpause model RECORDING…</c></summary>
internal static class ModelCommand
{
    /// <summary>Its name.</summary>
    public const string Name = "model";

    private const string Help =
        """
        What memory costs in time: with numbers of yours, or fitted to a recording.

        --traffic --survivors --limit: how often the whole heap is collected, for how long, and what share of the time that is, with
        the formula.
        RECORDING: what its pauses follow (seconds for each GiB that survives), what share of the time other memory limits would
        cost, and what twice the memory would buy. .NET (workstation GC), JVM (G1, Parallel, Serial), Go (gctrace).
        """;

    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var recordings = new Argument<string[]>("RECORDING")
        {
            Description = "Recordings to fit: files, folders, globs; - is standard input; .gz too. Or nothing, and the numbers below.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var traffic = new Option<string>("--traffic")
            { Description = "Allocated a second while the collector doesn't run, for example 512MiB/s.", HelpName = "SIZE/s" };
        var survivors = new Option<string>("--survivors")
            { Description = "What is live after a collection of the whole heap, for example 1GiB.", HelpName = "SIZE" };
        var limits = new Option<string[]>("--limit")
        {
            Description = "The memory that the heap may take, for example 10GiB. With recordings: what that would cost. Often.",
            HelpName = "SIZE",
        };
        var pause = new Option<string>("--pause-per-gib")
        {
            Description = "How long a collection of the whole heap takes for each GiB that survives; default: 500ms, with recordings what "
                + "they tell, or 200 to 500 ms.",
            HelpName = "DURATION",
        };
        var output = new Option<string[]>("--output", "-o")
        {
            Description = "Write it here, in the format that the name says (.html, .json, .txt); - is standard output. Often.",
            HelpName = "FILE",
        };
        var format = new Option<string>("--format") { Description = "terminal, html or json.", HelpName = "FORMAT" };
        format.AcceptOnlyFromAmong("terminal", "html", "json");
        var command = new Command(Name, Help) { recordings, traffic, survivors, limits, pause, output, format };
        command.SetAction(parsed =>
        {
            var shown = new ModelOutput(parsed.GetValue(output) ?? [], parsed.GetValue(format));
            shown.Check();
            var asked = new ModelQuestion(
                parsed.GetValue(traffic), parsed.GetValue(survivors), parsed.GetValue(limits) ?? [], parsed.GetValue(pause));
            return Run(parsed.GetValue(recordings) ?? [], asked, shown);
        });
        return command;
    }

    private static int Run(string[] recordings, ModelQuestion asked, ModelOutput output)
    {
        if (recordings.Length == 0)
        {
            output.Show(asked.Law());
            return ExitCodes.Done;
        }

        var (limits, pause) = (asked.LimitsOfRecording(), asked.SecondsPerGibibyte);
        return LeastRights.Run(recordings, output.Paths, () => Fit(recordings, limits, pause, output));
    }

    private static int Fit(string[] paths, IReadOnlyList<double> limits, double? pause, ModelOutput output)
    {
        var inputs = InputExpansion.Expand(paths);
        var loaded = ReadingProgress.Load(inputs);
        var unread = InputExpansion.Named(inputs, loaded.Unread);
        if (loaded.Recordings.Count == 0)
        {
            throw new UserMistake(
                $"{string.Join(", ", paths)} holds no recording: {string.Join("; ", loaded.Unread.Take(3).Select(input => input.Reason))}");
        }

        var document = ModelDocument.Of(loaded.Recordings, limits, pause);
        output.Show(document);
        foreach (var input in unread) Console.Error.WriteLine($"unpause: {PlainText.Clean($"{input.Name}: {input.Reason}")}");
        if (!document.HasModel) return ExitCodes.NotEnoughEvidence;
        return unread.Count > 0 ? ExitCodes.PartlyUnreadable : ExitCodes.Done;
    }
}
