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
    /// <summary>Its name.</summary>
    public const string Name = "heap";

    private const int DefaultRounds = 2;

    /// <summary>The most rounds that a user can ask for.</summary>
    public const int MostRounds = 100;


    private static readonly string Help =
        $"""
        Which classes are numerous, plunge at a collection, or are held, and by whom: of a live process, or of files.

        PID of a JVM: counts all objects, then the live ones, some times over. Each count of the live ones makes the JVM do a
        full collection (about 1 to 1.5 s for each GB that is live; all threads stop), so it asks first, or wants --yes.
        PID of a .NET program: {LiveHeapDump.Cost}; so it asks first too.
        PID of a CPython program: a process of its own looks at its objects, and who holds the newest; the program stops for
        3 to 5 ms with a million of them. --for looks again later and shows what grew.
        A B: compares two files: what jcmd PID GC.class_histogram or jmap -histo:live printed, or what --save or
        unpause record --holders --keep wrote of a .NET program (.nettrace), or --save of a CPython one (.upcy): what grew, who
        holds it.
        {RecorderTable.Default.AllOf(LiveCapability.Heap)} only, of your user or as root:
        {RecorderTable.Default.Versions(LiveCapability.Heap)}.
        """;

    /// <summary>Describes the command.</summary>
    public static Command Create()
    {
        var targets = new Argument<string[]>("PID|FILE")
        {
            Description = "A live process's id; or one file, or two to compare; .gz too.",
            Arity = new ArgumentArity(1, 2)
        };
        var yes = new Option<bool>("--yes", "-y") { Description = "Allow the full collections without asking." };
        var rounds = new Option<int>("--rounds")
        {
            Description = "JVM: pairs of counts, one full collection each.",
            DefaultValueFactory = _ => DefaultRounds,
            HelpName = "N"
        };
        var between = LookDuration.Option("CPython: look again after this long, and show what grew.");
        var view = new HeapViewOptions();
        var save = new Option<string>("--save")
        {
            Description = "Write the last count of live objects (.NET: the list of objects) here, to compare with later.",
            HelpName = "FILE",
        };
        var command = new Command(Name, Help) { targets, yes, rounds, between, view.Order, view.Top, save, view.Format };
        command.SetAction(parsed => Run(
            parsed.GetValue(targets)!,
            parsed.GetValue(yes),
            Math.Clamp(parsed.GetValue(rounds), 1, MostRounds),
            parsed.GetValue(between),
            parsed.GetValue(save),
            view.Read(parsed)));
        return command;
    }

    private static int Run(string[] targets, bool yes, int rounds, string? between, string? save, HeapView view)
    {
        if (save == "-") throw new UserMistake("--save needs a file to compare with later; what is printed can be had with --format json");
        if (LeastRights.AreOurs && targets is [var only] && !File.Exists(only)
            && int.TryParse(only, NumberStyles.None, CultureInfo.InvariantCulture, out var processId))
        {
            return LiveHeap.Run(processId, rounds, yes, between is null ? null : LookDuration.Of(between), save, view);
        }

        if (between is not null) throw new UserMistake("--for is for a live process; give a process id");

        if (save is not null) throw new UserMistake("--save writes what a live process tells; give a process id");
        if (LeastRights.AreOurs && Array.Find(targets, path => !File.Exists(path)) is { } absent)
        {
            throw new UserMistake(
                $"{absent}: no such file, and no process id; unpause heap takes the process id of a JVM or a .NET program, or one or two "
                + "files");
        }

        return LeastRights.Run(targets, [], () => Show(targets, view));
    }

    /// <summary>Shows one heap, or two side by side.</summary>
    public static int Show(string[] targets, HeapView view)
    {
        var heaps = Array.ConvertAll(targets, Load);
        if (heaps is not [var before, var after])
        {
            view.Show(heaps[0]);
            return ExitCodes.Done;
        }

        if (before.Owner != after.Owner)
            throw new UserMistake($"one file is of {before.Owner} and one of {after.Owner}: they can't be compared");
        view.Show(HeapComparison.Of(before, after));
        return ExitCodes.Done;
    }

    /// <summary>Reads a file.</summary>
    /// <exception cref="UserMistake">It can't be read, or holds no list of objects.</exception>
    public static HeapFile Load(string path)
    {
        try
        {
            return HeapFile.Read(InputExpansion.File(path), out var why)
                ?? throw new UserMistake(why is null
                    ? $"{path} holds no class histogram and no list of objects; make one with jcmd PID GC.class_histogram > {path}, of "
                        + $"a .NET program with unpause heap PID --save {path}"
                    : $"{path}: {PlainText.Clean(why)}");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            throw new UserMistake($"{path} cannot be read: {SystemFault.Reason(exception)}");
        }
    }
}
