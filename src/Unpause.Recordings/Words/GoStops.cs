namespace Unpause.Recordings.Words;

/// <summary>What a Go runtime stops the program for besides collections, in plain words.</summary>
public static class GoStops
{
    /// <summary>The program reads the runtime's memory statistics.</summary>
    public const string MemStats = "runtime.ReadMemStats";

    /// <summary>Not for a collection, and the runtime does not say what for (Go 1.20 and earlier).</summary>
    public const string Unnamed = "reason not recorded by this Go version";

    /// <summary>A goroutine profile is taken.</summary>
    public const string GoroutineProfile = "goroutine profile";

    /// <summary>The stacks of all goroutines are written.</summary>
    public const string AllStacks = "stacks of all goroutines";

    /// <summary>The number of processors changes.</summary>
    public const string ProcessorsChange = "change of GOMAXPROCS";

    /// <summary>An execution trace begins.</summary>
    public const string TraceStart = "start of execution trace";

    /// <summary>An execution trace ends.</summary>
    public const string TraceEnd = "end of execution trace";
}
