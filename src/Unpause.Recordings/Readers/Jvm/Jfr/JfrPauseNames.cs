namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>Pauses under the names of the JVM's log, so that a recording and a log of one run match.</summary>
internal static class JfrPauseNames
{
    /// <summary>Names that differ; others are the log's own but for details in parentheses.</summary>
    private static readonly (string Name, string Logged, string Versions)[] Table =
    [
        ("Remark", "Pause Remark", "11-16, G1"),
        ("Cleanup", "Pause Cleanup", "11-16, G1"),
    ];

    /// <summary>Parallel parts of G1's pauses that rules use under their names in the log.</summary>
    private static readonly (string Name, string Logged, string Versions)[] Parallel =
    [
        ("ObjCopy", JvmPhases.ObjectCopy, "11-25"),
        ("MergeER", "Eager Reclaim", "14-25"),
        ("MergeRS", JvmPhases.MergeHeapRoots, "14-25"),
        ("UpdateRS", JvmPhases.UpdateRememberedSets, "11-13"),
        ("ScanRS", "Scan RS", "11-13"),
        ("ScanHR", JvmPhases.ScanHeapRoots, "14-25"),
        ("ExtRootScan", "Ext Root Scanning", "11-25"),
        ("CodeRoots", "Code Root Scan", "11-25"),
    ];

    /// <summary>A pause's name.</summary>
    /// <param name="name">Its name in the recording; <c>GC Pause</c> for all that stop the application for a whole collection.</param>
    /// <param name="generation">What its collection collects.</param>
    public static string Pause(string name, string? generation)
    {
        if (name == "GC Pause") return generation is Generations.Full ? "Pause Full" : generation is null ? name : "Pause Young";
        foreach (var row in Table)
        {
            if (row.Name == name) return row.Logged;
        }

        var details = name.IndexOf(" (", StringComparison.Ordinal);
        return details > 0 ? name[..details] : name;
    }

    /// <summary>A parallel phase's name.</summary>
    public static string Phase(string name)
    {
        foreach (var row in Parallel)
        {
            if (row.Name == name) return row.Logged;
        }

        return name;
    }
}
