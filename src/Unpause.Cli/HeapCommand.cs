using System.CommandLine;
using System.Globalization;
using Unpause.Histograms;
using Unpause.Recorder;
using Unpause.Recorder.Live;
using Unpause.Reports;

namespace Unpause.Cli;

/// <summary><c>unpause heap PID</c> and <c>unpause heap A B</c></summary>
internal static class HeapCommand
{
    private const int DefaultRounds = 2;
    private const int MostRounds = 100;
    private const int DefaultRows = 25;

    private static readonly string Help =
        $"""
        Which classes are numerous, plunge at a collection, or are held: of a live JVM, or of saved histograms.

        PID: counts all objects, then the live ones, some times over. Each count of the live ones makes the JVM do a
        full collection (about 1 to 1.5 s for each GB that is live; all threads stop), so it asks first, or wants --yes.
        A B: compares two files that jcmd PID GC.class_histogram or jmap -histo:live printed, such as one of each version.
        {RecorderTable.Default.AllOf(LiveCapability.Heap)} only ({RecorderTable.Default.Versions(LiveCapability.Heap)}), of your user or as root; it needs no JDK.
        """;

    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var targets = new Argument<string[]>("PID|FILE")
        {
            Description = "A live JVM's process id; or one histogram, or two to compare; .gz too.",
            Arity = new ArgumentArity(1, 2)
        };
        var yes = new Option<bool>("--yes", "-y") { Description = "Allow the full collections without asking." };
        var rounds = new Option<int>("--rounds")
        {
            Description = "Pairs of counts, one full collection each.",
            DefaultValueFactory = _ => DefaultRounds,
            HelpName = "N"
        };
        var order = new Option<HeapOrder>("--by")
            { Description = "Rank classes by count, bytes, plunge (what a collection frees) or live.", HelpName = "ORDER" };
        var top = new Option<int>("--top")
            { Description = "Classes shown; JSON has all.", DefaultValueFactory = _ => DefaultRows, HelpName = "N" };
        var save = new Option<string>("--save")
            { Description = "Write the last count of live objects here, to compare with later.", HelpName = "FILE" };
        var format = new Option<string>("--format")
            { Description = "terminal or json.", DefaultValueFactory = _ => "terminal", HelpName = "FORMAT" };
        format.AcceptOnlyFromAmong("terminal", "json");
        var command = new Command("heap", Help) { targets, yes, rounds, order, top, save, format };
        command.SetAction(parsed =>
        {
            var view = new HeapView(parsed.GetValue(format) == "json", parsed.GetValue(order), Math.Max(1, parsed.GetValue(top)));
            return Run(
                parsed.GetValue(targets)!,
                parsed.GetValue(yes),
                Math.Clamp(parsed.GetValue(rounds), 1, MostRounds),
                parsed.GetValue(save),
                view);
        });
        return command;
    }

    private static int Run(string[] targets, bool yes, int rounds, string? save, HeapView view)
    {
        if (LeastRights.AreOurs && targets is [var only] && !File.Exists(only)
            && int.TryParse(only, NumberStyles.None, CultureInfo.InvariantCulture, out var processId))
        {
            return LiveHeap.Run(processId, rounds, yes, save, view);
        }

        if (save is not null) throw new UserMistake("--save writes what a live process tells; give a process id");
        if (LeastRights.AreOurs && Array.Find(targets, path => !File.Exists(path)) is { } absent)
        {
            throw new UserMistake(
                $"{absent}: no such file, and no process id; unpause heap takes a JVM's process id, or one or two histograms");
        }

        return LeastRights.Run(targets, [], () => Show(targets, view));
    }

    private static int Show(string[] targets, HeapView view)
    {
        var histograms = Array.ConvertAll(targets, Load);
        if (histograms is [var before, var after]) view.Show(HistogramComparison.Of(before, after));
        else view.Show(histograms[0]);
        return ExitCodes.Done;
    }

    private static ClassHistogram Load(string path)
    {
        try
        {
            using var file = InputExpansion.File(path).Open();
            return HistogramReader.Read(file)
                ?? throw new UserMistake($"{path} holds no class histogram; make one with jcmd PID GC.class_histogram > {path}");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            throw new UserMistake($"{path} cannot be read: {exception.Message}");
        }
    }
}
