namespace Unpause.Tests.Diagnosis;

/// <summary>Two real recordings for a rule: one in which it fires, and one in which it is applicable and does not fire.</summary>
/// <param name="Id">The rule's id.</param>
/// <param name="Firing">Path of the recording in which it fires, from the root of the repository.</param>
/// <param name="Silent">Path of the recording in which it does not fire, from the root of the repository.</param>
internal sealed record RuleFixture(string Id, string Firing, string Silent)
{
    private const string DotNet = "samples/dotnet/";
    private const string Jvm = "samples/jvm/";
    private const string Node = "samples/node/rules/";
    private const string Go = "tests/Unpause.Tests/fixtures/go/";
    private const string Observers = "tests/Unpause.Tests/fixtures/observers/";
    private const string JvmFixtures = "tests/Unpause.Tests/fixtures/jvm/";

    /// <summary>All rules, in the order of the catalogue. The README in the folder of each file describes how it was made.</summary>
    public static IReadOnlyList<RuleFixture> All { get; } =
    [
        new("blocking-gen2", DotNet + "large-objects-blocking.nettrace.gz", DotNet + "large-objects-concurrent.nettrace.gz"),
        new("induced-collections", DotNet + "induced.nettrace.gz", DotNet + "workstation.nettrace.gz"),
        new("large-object-churn", DotNet + "large-objects.nettrace.gz", DotNet + "large-objects-pooled.nettrace.gz"),
        new("large-object-waits", DotNet + "large-object-waits.nettrace.gz", DotNet + "large-objects-concurrent.nettrace.gz"),
        new("memory-limit-pressure", DotNet + "hard-limit.nettrace.gz", DotNet + "workstation.nettrace.gz"),
        new("growing-gen2", DotNet + "leak.nettrace.gz", DotNet + "large-objects.nettrace.gz"),
        new("retained-heap", DotNet + "held.nettrace.gz", DotNet + "held-bounded.nettrace.gz"),
        new("young-pinning", DotNet + "young-pins.nettrace.gz", DotNet + "young-unpinned.nettrace.gz"),
        new("frequent-gen2", DotNet + "large-objects.nettrace.gz", DotNet + "large-objects-pooled.nettrace.gz"),
        new("fragmented-gen2", DotNet + "pinned.nettrace.gz", DotNet + "large-objects.nettrace.gz"),
        new("gen2-traffic", DotNet + "through.nettrace.gz", DotNet + "leak.nettrace.gz"),
        new("finalizer-backlog", DotNet + "finalizers.nettrace.gz", DotNet + "disposed.nettrace.gz"),
        new("finalizable-objects", DotNet + "undisposed.nettrace.gz", DotNet + "undisposed-fixed.nettrace.gz"),
        new("dependent-handles", DotNet + "dependent.nettrace.gz", DotNet + "dependent-fixed.nettrace.gz"),
        new("oversized-server-gc", DotNet + "small-container.nettrace.gz", DotNet + "server.nettrace.gz"),
        new("young-survivors", DotNet + "workstation.nettrace.gz", DotNet + "undisposed-fixed.nettrace.gz"),
        new("high-gc-time", DotNet + "hard-limit.nettrace.gz", DotNet + "large-objects-pooled.nettrace.gz"),
        new("small-gen0-budget", DotNet + "small-gen0.nettrace.gz", DotNet + "workstation.nettrace.gz"),
        new("datas-trade-off", DotNet + "datas.nettrace.gz", DotNet + "datas-off.nettrace.gz"),
        new("thread-pool-starvation", DotNet + "starved.nettrace.gz", DotNet + "calm.nettrace.gz"),
        new("lock-contention", DotNet + "locks.nettrace.gz", DotNet + "calm.nettrace.gz"),
        new("assist-bound-requests", Go + "assists-go1.24.trace.gz", Go + "few-assists-go1.24.trace.gz"),
        new("long-sweep", Go + "sweeps-go1.24.trace.gz", Go + "few-sweeps-go1.24.trace.gz"),
        new("finalizer-queue", Go + "finalizers-slow-go1.24.trace.gz", Go + "finalizers-quick-go1.24.trace.gz"),
        new("stack-scanning", Go + "stacks.gctrace", Go + "pointers.gctrace"),
        new("frequent-collections", "samples/go/catalog-gogc100.gctrace", "samples/go/catalog-gogc800.gctrace"),
        new("pointer-rich-heap", Go + "pointers.gctrace", Go + "values.gctrace"),
        new("costly-cycles", "samples/go/catalog-gogc100.gctrace", "samples/go/catalog-gogc800.gctrace"),
        new("numa-migration", Go + "numa-unbound.zip", Go + "numa-bound.zip"),
        new("dominant-allocation-site", "samples/go/profiles/go1.26/allocs-2.pb.gz", "samples/go/profiles/even.pb.gz"),
        new("growing-live-heap", Go + "growing.gctrace", Go + "cache.gctrace"),
        new("goroutine-leak", "samples/go/profiles/leaking.zip", "samples/go/profiles/steady.zip"),
        new("explicit-collections", "samples/python/collects.upgc", "samples/python/film-default.upgc"),
        new("growing-heap", "samples/python/sessions-kept.upgc", "samples/python/sessions-bounded.upgc"),
        new("disabled-collector", "samples/python/uncollected.upgc", "samples/python/uncollected-fixed.upgc"),
        new("inherited-heap", "samples/python/prefork-inherited.upgc", "samples/python/prefork-frozen.upgc"),
        new("cyclic-garbage", "samples/python/cycles/recommendations-run.zip", "samples/python/cycles/recommendations-broken.zip"),
        new("traceback-cycles", "samples/python/cycles/tracebacks-kept.zip", "samples/python/cycles/tracebacks-freed.zip"),
        new("futile-collections", "samples/python/film-default.upgc", "samples/python/cycles.upgc"),
        new("full-collections-in-requests", "samples/python/web.upgc.gz", "samples/python/web-frozen.upgc.gz"),
        new("costly-collections", "samples/python/sphinx.upgc", "samples/python/film-tuned.upgc"),
        new("objects-retained-too-long", Jvm + "retaining-g1-jdk17.log.gz", JvmFixtures + "growing-live-set-jdk17.log.gz"),
        new("dominant-retainer", Jvm + "timed-g1-jdk25.jfr.gz", JvmFixtures + "kept-g1-jdk17.jfr.gz"),
        new("growing-live-set", JvmFixtures + "growing-live-set-jdk17.log.gz", Jvm + "retaining-g1-jdk17.log.gz"),
        new("soft-reference-cache", JvmFixtures + "soft-references-jdk17.log.gz", JvmFixtures + "full-collections-jdk17.log.gz"),
        new("cramped-heap", JvmFixtures + "cramped-heap-jdk25.log.gz", Jvm + "retaining-g1-jdk17.log.gz"),
        new("low-throughput", Jvm + "retaining-g1-jdk25.log.gz", Jvm + "dropped-g1-jdk17.log.gz"),
        new("long-evacuation", Jvm + "retaining-g1-jdk25.log.gz", Jvm + "dropped-g1-jdk17.log.gz"),
        new("old-to-young-references", JvmFixtures + "old-to-young-serial-jdk17.log.gz", JvmFixtures + "surviving-parallel-jdk17.log.gz"),
        new("full-collections", JvmFixtures + "full-collections-jdk17.log.gz", Jvm + "g1-jdk17.log"),
        new("concurrent-mode-failure", JvmFixtures + "concurrent-mode-failure-cms-jdk8.log.gz", JvmFixtures + "roomy-cms-jdk8.log.gz"),
        new("evacuation-failure", JvmFixtures + "evacuation-failure-jdk25.log.gz", JvmFixtures + "left-ergonomics-jdk25.log.gz"),
        new("slow-safepoints", JvmFixtures + "slow-safepoints-jdk17.log.gz", Jvm + "g1-jdk17.log"),
        new("starved-collector", Jvm + "retaining-g1-jdk17.log.gz", Jvm + "dropped-g1-jdk17.log.gz"),
        new("allocation-stalls", JvmFixtures + "allocation-stalls-jdk17.log.gz", Jvm + "zgc-jdk17.log.gz"),
        new("remembered-set-bound", JvmFixtures + "remembered-set-bound-jdk17.log.gz", Jvm + "retaining-g1-jdk17.log.gz"),
        new("humongous-allocation", JvmFixtures + "humongous-allocation-jdk17.log.gz", JvmFixtures + "ordinary-allocation-jdk17.log.gz"),
        new("overridden-ergonomics", JvmFixtures + "undone-ergonomics-jdk25.log.gz", JvmFixtures + "left-ergonomics-jdk25.log.gz"),
        new("locker-collections", JvmFixtures + "locker-collections-jdk17.log.gz", JvmFixtures + "ordinary-allocation-jdk17.log.gz"),
        new("metadata-collections", JvmFixtures + "metaspace-full-jdk17.log.gz", Jvm + "g1-jdk17.log"),
        new("heap-inspections", JvmFixtures + "heap-inspections-jdk17.log.gz", Jvm + "g1-jdk17.log"),
        new("reference-processing", JvmFixtures + "references-weak-jdk17.log.gz", JvmFixtures + "references-strong-jdk25.log.gz"),
        new("monitoring-stops", Observers + "class-histograms-jdk17.log.gz", Observers + "random-collections.nettrace.gz"),
        new("event-loop-blocked", Node + "blocked.tar.gz", Node + "unblocked.tar.gz"),
        new("exhausted-heap", Node + "exhausted.report.gz", Node + "healthy.report.gz"),
        new("promoting-scavenges", Node + "promotes-16.trace.gz", Node + "promotes-128.trace.gz"),
        new("forced-collections", Node + "calls.trace.gz", Node + "promotes-16.trace.gz"),
        new("heap-near-limit", Node + "limit-48.trace.gz", Node + "limit-256.trace.gz"),
        new("external-memory-collections", Node + "buffers.trace.gz", Node + "buffers-pooled.trace.gz"),
        new("large-array-churn", Node + "large.trace.gz", Node + "large-chunks.trace.gz"),
        new("weak-object-time", Node + "weak.trace.gz", Node + "weak-strong.trace.gz"),
        new("growing-old-space", Node + "grows.trace.gz", Node + "grows-bounded.trace.gz"),
        new("marking-steps", Node + "limit-256.trace.gz", Node + "promotes-128.trace.gz"),
        new("long-mark-compacts", Node + "weak.trace.gz", Node + "grows-bounded.trace.gz"),
        new("non-gc-stops", JvmFixtures + "thread-dumps-jdk17.log.gz", JvmFixtures + "slow-safepoints-jdk17.log.gz"),
    ];
}
