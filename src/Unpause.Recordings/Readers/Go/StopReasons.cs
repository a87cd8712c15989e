using Unpause.Recordings.Words;

namespace Unpause.Recordings.Readers.Go;

/// <summary>What a Go runtime stops the world for, by number (stwReason of runtime/proc.go, Go 1.21 to 1.26; reworded shortly).</summary>
internal static class StopReasons
{
    /// <summary>The stop that begins a collection, and the one that ends it.</summary>
    public const string Sweep = "sweep termination", Mark = "mark termination";

    /// <summary>What it does between the two while the application runs, as in gc lines (<see cref="GcLineShapes"/>).</summary>
    public const string Marking = "mark and scan";

    /// <summary>The runtime does not record it (Go 1.20 and earlier).</summary>
    public const string Unknown = "not GC";

    private static readonly string[] Names =
    [
        "reason not recorded", Mark, Sweep, "heap dump", "goroutine profile", "end of goroutine profile", "stacks of all goroutines",
        "runtime.ReadMemStats", "system call on all threads", "change of GOMAXPROCS", "start of execution trace", "end of execution trace",
    ];

    // stwReasonStrings of runtime/proc.go, in the order of the numbers.
    private static readonly string[] InTraces =
    [
        "unknown", "GC mark termination", "GC sweep termination", "write heap dump", "goroutine profile", "goroutine profile cleanup",
        "all goroutines stack trace", "read mem stats", "AllThreadsSyscall", GoSettings.Processors, "start trace", "stop trace",
    ];

    /// <summary>The name of a reason that an execution trace spells out.</summary>
    public static string OfTrace(ReadOnlySpan<byte> kind)
    {
        for (var number = 0; number < InTraces.Length; number++)
        {
            if (System.Text.Ascii.Equals(kind, InTraces[number])) return Names[number];
        }

        return kind.IsEmpty ? Names[0] : Of(Names.Length);
    }

    /// <summary>The name of a reason.</summary>
    public static string Of(long number) => number >= 0 && number < Names.Length ? Names[number] : "for the runtime's own tests";
}
