namespace Unpause.Recorder.Rings;

/// <summary>What <c>unpause watch</c> records, and how much of it stays.</summary>
/// <param name="Folder">The ring's folder, which exists.</param>
public sealed record RingPlan(string Folder)
{
    /// <summary>The shortest and the longest stretch that makes sense.</summary>
    public static readonly TimeSpan LeastStretch = TimeSpan.FromSeconds(10), MostStretch = TimeSpan.FromHours(1);

    /// <summary>At least so much of the last time stays of each process, and at most twice as much.</summary>
    public TimeSpan Stretch { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>Bytes of one process's recordings.</summary>
    public long MostProcessBytes { get; init; } = 64L << 20;

    /// <summary>Bytes of all recordings; the oldest parts go first.</summary>
    public long MostBytes { get; init; } = 1L << 30;

    /// <summary>
    /// CPU time of the recorder per time, as a part of a core. Above it, the process with the most data is let go of for a while.
    /// </summary>
    public double MostCores { get; init; } = 0.1;

    /// <summary>Processes that are recorded at once.</summary>
    public int MostProcesses { get; init; } = 500;

    /// <summary>Which processes are recorded.</summary>
    public RingSelection Selection { get; init; } = new([]);

    /// <summary>Whether requests of ASP.NET Core are recorded too.</summary>
    public bool Requests { get; init; } = true;

    /// <summary>Access logs of which new lines are copied into the ring.</summary>
    public IReadOnlyList<string> RequestLogs { get; init; } = [];

    /// <summary>Process ids that are never recorded: the watcher's own.</summary>
    public IReadOnlySet<int> Own { get; init; } = new HashSet<int>();
}

/// <summary>
/// Which processes are watched. Words are process ids, names of services, units, pods and programs (exact, or with <c>*</c> at an end), or
/// the start of a container's id. Without a word, all are.
/// </summary>
/// <param name="Words">What the user named.</param>
public sealed record RingSelection(IReadOnlyList<string> Words)
{
    // Docker shows 12 digits of an id.
    private const int LeastIdDigits = 12;

    private const string UnitEnd = ".service";

    private static readonly string[] Interpreters = ["python", "java", "dotnet"];

    // Java's options whose value is the next word.
    private static readonly string[] ClassPaths = ["-cp", "-classpath", "--class-path", "-p", "--module-path"];

    /// <summary>Users whose processes are watched; empty: all users.</summary>
    public IReadOnlyList<string> Users { get; init; } = [];

    /// <summary>Whether a process can be meant, by its id alone: all others need not be looked into.</summary>
    public bool MayMatch(int process) => Words.Count == 0 || Words.Any(word => IdIn(word) is not { } id || id == process);

    /// <summary>Whether a process is meant.</summary>
    public bool Matches(LiveProcess process)
    {
        if (Users.Count > 0 && !Users.Contains(process.User, StringComparer.Ordinal)) return false;
        return Words.Count == 0 || Words.Any(word => IsMeant(word, process));
    }

    /// <summary>What a process is called: its service, or its program; of an interpreter or a virtual machine what that runs.</summary>
    public static string NameOf(LiveProcess process)
    {
        if (process.Service is { } unit) return unit.EndsWith(UnitEnd, StringComparison.Ordinal) ? unit[..^UnitEnd.Length] : unit;
        var names = NamesOf(process.Command).ToList();
        var runs = names.Count > 2 && Interpreters.Any(start => names[0].StartsWith(start, StringComparison.Ordinal));
        return runs ? names[2] : names.FirstOrDefault() ?? process.Runtime;
    }

    private static bool IsMeant(string word, LiveProcess process)
    {
        if (IdIn(word) is { } id) return process.Id == id;
        if (word.Length >= LeastIdDigits && process.ContainerId?.StartsWith(word, StringComparison.Ordinal) == true) return true;
        IEnumerable<string?> names = [process.Service, process.Pod, .. NamesOf(process.Command)];
        return names.OfType<string>().Any(name => IsName(word, name));
    }

    private static int? IdIn(string word) =>
        int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var id) ? id : null;

    /// <summary>The program, the script or assembly that it runs, and a Java main class or Python module, without folders.</summary>
    private static IEnumerable<string> NamesOf(IReadOnlyList<string> command)
    {
        if (command.Count == 0) yield break;
        yield return Path.GetFileName(command[0]);
        for (var i = 1; i < command.Count; i++)
        {
            // python -c CODE: the code is no name, and may have a secret in it.
            if (command[i] == "-c") yield break;
            if (command[i].StartsWith('-'))
            {
                if (ClassPaths.Contains(command[i], StringComparer.Ordinal)) i++;
                continue;
            }

            var name = Path.GetFileName(command[i]);
            yield return name;
            yield return Path.GetFileNameWithoutExtension(name);
            yield break;
        }
    }

    private static bool IsName(string word, string name)
    {
        if (word.EndsWith('*')) return name.StartsWith(word[..^1], StringComparison.Ordinal);
        if (word.StartsWith('*')) return name.EndsWith(word[1..], StringComparison.Ordinal);
        return name == word || name == word + UnitEnd;
    }
}
