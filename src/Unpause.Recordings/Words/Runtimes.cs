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

    public const string CPython = "cpython";

    /// <summary>Node.js, and V8 in browsers.</summary>
    public const string Node = "node";

    /// <summary>Ruby (CRuby). Only logs of Rails are read, so a process is not recognised by its tracing library.</summary>
    public const string Ruby = "ruby";

    private static readonly RuntimeTraits[] Traits =
    [
        new(DotNet, ".NET")
        {
            Generations = [Generations.Gen0, Generations.Gen1, Generations.Gen2],
            Spaces = DotNetSpaces.All,
            StopReasons = DotNetStops.All,
            TimeToStop = "suspension",
            InducingCall = "GC.Collect()",
            CommonNames = [DotNet, ".net"],
            Languages = ["dotnet"],
            OwnNames = [".net", "dotnet", "coreclr"],
        },
        new(Jvm, "JVM")
        {
            OneOf = "a JVM",
            AllOf = "JVMs",
            Generations = [Generations.Young, Generations.Mixed, Generations.Old, Generations.Full],
            StopReasons = JvmStops.All,
            PausesHoldHalting = false,
            TimeToStop = "time to safepoint",
            InducingCall = "System.gc(), or a tool asked for a heap dump or class histogram",
            CommonNames = ["java", Jvm, "jdk"],
            Languages = ["java"],
            // JRuby's and Jython's libraries say another language and run in a JVM.
            OwnNames = ["java", "jdk", "jre", "jvm", "hotspot", "graal", "corretto", "zulu", "temurin", "semeru", "jruby", "jython"],
        },
        new(Go, "Go")
        {
            TimeToStop = "stop latency",
            InducingCall = "runtime.GC() or debug.FreeOSMemory()",
            CommonNames = [Go, "golang"],
            Languages = ["go"],
            OwnNames = ["go", "gc"],
        },
        new(CPython, "CPython")
        {
            Generations = [Generations.Gen0, Generations.Gen1, Generations.Gen2],
            InducingCall = "gc.collect()",
            CommonNames = ["python", CPython],
            Languages = ["python"],
            OwnNames = ["cpython"],
        },
        new(Node, "Node.js")
        {
            Generations = [Generations.Young, Generations.Full],
            Spaces = NodeSpaces.All,
            TimeToStop = "time to safepoint",
            InducingCall = "global.gc()",
            CommonNames = [Node, "nodejs"],
            Languages = ["nodejs"],
            OwnNames = ["nodejs", "node.js"],
        },
        new(Ruby, "Ruby"),
    ];

    /// <summary>The well-known values of <c>telemetry.sdk.language</c> (OpenTelemetry semantic conventions 1.x).</summary>
    private static readonly string[] Languages =
        ["cpp", "dotnet", "erlang", "go", "java", "nodejs", "php", "python", "ruby", "rust", "swift", "webjs"];

    /// <summary>What runtimes call themselves that are none of the others, though some have a library of the same language.</summary>
    private static readonly string[] OtherRuntimes =
        ["nodejs", "node", "node.js", "deno", "bun", "browser", "pypy", "ruby", "truffleruby", "php", "mono", "beam", "gccgo", "tinygo"];

    /// <summary>The runtime whose processes a word selects; null for other words.</summary>
    public static string? FindCommon(string word) =>
        Array.Find(Traits, traits => traits.CommonNames.Contains(word, StringComparer.OrdinalIgnoreCase))?.Id;

    /// <summary>What is called how in a runtime; of one that is none of these only the name in the contract is known.</summary>
    public static RuntimeTraits TraitsOf(string id) => Array.Find(Traits, traits => traits.Id == id) ?? new RuntimeTraits(id, id);

    /// <summary>
    /// Whether a process described by a tracing library runs in a runtime; null when its attributes do not show it. The name that the
    /// runtime gives itself takes precedence over the language (JRuby's library says ruby and runs in a JVM).
    /// </summary>
    /// <param name="language">As in <c>telemetry.sdk.language</c>; null when missing.</param>
    /// <param name="ownName">As in <c>process.runtime.name</c>; null when missing.</param>
    internal static bool? Runs(RuntimeTraits runtime, string? language, string? ownName)
    {
        if (runtime.Languages.Count == 0) return null;
        if (ownName is not null)
        {
            if (IsOwnName(runtime, ownName)) return true;
            if (Array.Exists(OtherRuntimes, name => string.Equals(name, ownName, StringComparison.OrdinalIgnoreCase))) return false;
            if (language is null && Array.Exists(Traits, other => IsOwnName(other, ownName))) return false;
        }

        if (language is null) return null;
        if (runtime.Languages.Contains(language, StringComparer.OrdinalIgnoreCase)) return true;
        return Languages.Contains(language, StringComparer.OrdinalIgnoreCase) ? false : null;
    }

    private static bool IsOwnName(RuntimeTraits runtime, string ownName)
    {
        foreach (var name in runtime.OwnNames)
        {
            // Go calls itself go or gc: too short to be looked for in other names.
            if (name.Length < 3 ? string.Equals(name, ownName, StringComparison.OrdinalIgnoreCase)
                : ownName.Contains(name, StringComparison.OrdinalIgnoreCase))
            {
                return true;
            }
        }

        return false;
    }
}
