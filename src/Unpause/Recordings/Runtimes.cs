namespace Unpause.Recordings;

/// <summary>The names of the runtimes in the contract.</summary>
public static class Runtimes
{
    /// <summary>Java virtual machines (HotSpot).</summary>
    public const string Jvm = "jvm";

    /// <summary>.NET (CoreCLR).</summary>
    public const string DotNet = "dotnet";

    /// <summary>Go (gc toolchain).</summary>
    public const string Go = "go";

    /// <summary>CPython.</summary>
    public const string CPython = "cpython";
}
