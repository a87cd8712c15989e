namespace Unpause.Tests.House;

/// <summary>The rooms of the house and which may use which: the one table that ARCHITECTURE.md repeats.</summary>
internal static class Rooms
{
    /// <summary>Rooms that every other room may use.</summary>
    private static readonly string[] Everybody = ["Collections", "Recordings"];

    /// <summary>A room, the namespaces that it is, and the rooms that it may use. References between projects are the compiler's.</summary>
    private static readonly (string Room, string[] Namespaces, string[] Uses)[] Table =
    [
        ("Collections", ["Unpause.Collections"], []),
        ("IO", ["Unpause.IO"], []),
        ("Analyzers", ["Unpause.Analyzers"], []),
        ("Recordings", ["Unpause.Recordings"], []),
        ("Secrets", ["Unpause.Recordings.Secrets"], []),
        ("Readers", ["Unpause.Recordings.Readers"], []),
        ("Readers of .NET", ["Unpause.Recordings.Readers.DotNet"], ["Readers"]),
        ("Readers of the JVM", ["Unpause.Recordings.Readers.Jvm"], ["Readers"]),
        ("Readers of Go", ["Unpause.Recordings.Readers.Go"], ["Readers"]),
        ("Readers of CPython", ["Unpause.Recordings.Readers.Python"], ["Readers", "Cycles"]),
        ("Histograms", ["Unpause.Recordings.Histograms"], ["Readers", "Readers of the JVM"]),
        ("Cycles", ["Unpause.Recordings.Cycles", "Unpause.Recordings.PythonHeaps"], ["Secrets", "Readers"]),
        ("Loading", ["Unpause.Recordings.Loading"], [
            "Readers", "Readers of .NET", "Readers of the JVM", "Readers of Go", "Readers of CPython"
        ]),
        ("Following", ["Unpause.Recordings.Following"], [
            "Readers", "Readers of .NET", "Readers of the JVM", "Readers of Go", "Readers of CPython",
        ]),
        ("Requests", ["Unpause.Requests"], ["Readers", "Loading"]),
        ("Statistics", ["Unpause.Requests.Statistics"], []),
        ("Attribution", ["Unpause.Requests.Attribution"], ["Requests", "Statistics"]),
        ("Analysis", ["Unpause.Analysis"], ["Requests", "Statistics", "Attribution"]),
        ("Settings", ["Unpause.Analysis.Settings"], []),
        ("Events", ["Unpause.Analysis.Events"], ["Analysis", "Settings"]),
        ("Diagnosis", ["Unpause.Analysis.Diagnosis"], ["Requests", "Statistics", "Attribution", "Analysis", "Settings", "Events"]),
        ("Reports", ["Unpause.Reports"], [
            "Secrets", "Readers", "Loading", "Histograms", "Cycles", "Requests", "Statistics", "Attribution", "Analysis", "Events",
            "Diagnosis",
        ]),
        ("Filling", ["Unpause.Reports.Filling"], ["Readers", "Requests", "Attribution", "Analysis"]),
        ("Checks", ["Unpause.Reports.Checks"], ["Settings", "Reports"]),
        ("Recorder", ["Unpause.Recorder"], [
            "Secrets", "Readers", "Readers of .NET", "Readers of the JVM", "Readers of Go", "Readers of CPython", "Histograms", "Cycles"
        ]),
        ("Experiments", ["Unpause.Experiments"], [
            "Readers", "Loading", "Requests", "Statistics", "Attribution", "Analysis", "Settings", "Diagnosis", "Reports", "Recorder"
        ]),
        ("Command line", ["Unpause.Cli"],
            [
                "Readers", "Loading", "Histograms", "Cycles", "Requests", "Statistics", "Attribution", "Analysis", "Settings", "Events",
                "Diagnosis", "Reports", "Filling", "Checks", "Recorder", "Experiments",
            ]),
        ("Services", ["Unpause.Services"], ["Secrets", "Readers", "Following", "Requests"]),
        ("Fleet", ["Unpause.Fleet"], ["Secrets", "Readers", "Statistics", "Analysis", "Reports"]),
    ];

    /// <summary>
    /// The parts of Reports that work on recordings: they make a document, fit a model, compare runs or write pauses into traces. All
    /// others are outputs, functions of the document and the timeline.
    /// </summary>
    private static readonly string[] BeforeOutputs =
    [
        "Unpause.Reports.Report", "Unpause.Reports.RequestReport", "Unpause.Reports.RedactedFacts", "Unpause.Reports.Composition",
        "Unpause.Reports.Filling", "Unpause.Reports.Comparison.SameTime", "Unpause.Reports.Heap.HeapFile",
        "Unpause.Reports.Models.ModelOfProcess", "Unpause.Reports.Models.ModelDocument", "Unpause.Experiments.Tuning.TrialNumbers",
    ];

    /// <summary>The room of a namespace; null when it is in none, and then it needs a row.</summary>
    public static string? Of(string assembly, string space)
    {
        // Attributes that an old framework lacks are declared in System.* and belong to their assembly.
        if (!space.StartsWith("Unpause", StringComparison.Ordinal)) return Of(assembly, assembly);
        var found = Table.SelectMany(row => row.Namespaces.Select(name => (row.Room, Name: name)))
            .Where(row => space == row.Name || space.StartsWith(row.Name + ".", StringComparison.Ordinal))
            .OrderByDescending(row => row.Name.Length).FirstOrDefault();
        return found.Room;
    }

    /// <summary>Whether a type of Reports is in a part that may use recordings.</summary>
    public static bool IsBeforeOutputs(BuiltType type) =>
        BeforeOutputs.Any(part => type.Name == part || type.Name.StartsWith(part + "+", StringComparison.Ordinal)
            || type.Namespace == part);

    /// <summary>Whether a room may use another.</summary>
    public static bool May(string room, string other) =>
        room == other || Everybody.Contains(other) || Array.Find(Table, row => row.Room == room).Uses.Contains(other);

    /// <summary>Every room with each room of its row.</summary>
    public static IEnumerable<(string From, string To)> Uses() => Table.SelectMany(row => row.Uses.Select(use => (row.Room, use)));

    /// <summary>The table as ARCHITECTURE.md has it.</summary>
    public static string Text() => "| room | namespace | may use |\n|---|---|---|\n" + string.Concat(Table.Select(row =>
        $"| {row.Room} | `{string.Join("`, `", row.Namespaces)}` |"
        + $" {(row.Uses.Length == 0 ? "nothing" : string.Join(", ", row.Uses))} |\n"));
}
