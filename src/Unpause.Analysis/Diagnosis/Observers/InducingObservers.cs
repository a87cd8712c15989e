using Unpause.Analysis.Diagnosis.Jvm;

namespace Unpause.Analysis.Diagnosis.Observers;

/// <summary>
/// Who induces collections without being the application's work: known methods in the stacks of the calls, RMI's interval, a timer.
/// Sources: OpenJDK, java.rmi, sun/rmi/transport/GC.java, DGCClient.java and ObjectTable.java; dotnet/runtime, GC.CoreCLR.cs; Go,
/// net/http/pprof.
/// </summary>
internal static class InducingObservers
{
    /// <summary>A shorter period is no sign of a timer.</summary>
    internal static readonly Threshold Shortest = Threshold.Milliseconds(
        "shortest period of induced collections whose caller is not known", 500,
        "a loop of the program may be as regular; monitoring asks every second at most");

    /// <summary>RMI's own default; both intervals can be set (JDK 6 and later).</summary>
    private const long RmiNanoseconds = 3_600_000_000_000;

    private const string ByRmi = "RMI's distributed GC calls System.gc()";
    private const string RmiServer = "sun.rmi.dgc.server.gcInterval", RmiClient = "sun.rmi.dgc.client.gcInterval";
    private const long NanosecondsPerMillisecond = 1_000_000;

    private static readonly string[] RmiIntervals = [RmiServer, RmiClient];

    private static readonly Advice RarerRmi = new(
        "A process that exports remote objects or holds those of others (one that reads other JVMs by JMX, for example) collects the whole "
        + "heap if nothing else did for an hour. Make it rarer (JDK 6 and later): objects that remote clients released are then "
        + "kept for longer.",
        $"-D{RmiServer}=86400000 -D{RmiClient}=86400000");

    private static readonly Confidence Timed = Confidence.Possible(
        "the period shows a timer; whether it belongs to monitoring is not recorded");

    /// <summary>Methods of monitoring in the stacks of calls.</summary>
    private static readonly (string Method, Observer Observer)[] ByMethod =
    [
        ("sun.management.MemoryImpl.gc", new(
            "a JMX client calls gc() of the memory bean",
            [new("Find the JMX client that calls gc() (a console, an exporter, a script) and remove the call.")]) { IsNamed = true }),
        ("System.GC.GetTotalMemory", new(
            "GC.GetTotalMemory(true) is called to read the size of the heap",
            [
                new(
                    "Read the size without collecting: GC.GetTotalMemory(true) collects up to 20 times until the size no longer changes.",
                    Code: "GC.GetTotalMemory(forceFullCollection: false); // or GC.GetGCMemoryInfo().HeapSizeBytes"),
            ])),
        ("net/http/pprof.", new(
            "heap profiles are taken with gc=1",
            [new("Read /debug/pprof/heap without gc=1: with it, each profile first runs a whole GC cycle.")]) { IsNamed = true }),
    ];

    /// <summary>What induces collections at a fixed period, by runtime.</summary>
    private static readonly (string Runtime, Advice Advice)[] Timers =
    [
        (Runtimes.DotNet, new(
            "If it is a health check or a metric, read GC.GetGCMemoryInfo() instead, which collects nothing.",
            Code: "GC.GetGCMemoryInfo(GCKind.Any).HeapSizeBytes")),
        (Runtimes.Go, new(
            "Remove the calls: the runtime returns memory to the system in the background, and GOMEMLIMIT limits it (Go 1.19 and later). "
            + "If a scraper reads /debug/pprof/heap with gc=1, leave that out.")),
        (Runtimes.Node, new(
            "Remove the call, and --expose-gc with it. If it is for a metric, read the size without collecting.",
            Code: "process.memoryUsage().heapUsed")),
        (Runtimes.CPython, new(
            "Remove the call. If it is for a metric, read the collector's own counters, which collects nothing.",
            Code: "gc.get_stats()  # or gc.get_count()")),
    ];

    /// <summary>Who induces the collections; null where no timer does, and no method is known.</summary>
    public static Observer? Of(AnalysedProcess process, ObservedStops stops)
    {
        var recording = process.Recording;
        var main = Main(recording);
        if (recording.Source.Runtime == Runtimes.Jvm && Rmi(process, stops, main) is { } rmi) return rmi;
        var by = main is null ? "" : $" in {InducedChain.From(main).AskedBy ?? main.Stack[0]}";
        foreach (var (method, observer) in ByMethod)
        {
            if (main?.Stack.Any(frame => frame.StartsWith(method, StringComparison.Ordinal)) == true)
                return observer with { Does = observer.Does + by };
        }

        // Code that collects when it needs to is no observer: only what a timer does may be monitoring.
        if (!(stops.Period?.Nanoseconds >= Shortest.Nanoseconds)) return null;
        if (recording.Source.Runtime == Runtimes.Jvm)
        {
            IEnumerable<Advice> ofRmi = main is null ? [RarerRmi] : [];
            return new Observer($"a timer calls System.gc(){by}", [.. SystemGcAdvice.Advise(recording), .. ofRmi]) { Confidence = Timed };
        }

        var (_, advice) = Array.Find(Timers, row => row.Runtime == recording.Source.Runtime);
        var does = $"a timer calls {recording.Source.Traits.InducingCall}{by}";
        return advice is null ? null : new Observer(does, [advice]) { Confidence = Timed };
    }

    private static Observer? Rmi(AnalysedProcess process, ObservedStops stops, InducedCall? main)
    {
        var recording = process.Recording;
        var named = main?.Stack.Any(frame => frame.StartsWith("sun.rmi.transport.GC", StringComparison.Ordinal)) == true;
        if (!named && (main is not null || stops.Period is not { } period || !IsOfRmi(recording.Source, period.Nanoseconds))) return null;
        return new Observer(ByRmi, [RarerRmi, .. SystemGcAdvice.Concurrent(recording.Source.Collector)])
        {
            IsNamed = named,
            Confidence = named
                ? Confidence.Certain("the stack of the calls shows it")
                : Confidence.Likely("the period is RMI's interval; the stack of the calls is not recorded"),
        };
    }

    /// <summary>Whether a period is RMI's default, or what the command line sets.</summary>
    private static bool IsOfRmi(Source source, long period) => IsNear(period, RmiNanoseconds)
        || Array.Exists(RmiIntervals, name => Interval(source.Settings.GetValueOrDefault(name)) is { } set && IsNear(period, set));

    private static bool IsNear(long period, long interval) => Math.Abs(period - interval) <= interval * FixedPeriod.Tolerance.Share;

    /// <summary>An interval in nanoseconds; null where it is not set.</summary>
    private static long? Interval(string? milliseconds) =>
        long.TryParse(milliseconds, NumberStyles.None, CultureInfo.InvariantCulture, out var set)
            && set <= long.MaxValue / NanosecondsPerMillisecond ? set * NanosecondsPerMillisecond : null;

    /// <summary>The caller of most of the induced collections; null where none makes most, or callers are not recorded.</summary>
    private static InducedCall? Main(Recording recording)
    {
        var callers = recording.InducedBy ?? [];
        var all = callers.Sum(call => call.Count);
        return callers.FirstOrDefault(call => call.Stack.Count > 0 && call.Count * 2 > all);
    }
}
