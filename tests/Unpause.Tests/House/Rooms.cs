namespace Unpause.Tests.House;

/// <summary>The rooms of the house and which may use which: the one table that ARCHITECTURE.md repeats.</summary>
internal static class Rooms
{
    /// <summary>What every room may use beside its own row.</summary>
    private static readonly string[] Everybody = ["Collections", "Words"];

    /// <summary>A room, the namespaces that it is, and the rooms that it may use.</summary>
    private static readonly (string Room, string[] Namespaces, string[] Uses)[] Table =
    [
        ("Collections", ["Unpause.Collections"], []),
        ("IO", ["Unpause.IO"], []),
        ("Analyzers", ["Unpause.Analyzers"], []),
        ("Words", ["Unpause"], []),
        ("Secrets", ["Unpause.Secrets"], []),
        ("Recordings", ["Unpause.Recordings"], []),
        ("Readers", ["Unpause.Readers"], ["Recordings", "Readers of .NET", "Readers of the JVM", "Readers of Go", "Readers of CPython"]),
        ("Readers of .NET", ["Unpause.Readers.DotNet"], ["Recordings", "Readers"]),
        ("Readers of the JVM", ["Unpause.Readers.Jvm"], ["Recordings", "Readers"]),
        ("Readers of Go", ["Unpause.Readers.Go"], ["Recordings", "Readers"]),
        ("Readers of CPython", ["Unpause.Readers.Python"], ["Recordings", "Readers", "Cycles"]),
        ("Requests", ["Unpause.Requests"], ["Recordings", "Readers"]),
        ("Histograms", ["Unpause.Histograms"], ["Readers", "Readers of the JVM"]),
        ("Cycles", ["Unpause.Cycles", "Unpause.PythonHeaps"], ["Secrets", "Recordings", "Readers"]),
        ("Analysis", ["Unpause.Analysis"], ["Recordings", "Requests"]),
        ("Settings", ["Unpause.Settings"], []),
        ("Diagnosis", ["Unpause.Diagnosis"], ["Recordings", "Requests", "Analysis", "Settings"]),
        ("Filling", ["Unpause.Filling"], ["Recordings", "Readers", "Requests", "Analysis"]),
        ("Reports", ["Unpause.Reports"], ["Secrets", "Recordings", "Readers", "Requests", "Analysis", "Diagnosis", "Histograms", "Cycles"]),
        ("Checks", ["Unpause.Checks"], ["Recordings", "Settings", "Reports"]),
        ("Recorder", ["Unpause.Recorder"], [
            "Secrets", "Recordings", "Readers", "Readers of .NET", "Readers of the JVM", "Readers of Go", "Readers of CPython", "Requests",
            "Histograms", "Cycles"
        ]),
        ("Command line", ["Unpause.Cli"],
            [
                "Recordings", "Readers", "Requests", "Histograms", "Analysis", "Settings", "Diagnosis", "Filling", "Cycles", "Reports",
                "Checks", "Recorder",
            ]),
    ];

    /// <summary>The room of a namespace; null when it is in none, and then it needs a row.</summary>
    public static string? Of(string assembly, string space)
    {
        // Attributes that an old framework lacks are declared in System.* and belong to their assembly.
        if (!space.StartsWith("Unpause", StringComparison.Ordinal)) return Of(assembly, assembly);
        var found = Table.SelectMany(row => row.Namespaces.Select(name => (row.Room, Name: name)))
            .Where(row => space == row.Name || (row.Name != "Unpause" && space.StartsWith(row.Name + ".", StringComparison.Ordinal)))
            .OrderByDescending(row => row.Name.Length).FirstOrDefault();
        return found.Room;
    }

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
