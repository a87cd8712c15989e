namespace Unpause.Recordings.Words;

/// <summary>The names of generations in the contract. Go's collector and unknown ones have none (<c>null</c>).</summary>
public static class Generations
{
    /// <summary>.NET and CPython: the youngest.</summary>
    public const string Gen0 = "gen0";

    /// <summary>.NET and CPython: the middle one.</summary>
    public const string Gen1 = "gen1";

    /// <summary>.NET and CPython: the oldest; a full collection.</summary>
    public const string Gen2 = "gen2";

    /// <summary>JVM and Node.js: young (minor) collections.</summary>
    public const string Young = "young";

    /// <summary>JVM, G1: mixed collections.</summary>
    public const string Mixed = "mixed";

    /// <summary>JVM: the old generation's concurrent cycle (G1 mark cycle, CMS, ZGC major).</summary>
    public const string Old = "old";

    /// <summary>JVM and Node.js: full, blocking collections.</summary>
    public const string Full = "full";
}
