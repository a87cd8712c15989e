using System.Text.RegularExpressions;

namespace Unpause.Tests.House;

/// <summary>
/// A word that two rooms share is a constant or a type, never two equal strings: else one of them changes, and the other still
/// compiles. Read are texts of at least eight characters, line by line; interpolated and verbatim ones are left out.
/// </summary>
public partial class SharedTextTests
{
    private const int ShortestText = 8;

    /// <summary>Texts that are equal and mean different things, or that neither room may change.</summary>
    private static readonly string[] Exceptions =
    [
        "-XX:+UseG1GC", "UseShenandoahGC", "-XX:+PrintGCApplicationStoppedTime", // flags of the JVM: advice, labs, what is switched on
        "0123456789.", // characters of numbers
        "GC pause", // the name of spans that are added to traces; the beginning of a line of JDK 8
        "LowMemory", // part of a method's name; a reason of .NET
        "concurrent-mode-failure", "evacuation-failure", // rules that are called like the mark they look for
        "collection", "collections", "requests", // a phase's name, a metric, and units
        "bytes per second", "per second", // units
        "duration", "operation", "startTime", // fields of flight recordings, and of formats of requests
        "container.id", "k8s.pod.name", "service.instance.id",
        "host.name", "service.name", "trace_id", // names of OpenTelemetry's, in its formats and in resources
        "safepoint", // a tag of the JVM's log; the operation of a stop that the log doesn't name
        "heap dump", "class unloading", // reasons for stops of two runtimes; a phase's name
        "GOMEMLIMIT", // an environment variable of Go's: set for a program, and in its recording
        "shutdown", // a function of the C library; a reason of .NET
        "processors", // a unit, and a setting
        "stop-the-world pauses", // the label of a number; what a live recording contains
        "timestamps in the log", // a source of a clock; an event that a rule requires
        "goroutines", // a unit, a counter's name, and a line of the short report
        "runtime.", // the package whose frames are the platform's, in stacks of any runtime and in Go's
        "internal", // a kind of span, and a folder of Go's library
        "timestamp", "attribute", "concurrent-start", // attributes and tags of OpenJ9's log; fields of requests; a kind of step, a mark
        "goroutine", // a profile of Go, asked for by its name and told by it
        "background collections", "allocation rate", // evidence, and the names of a track and a counter
        "DURATION", // the kind of an option's value, in the help of two rooms
        "Timestamp", // a column of jstat; a field of a log of requests
        "incremental", "allocation failure", "main thread", // CPython's collector, OpenJ9's cause, a thread of a process; words of V8
        "snapshot", // a unit, and a key of V8's heap snapshots
        "yyyy-MM-dd", // a date for people; a date in a log
    ];

    /// <summary>Both write or read formats of others, whose names nobody here may change; or define options of the command line.</summary>
    private static readonly string[][] SharedSpecifications =
        [["Unpause.Reports/Filling", "Unpause.Requests"], ["Unpause.Cli", "Unpause.Experiments"]];

    /// <summary>
    /// The second and the third program know options and JSON keys as every other client does, from outside. Their tests compare each
    /// answer with what the first one prints.
    /// </summary>
    private static readonly string[] Clients = ["Unpause.Services", "Unpause.Fleet"];

    /// <summary>Their texts are keys of the contract and words for people, which are what they are in plain letters.</summary>
    private static readonly string[] Wording = ["Unpause.Reports", "Unpause.Experiments", "Unpause.Cli"];

    /// <summary>Rooms inside a project.</summary>
    private static readonly string[] Inner =
    [
        "Unpause.Recordings/Secrets", "Unpause.Recordings/Loading", "Unpause.Recordings/Readers", "Unpause.Recordings/Cycles",
            "Unpause.Recordings/PythonHeaps",
        "Unpause.Recordings/Histograms", "Unpause.Requests/Attribution", "Unpause.Analysis/Diagnosis", "Unpause.Analysis/Settings",
        "Unpause.Reports/Checks", "Unpause.Reports/Filling",
    ];

    [Fact]
    public void Texts_AllRooms_AreWrittenOnce()
    {
        var rooms = new Dictionary<string, HashSet<string>>(StringComparer.Ordinal);
        var source = RepositoryFolder.File("src");
        foreach (var file in Directory.EnumerateFiles(source, "*.cs", SearchOption.AllDirectories))
        {
            if (file.Contains($"{Path.DirectorySeparatorChar}obj{Path.DirectorySeparatorChar}", StringComparison.Ordinal)) continue;
            var room = RoomOf(Path.GetRelativePath(source, file).Split(Path.DirectorySeparatorChar));
            if (Clients.Contains(room)) continue;
            foreach (var text in File.ReadLines(file)
                .Where(line => !line.TrimStart().StartsWith("//", StringComparison.Ordinal))
                .SelectMany(line => Text().Matches(line)))
            {
                var value = text.Groups[1].Value;
                if (value.Length < ShortestText) continue;
                if (!rooms.TryGetValue(value, out var found)) rooms[value] = found = new HashSet<string>(StringComparer.Ordinal);
                found.Add(room);
            }
        }

        Assert.True(rooms.Count > 1000, "the sources are read");
        Assert.Equal([], rooms.Where(shared => IsContract(shared.Key, shared.Value)).Select(
            shared => $"\"{shared.Key}\" in {string.Join(" and ", shared.Value.Order(StringComparer.Ordinal))}"));
    }

    private static bool IsContract(string text, HashSet<string> rooms)
    {
        if (rooms.Count < 2 || Exceptions.Contains(text)) return false;
        if (SharedSpecifications.Any(rooms.IsSubsetOf)) return false;
        if (rooms.Except(Wording).Count() < 2 && PlainWords().IsMatch(text)) return false;
        return !(PlainWords().IsMatch(text) && SharedSpecifications.Any(pair => rooms.Except(Wording).All(pair.Contains)));
    }

    private static string RoomOf(string[] path) => path is [var project, var room, _, ..] && Inner.Contains($"{project}/{room}")
        ? $"{project}/{room}" : path[0];

    [GeneratedRegex("""(?<![@$"\\'])"((?:[^"\\]|\\.)*)"(?!")""")]
    private static partial Regex Text();

    [GeneratedRegex("^[a-z0-9_ ]+$")]
    private static partial Regex PlainWords();
}
