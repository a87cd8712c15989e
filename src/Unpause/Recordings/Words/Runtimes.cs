namespace Unpause.Recordings.Words;

/// <summary>The names of the runtimes in the contract, and what is called how in each.</summary>
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

    private static readonly RuntimeTraits[] Traits =
    [
        new(DotNet, ".NET") { Generations = [Generations.Gen0, Generations.Gen1, Generations.Gen2], Spaces = DotNetSpaces.All },
        new(Jvm, "JVM")
        {
            OneOf = "a JVM",
            AllOf = "JVMs",
            Generations = [Generations.Young, Generations.Mixed, Generations.Old, Generations.Full]
        },
        new(Go, "Go"),
        new(CPython, "CPython") { Generations = [Generations.Gen0, Generations.Gen1, Generations.Gen2] },
    ];

    /// <summary>What is called how in a runtime; of one that is none of these only the name in the contract is known.</summary>
    public static RuntimeTraits TraitsOf(string id) => Array.Find(Traits, traits => traits.Id == id) ?? new RuntimeTraits(id, id);
}
