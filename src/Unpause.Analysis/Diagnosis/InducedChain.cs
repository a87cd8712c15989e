using Unpause.Recordings;

namespace Unpause.Analysis.Diagnosis;

/// <summary>The call chain from its origin to the call that induced collections.</summary>
/// <param name="Count">Number of collections induced by this chain.</param>
/// <param name="Origin">Its origin: <c>timer</c>, <c>request</c>, <c>finalizer</c>, <c>thread pool</c>,
/// <c>thread</c>; null if the stack doesn't show it.</param>
/// <param name="Steps">Methods from the outermost to the calling one, without platform internals. Untrusted: escape before
/// showing.</param>
/// <param name="AskedBy">The method that called the collector; null if the stack only has the collector's own methods.</param>
/// <param name="Reason">The known reason of such calls, as a clause; null if unknown.</param>
internal sealed record InducedChain(long Count, string? Origin, IReadOnlyList<string> Steps, string? AskedBy, string? Reason)
{
    private static readonly (string Part, string Origin)[] Origins =
    [
        ("System.Threading.TimerQueue", "timer"), ("System.Threading.PeriodicTimer", "timer"), ("System.Timers.Timer", "timer"),
        ("System.GC.RunFinalizers", "finalizer"), (".Finalize", "finalizer"),
        ("java.util.TimerThread", "timer"), ("ScheduledThreadPoolExecutor", "timer"),
        ("Microsoft.AspNetCore.", "request"), ("System.Web.HttpApplication", "request"),
        ("System.Threading.ThreadPoolWorkQueue", "thread pool"),
        ("System.Threading.PortableThreadPool", "thread pool"),
        ("java.util.concurrent.ThreadPoolExecutor", "thread pool"),
        ("System.Threading.Thread.Start", "thread"), ("java.lang.Thread.run", "thread"),
    ];

    private static readonly string[] Plumbing =
    [
        "System.Threading.", "System.Runtime.CompilerServices.", "System.Environment.", "System.Timers.",
        "System.Runtime.ExceptionServices.", "java.lang.Thread.", "java.util.concurrent.",
    ];

    /// <summary>Follows a call's stack from its origin to the collector.</summary>
    public static InducedChain Of(InducedCall call)
    {
        var steps = call.Stack.Where(method => !IsPlumbing(method)).Reverse().ToList();
        return new InducedChain(
            call.Count,
            Origins.FirstOrDefault(known => call.Stack.Any(method => method.Contains(known.Part, StringComparison.Ordinal))).Origin,
            steps,
            call.Stack.FirstOrDefault(method => !IsCollector(method)),
            InducedReasons.Of(call.Stack));
    }

    private static bool IsPlumbing(string method) => Plumbing.Any(prefix => method.StartsWith(prefix, StringComparison.Ordinal));

    /// <summary>Whether a method is a platform method that induces a collection.</summary>
    internal static bool IsCollector(string method) =>
        method.StartsWith("System.GC.", StringComparison.Ordinal) || method is "java.lang.System.gc" or "java.lang.Runtime.gc";
}
