namespace Unpause.Settings;

/// <summary>A runtime whose settings are known, and how its versions are written.</summary>
/// <param name="Runtime">Its id, which is its file's name too; as in the contract.</param>
/// <param name="Title">What people call it.</param>
/// <param name="Versions">What stands before a number of a version.</param>
internal sealed record RuntimeNaming(string Runtime, string Title, string Versions)
{
    /// <summary>.NET.</summary>
    public static readonly RuntimeNaming DotNet = new("dotnet", ".NET", ".NET");

    /// <summary>HotSpot.</summary>
    public static readonly RuntimeNaming Jvm = new("jvm", "JVM", "JDK");

    /// <summary>Go.</summary>
    public static readonly RuntimeNaming Go = new("go", "Go", "Go");

    /// <summary>CPython.</summary>
    public static readonly RuntimeNaming CPython = new("cpython", "CPython", "CPython");

    /// <summary>All of them, in the order of pages.</summary>
    public static readonly IReadOnlyList<RuntimeNaming> All = [DotNet, Jvm, Go, CPython];

    /// <summary>The one of an id; null for a runtime without settings.</summary>
    public static RuntimeNaming? Of(string? runtime) => All.FirstOrDefault(known => known.Runtime == runtime);
}
