namespace Unpause.Recordings.Readers;

/// <summary>
/// Output of garbage collectors that unpause does not read: recognised by words that nothing else prints, and answered with what its
/// users can do. Sources: each runtime's own source, named in the rows.
/// </summary>
internal static class OtherRuntimes
{
    private const string NotYet = ", which unpause does not read";

    private static readonly (byte[][] Marks, string What)[] Table =
    [
        // art/runtime/gc/heap.cc, Heap::LogGC; dalvik/vm/alloc/Heap.cpp.
        (Marks(" GC freed ", "AllocSpace", "paused "), "a log of Android's runtime (ART)" + NotYet
            + "; Android Studio's profiler and Perfetto show its pauses"),
        (Marks("GC_CONCURRENT freed ", "paused "), "a log of Android's Dalvik" + NotYet),
        // ruby/gc.c, gc_profile_dump_major.
        (Marks("Invoke Time(sec)", "GC Time("), "a report of Ruby's GC::Profiler" + NotYet
            + "; its lines are in milliseconds, and GC.stat counts collections"),
        // php-src, Zend/zend_builtin_functions.c, gc_status.
        (Marks("[\"runs\"]=>", "[\"threshold\"]=>"), "PHP's gc_status()" + NotYet + "; it counts runs and has no pauses of single ones"),
        (Marks("[runs] =>", "[threshold] =>"), "PHP's gc_status()" + NotYet + "; it counts runs and has no pauses of single ones"),
        // erts, erl_trace.c and erlang:system_monitor/2.
        (Marks("gc_minor_start"), BeamTrace),
        (Marks("gc_major_start"), BeamTrace),
        (Marks(",long_gc,"), BeamTrace),
        // ocaml, runtime/startup_aux.c and OCAMLRUNPARAM=v=0x400.
        (Marks("minor_collections:", "major_collections:"), "OCaml's statistics at exit (OCAMLRUNPARAM=v=0x400)" + NotYet
            + "; olly (runtime_events_tools) shows pauses of OCaml 5"),
        // ghc, rts/Stats.c.
        (Marks("Tot time (elapsed)", "Avg pause"), Haskell),
        (Marks("Page Flts", "Copied"), Haskell),
        // mono/sgen/sgen-gc.c, sgen_client_log_timing.
        (Marks("GC_MINOR", "promoted ", "major size"), Mono),
        (Marks("GC_MAJOR", "major size", "los size"), Mono),
        // julia, src/gc.c: GC.enable_logging.
        (Marks("GC: pause ", ". collected "), "Julia's GC log" + NotYet + "; its lines have each pause in milliseconds"),
        // bdwgc, alloc.c: GC_PRINT_STATS.
        (Marks("World-stopped marking took "), "a log of the Boehm collector (Crystal, Unity's IL2CPP, Guile)" + NotYet),
        // IBM J9 before version 2.6, J2SE 5.0 diagnostics guide: verbosegc.
        (Marks("<gc type=", "totalms="), "a GC log of IBM's J9 before version 2.6 (Java 5 and 6)" + NotYet
            + "; IBM's Garbage Collection and Memory Visualizer opens it"),
    ];

    private static string BeamTrace => "a trace of Erlang's or Elixir's collector" + NotYet
        + "; each process has its own heap, so its collections stop no other";

    private static string Haskell => "GHC's statistics (+RTS -s or -S)" + NotYet + "; its table has the average and the longest pause";

    private static string Mono => "a log of Mono's collector (MONO_LOG_MASK=gc)" + NotYet + "; stw in its lines is each pause";

    /// <summary>What a text's beginning is; null when it is none of them.</summary>
    public static string? Describe(ReadOnlySpan<byte> start)
    {
        foreach (var (marks, what) in Table)
        {
            if (HasAll(start, marks)) return what;
        }

        return null;
    }

    private static bool HasAll(ReadOnlySpan<byte> text, byte[][] marks)
    {
        foreach (var mark in marks)
        {
            if (text.IndexOf(mark) < 0) return false;
        }

        return true;
    }

    private static byte[][] Marks(params string[] words) => [.. words.Select(Encoding.ASCII.GetBytes)];
}
