using Unpause.Analysis.CostModels;

namespace Unpause.Reports.Explanations;

/// <summary>The words about cost models: their formulas, what these leave out, and why a recording has none.</summary>
internal static class CostModelText
{
    /// <summary>Why there is none, as a clause.</summary>
    public static string Describe(CostModelRefusal refusal) => refusal.Kind switch
    {
        CostModelRefusalKind.NoCollections => "it has no collections",
        CostModelRefusalKind.NoLiveSet =>
            "no collection of the whole heap shows the live set: record longer, or with heap sizes",
        CostModelRefusalKind.TooFewCollections =>
            $"there are only {refusal.Collections} collections after the heap was filled, and at least "
            + $"{refusal.Needed} are needed: record longer",
        CostModelRefusalKind.ByObjectCounts =>
            $"{refusal.Collector} collects by object counts, not by memory, so a limit does not change how often. "
            + "unpause tune tries thresholds",
        CostModelRefusalKind.ServerGc =>
            "server GC has a budget for each heap and changes the number of heaps, which no formula of this model covers",
        CostModelRefusalKind.NeverCollects => "Epsilon never collects",
        CostModelRefusalKind.ConcurrentCpuUnknown =>
            $"{refusal.Collector} is concurrent, and its recording does not include its CPU time, so no formula of this model covers it",
        CostModelRefusalKind.CollectorUnknown => "the collector is not recorded",
        CostModelRefusalKind.NoLimit => "the recording does not show the limit of V8's heap: record it with unpause run",
        _ => "the cost of Go's GC cycles is in the lines that GODEBUG=gctrace=1 prints: record it with unpause run",
    };

    /// <summary>The formula, with the names of its terms.</summary>
    public static string Formula(FormulaKind formula) => formula switch
    {
        FormulaKind.G1 =>
            "time in GC per second of the program = young × (fixed × E₀/E + copied) + old × R₀/R; E = min(0.6 M, 0.9 M − L), R = 0.8 M − L",
        FormulaKind.Generations =>
            "time in GC per second of the program = young × (fixed × M₀/M + copied) + old × R₀/R; R = 2/3 M − L",
        FormulaKind.V8 =>
            "time in GC per second of the program = young + old × R₀/R; R = min(L × (f − 1) + semi-space, (M − L) / 2); f = 1.3 to 4",
        FormulaKind.Go => "CPU for GC per CPU second of the program = measured × GOGC₀ / GOGC; GOGC = 100 × (G − L) / (L + roots)",
        _ => "time in GC per second of the program = young + gen2; gen2 = pause × F/R below its memory without a limit; R = 0.97 M − L",
    };

    /// <summary>What the formula leaves out.</summary>
    public static string Caveat(FormulaKind formula) => formula switch
    {
        FormulaKind.G1 =>
            "Near the smallest limits, G1 fails to evacuate and collects the whole heap instead, which costs more than shown.",
        FormulaKind.Generations =>
            "This assumes the default NewRatio. A heap that the JVM resizes counts with the size that it reached.",
        FormulaKind.V8 =>
            "M is --max-old-space-size. Time in GC includes steps of marking. Of a program that waits, V8 collects less often than shown.",
        FormulaKind.DotNetAtLimit =>
            "With more memory, .NET would collect gen2 in the background and change gen0's budget. Record without a limit to see that.",
        FormulaKind.DotNetBelowLimit =>
            "Near the memory used now, some gen2 collections are background ones and some blocking. The range covers both.",
        _ => "The limit is the heap goal. GOMEMLIMIT counts all memory of the runtime: the goal was 0.77 to 0.86 of it as measured.",
    };
}
