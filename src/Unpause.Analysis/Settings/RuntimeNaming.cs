namespace Unpause.Analysis.Settings;

/// <summary>A runtime with settings in the catalogue, and how its versions are written.</summary>
/// <param name="Runtime">Its id, as in reports, which is also the name of its YAML file.</param>
/// <param name="Versions">The word before a version number.</param>
internal sealed record RuntimeNaming(string Runtime, string Title, string Versions)
{
    public static readonly RuntimeNaming DotNet = new("dotnet", ".NET", ".NET");

    /// <summary>HotSpot.</summary>
    public static readonly RuntimeNaming Jvm = new("jvm", "JVM", "JDK");

    public static readonly RuntimeNaming Go = new("go", "Go", "Go");

    /// <summary>CPython.</summary>
    public static readonly RuntimeNaming CPython = new("cpython", "CPython", "CPython");

    public static readonly RuntimeNaming Node = new("node", "Node.js", "Node.js");

    /// <summary>All runtimes, in display order.</summary>
    public static readonly IReadOnlyList<RuntimeNaming> All = [DotNet, Jvm, Go, CPython, Node];

    /// <summary>Finds a runtime by its id; null for a runtime without settings.</summary>
    public static RuntimeNaming? Find(string? runtime) => All.FirstOrDefault(known => known.Runtime == runtime);
}
