using Unpause.Cli.Live;
using Unpause.Reports.Heap;

namespace Unpause.Cli;

/// <summary><c>unpause heap PID</c> and <c>unpause heap A B</c></summary>
internal static class HeapCommand
{
    public const string Name = "heap";

    private const int DefaultRounds = 2;

    /// <summary>The most rounds that a user can ask for.</summary>
    public const int MostRounds = 100;


    private static readonly string Help =
        $"""
        Show the classes on a heap: object counts, what a GC frees, and what retains them. From a live process or from files.

        PID of a JVM: takes class histograms of all objects and of live ones, several times. Each histogram of live objects
        causes a full GC (a stop-the-world pause of about 1 to 1.5 s per GB of live set). Therefore it asks first, or needs --yes.
        PID of a .NET process: {LiveHeapDump.Cost}; it asks first too.
        PID of a CPython process: a forked child takes a heap snapshot and finds what retains the newest objects. The
        application is paused for 3 to 5 ms with a million objects. --for takes a second snapshot later and shows what grew.
        A B: compares two files and shows what grew and what retains it. A file is the output of jcmd PID GC.class_histogram,
        jmap -histo:live or dotnet-gcdump report, a heap snapshot of Node.js or Chrome (.heapsnapshot), or was written by --save
        (CPython: .upcy) or by unpause record --retainers --keep (.NET: .nettrace).
        {RecorderTable.Default.AllOf(LiveCapability.Heap)} only, of your user or as root:
        {RecorderTable.Default.Versions(LiveCapability.Heap)}.
        """;

    public static Command Create()
    {
        var targets = new Argument<string[]>("PID|FILE")
        {
            Description = "The id of a live process; or one file, or two files to compare; packed ones too.",
            Arity = new ArgumentArity(1, 2)
        };
        var yes = new Option<bool>("--yes", "-y") { Description = "Allow the full GCs without asking." };
        var rounds = new Option<int>("--rounds")
        {
            Description = "JVM: pairs of class histograms, one full GC each.",
            DefaultValueFactory = _ => DefaultRounds,
            HelpName = "N"
        };
        var between = SnapshotDuration.Option("CPython: take a second snapshot after this long, and show what grew.");
        var view = new HeapViewOptions();
        var save = new Option<string>("--save")
        {
            Description = "Write the last histogram of live objects (.NET and CPython: "
                + "the heap snapshot) to this file, to compare with later.",
            HelpName = "FILE",
        };
        var command = new Command(Name, Help) { targets, yes, rounds, between, view.Order, view.Top, save, view.Output, view.Format };
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
        if (save == "-") throw new UserMistake("--save needs a file name; to print the result, use --format json");
        if (LeastRights.AreOurs && targets is [var only] && !File.Exists(only)
            && int.TryParse(only, NumberStyles.None, CultureInfo.InvariantCulture, out var processId))
        {
            return LiveHeap.Run(processId, rounds, yes, between is null ? null : SnapshotDuration.Parse(between), save, view);
        }

        if (between is not null) throw new UserMistake("--for needs a live process: give a process id");

        if (save is not null) throw new UserMistake("--save needs a live process: give a process id");
        if (LeastRights.AreOurs && Array.Find(targets, path => !File.Exists(path)) is { } absent)
        {
            throw new UserMistake(
                $"{absent}: no such file, and not a process id; unpause heap takes a process id, or one or two files");
        }

        return LeastRights.Run(targets, view.Files.Outputs, () => Show(targets, view));
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
            throw new UserMistake($"one file is from {before.Owner} and one from {after.Owner}: they cannot be compared");
        view.Show(HeapComparison.Compare(before, after));
        return ExitCodes.Done;
    }

    /// <summary>Reads a file.</summary>
    /// <exception cref="UserMistake">The file cannot be read, or contains no list of objects.</exception>
    public static HeapFile Load(string path)
    {
        try
        {
            return HeapFile.Read(InputExpansion.File(path), out var why)
                ?? throw new UserMistake(why is null
                    ? $"{path} contains no class histogram and no heap snapshot; make one with jcmd PID GC.class_histogram > {path} "
                    + $"(.NET and CPython: unpause heap PID --save {path}; Node.js: node --heapsnapshot-signal=SIGUSR2)"
                    : $"{path}: {PlainText.Clean(why)}");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            throw new UserMistake($"{path} cannot be read: {SystemFault.Reason(exception)}");
        }
    }
}
