namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>
/// GC logging of a live JVM (9 and later) into a temporary file, in addition to its own outputs. Only this output is disabled again:
/// <c>VM.log disable</c> would disable the user's too.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class JvmLogSession
{
    // Limits a log that stays enabled because its recorder was killed.
    private const string Rotation = "filecount=4,filesize=256M";

    /// <summary>Of a part of a ring, which is copied as it is written: when the JVM starts another file, the part ends.</summary>
    public const long MostPartBytes = 30 << 20;

    private const string Listing = "VM.log list";

    private static readonly string PartRotation =
        string.Create(CultureInfo.InvariantCulture, $"filecount=1,filesize={MostPartBytes >> 20}M");

    private readonly ProcessView _process;
    private readonly string _theirFile;
    private readonly string _before;

    private JvmLogSession(ProcessView process, string theirFile, string before, IReadOnlyList<JvmLogOutput> usersLogs)
    {
        (_process, _theirFile, _before) = (process, theirFile, before);
        UsersLogs = usersLogs;
    }

    /// <summary>Files to which the JVM logs collections by itself.</summary>
    public IReadOnlyList<JvmLogOutput> UsersLogs { get; }

    /// <summary>Lists the JVM's outputs; changes nothing except what killed recorders left on.</summary>
    /// <param name="notes">Receives notes about other findings.</param>
    /// <exception cref="ObstacleException">The JVM can't be attached to.</exception>
    public static string List(ProcessView process, List<string> notes)
    {
        RemoveLeftOvers(process, notes);
        return JvmAttach.Execute(process, Listing);
    }

    /// <summary>Prepares a log; changes nothing yet.</summary>
    /// <param name="folder">Folder for the new file.</param>
    /// <param name="list">The JVM's outputs.</param>
    public static JvmLogSession Prepare(ProcessView process, LiveFolder folder, string list) =>
        new(process, $"{folder.Theirs}/{FileName(process)}", JvmLogOutput.Configuration(list), LogsOf(list));

    /// <summary>Files to which the JVM logs collections by itself.</summary>
    public static IReadOnlyList<JvmLogOutput> LogsOf(string list) =>
        [.. JvmLogOutput.All(list).Where(output => output is { IsFile: true, HasCollections: true } && !IsOfUnpause(output.Name))];

    /// <summary>Enables unpause's log.</summary>
    /// <exception cref="ObstacleException">The JVM refused.</exception>
    /// <param name="phases">Whether to log GC phases.</param>
    /// <param name="asPart">Whether the file is copied as it is written.</param>
    public void TurnOn(bool phases, bool asPart = false) => JvmAttach.Execute(
        _process,
        $"VM.log output=\"{_theirFile}\" what=\"{(phases ? JvmSwitch.WithPhases : JvmSwitch.What)}\" decorators=\"{JvmSwitch.Decorators}\" "
        + $"output_options=\"{(asPart ? PartRotation : Rotation)}\"");

    /// <summary>Disables the log and checks that the configuration is restored. Returns null, or what differs.</summary>
    public string? Stop()
    {
        if (!_process.IsAlive()) return null;
        try
        {
            TurnOff(_process, _theirFile);
            var after = JvmLogOutput.Configuration(JvmAttach.Execute(_process, Listing));
            return after == _before
                ? null
                : $"the JVM's log outputs differ from before: {_before.ReplaceLineEndings("; ")} became {after.ReplaceLineEndings("; ")}";
        }
        catch (ObstacleException) when (!_process.IsAlive())
        {
            return null;
        }
        catch (ObstacleException e)
        {
            return $"the JVM still logs to {_theirFile}, because {e.Message}; the next unpause record {_process.Id} turns that off";
        }
    }

    /// <summary>Disables logs that killed recorders left on.</summary>
    private static void RemoveLeftOvers(ProcessView process, List<string> notes)
    {
        var started = Stopwatch.GetTimestamp();
        foreach (var output in LeftOvers(process).Take(LeftOver.Most))
        {
            TurnOff(process, output.Name, LeftOver.TimeLeft(started));
            var removed = LiveFolder.RemoveLeftOver(process, output.Name);
            notes.Add(
                $"the JVM's log to {output.Name}, left on by an unpause that was killed, is disabled{(removed ? " and removed" : "")} now");
        }
    }

    /// <summary>Outputs of recorders that have ended.</summary>
    public static IReadOnlyList<JvmLogOutput> LeftOvers(ProcessView process) =>
        [.. JvmLogOutput.All(JvmAttach.Execute(process, Listing)).Where(output => output.IsFile && IsLeftOver(output.Name))];

    private static void TurnOff(ProcessView process, string file, TimeSpan? timeout = null) =>
        JvmAttach.Execute(process, $"VM.log output=\"{file}\" what=all=off", timeout);

    /// <summary>The name contains unpause's process id, so that a later recorder can check whether it still runs.</summary>
    private static string FileName(ProcessView process) => string.Create(
        CultureInfo.InvariantCulture,
        $"{LiveFolder.TheirPrefix}{process.Id}-by-{Environment.ProcessId}-{DateTimeOffset.UtcNow.ToUnixTimeSeconds()}.log");

    /// <summary>Whether the path is one of unpause's and its recorder has ended.</summary>
    private static bool IsLeftOver(string path) => IsOfUnpause(path) && LeftOver.Is(MarkOf(path)[1]);

    private static bool IsOfUnpause(string path) => MarkOf(path).Length == 2
        && Path.GetFileName(Path.GetDirectoryName(path) ?? "").StartsWith("unpause-", StringComparison.Ordinal);

    private static string[] MarkOf(string path) => Path.GetFileNameWithoutExtension(path).Split("-by-");
}

/// <summary>Whether the recorder in a name, as <c>PROCESS-SECONDS</c>, has ended.</summary>
[SupportedOSPlatform("linux")]
internal static class LeftOver
{
    /// <summary>How many are ended at once. The process lists them, and could list any number.</summary>
    public const int Most = 4;

    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(10);

    /// <summary>Remaining time for ending them.</summary>
    /// <param name="started">When the first was ended, a <see cref="Stopwatch"/> timestamp.</param>
    public static TimeSpan TimeLeft(long started) =>
        Longest - Stopwatch.GetElapsedTime(started) is var left && left > TimeSpan.Zero ? left : TimeSpan.Zero;

    /// <summary>Whether the name is one of unpause's and no running recorder will end what it names.</summary>
    /// <param name="mark">Process id and Unix time of the recording's start.</param>
    public static bool Is(string mark)
    {
        var parts = mark.Split('-');
        if (parts.Length != 2 || !int.TryParse(parts[0], out var id) || !long.TryParse(parts[1], out var since)) return false;
        // A process that started after the recording is not its recorder.
        return ProcessView.Find(id) is not { } alive || alive.IsZombie || alive.StartedAt > DateTimeOffset.FromUnixTimeSeconds(since + 2);
    }
}

/// <summary>One log output in the answer to <c>VM.log list</c>.</summary>
/// <param name="Name"><c>stdout</c>, <c>stderr</c>, or a file's path.</param>
/// <param name="Selection">What is written to it, such as <c>all=off,gc*=info</c>.</param>
/// <param name="Decorators">What each line begins with, such as <c>time,uptime,level,tags</c>.</param>
/// <param name="IsFile">Whether it is a file.</param>
internal sealed record JvmLogOutput(string Name, string Selection, string Decorators, bool IsFile)
{
    private const string FilePrefix = "file=", Heading = "Log output configuration:", Reconfigured = " (reconfigured)";

    /// <summary>Whether collections are written to it.</summary>
    public bool HasCollections => HasLevel("gc") || HasLevel("gc*");

    /// <summary>Whether the details of collections and all stops are written to it.</summary>
    public bool HasStops => HasLevel("gc*") && (HasLevel("safepoint") || HasLevel("safepoint*"));

    /// <summary>Whether a line has its date, and its tags, by which a reader knows it.</summary>
    public bool HasDates => Decorators.Split(',') is var all && (all.Contains("time") || all.Contains("utctime")) && all.Contains("tags");

    /// <summary>The outputs' lines as the JVM prints them: they must be the same before and after the recording.</summary>
    public static string Configuration(string list)
    {
        var start = list.IndexOf(Heading, StringComparison.Ordinal);
        return start < 0 ? "" : list[(start + Heading.Length)..].Trim();
    }

    /// <summary>Parses all outputs.</summary>
    public static IReadOnlyList<JvmLogOutput> All(string list) =>
        [.. Configuration(list).Split('\n').Select(Parse).OfType<JvmLogOutput>()];

    /// <summary>
    /// Parses <c>#2: file=NAME SELECTION DECORATORS [OPTIONS] [(reconfigured)]</c>. The name may contain blanks, so the end is parsed
    /// first.
    /// </summary>
    private static JvmLogOutput? Parse(string line)
    {
        line = line.Trim();
        var colon = line.IndexOf(": ", StringComparison.Ordinal);
        if (!line.StartsWith('#') || colon < 0) return null;
        if (line.EndsWith(Reconfigured, StringComparison.Ordinal)) line = line[..^Reconfigured.Length];
        var words = line[(colon + 2)..].Split(' ').ToList();
        if (words.Count > 3 && words[^1].Contains('=', StringComparison.Ordinal)) words.RemoveAt(words.Count - 1);
        if (words.Count < 3) return null;
        var name = string.Join(' ', words.Take(words.Count - 2));
        var isFile = name.StartsWith(FilePrefix, StringComparison.Ordinal);
        return new JvmLogOutput(isFile ? name[FilePrefix.Length..].Trim('"') : name, words[^2], words[^1], isFile);
    }

    private bool HasLevel(string tags) => Selection.Split(',').Any(part =>
        (part.StartsWith($"{tags}=", StringComparison.Ordinal) || part.StartsWith("all=", StringComparison.Ordinal)) && IsDetailed(part));

    private static bool IsDetailed(string part) =>
        part[(part.IndexOf('=', StringComparison.Ordinal) + 1)..] is "info" or "debug" or "trace";
}
