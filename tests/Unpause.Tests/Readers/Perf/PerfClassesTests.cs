using Unpause.Recordings.Cpu;

namespace Unpause.Tests.Readers.Perf;

/// <summary>Classes of recorded samples against a count by awk, which knows nothing of our reader or of its table.</summary>
public class PerfClassesTests
{
    // One sample is a paragraph: the header's first field is the thread's name. The first pattern that a paragraph has is its class.
    private const string Paragraphs = """
        BEGIN { RS = ""; FS = "\n" }
        { own = $0; gsub(/\n[^\n]*\(\[kernel[^\n]*/, "", own) }
        """;

    private const string Go = Paragraphs + """

        own ~ /runtime\.(gcAssistAlloc|deductAssistCredit)/ { assist++; next }
        own ~ /runtime\.gcBgMarkWorker/ { mark++; next }
        own ~ /runtime\.(bgsweep|sweepone|deductSweepCredit|finishsweep_m|gcSweep)|\)\.(sweep|ensureSwept)/ { sweep++; next }
        own ~ /runtime\.(gcStart|gcMarkDone|gcMarkTermination|stopTheWorld|startTheWorld)/ { control++; next }
        own ~ /[ .]gcWriteBarrier|runtime\.(wbBufFlush|\(\*wbBuf\)|bulkBarrier|wbMove|wbZero|shade|gcmarknewobject)/ { barrier++; next }
        own ~ /runtime\.shrinkstack/ { shrink++; next }
        own ~ /runtime\.(gcDrain|markroot|scan[oO]bject|scanSpan|scanblock|scanstack|greyobject|tryDefer|\(\*gcWork)/ { other++; next }
        own ~ /runtime\.(bgscavenge|\(\*scavengerState\)|\(\*pageAlloc\)\.scavenge)/ { scavenge++; next }
        own ~ /runtime\.(runfinq|runFinalizers|runCleanups)/ { final++; next }
        /(exc_page_fault|handle_mm_fault|do_user_addr_fault)\+/ { fault++; next }
        { application++ }
        END { print NR, assist+0, mark+0, sweep+0, control+0, barrier+0, shrink+0, other+0, scavenge+0, final+0, fault+0, application+0 }
        """;

    private const string Jvm = Paragraphs + """

        /^ *GC Thread#/ { pauses++; next }
        /^ *(G1 Conc#|G1 Main)/ { concurrent++; next }
        /^ *(G1 Refine|G1 Service)/ { refine++; next }
        own ~ /VM_G1/ { operation++; next }
        /^ *VM Thread/ { vm++; next }
        /^ *C[12] Compiler/ { compiler++; next }
        END { print NR, pauses+0, concurrent+0, refine+0, operation + vm, compiler+0 }
        """;

    private const string Python = Paragraphs + """

        own ~ / (delete_garbage|finalize_garbage|handle_weakrefs)/ { free++; next }
        own ~ / (subtract_refs|visit_decref|visit_reachable|move_unreachable|deduce_unreachable|untrack_tuples)/ { search++; next }
        own ~ / ([a-zA-Z_]*_traverse\+|_PyObject_VisitI)/ { search++; next }
        own ~ / gc_collect_/ { collect++; next }
        END { print NR, free+0, search+0, collect+0 }
        """;

    [Theory]
    [InlineData("go-1.19")]
    [InlineData("go-1.23")]
    [InlineData("go-1.26")]
    public void PerfClasses_Go_ClassesMatchAwk(string name)
    {
        var samples = PerfSample.Read(name);
        Same(Count(Go, name), [samples.Samples, .. Of(samples, "mark assist", "background mark", "sweep",
            "stop-the-world control", "write barrier", "stack shrinking", "mark", "scavenger", "finalizers and cleanups", "page faults",
            CpuSamples.Application)]);
        Assert.Equal(samples.Samples, samples.Classes.Sum(row => row.Samples));
        Assert.True(PerfSample.Of(samples, "mark assist") > 0);
    }

    [Fact]
    public void PerfClasses_Jvm_ClassesMatchAwk()
    {
        var samples = PerfSample.Read("jvm-17");
        Same(Count(Jvm, "jvm-17"), [samples.Samples, .. Of(samples, "GC threads in pauses", "concurrent collection", "refinement"),
            PerfSample.Of(samples, "collection by the VM thread") + PerfSample.Of(samples, "VM thread"), .. Of(samples, "compiler")]);
    }

    [Fact]
    public void PerfClasses_CPython_ClassesMatchAwk()
    {
        var samples = PerfSample.Read("python-symbols");
        var counted = Count(Python, "python-symbols");
        Same(counted, [samples.Samples, .. Of(samples, "freeing garbage", "searching for garbage", "collection")]);
        Assert.InRange(samples.CollectorSamples / (double)samples.Samples, 0.5, 1);
    }

    [Fact]
    public void PerfClasses_StrippedPython_IsNoSymbolsNotApplication()
    {
        var samples = PerfSample.Read("python-stripped");
        Assert.InRange(PerfSample.Of(samples, CpuSamples.NoSymbols), samples.Samples * 0.95, samples.Samples);
        Assert.Equal(0, samples.CollectorSamples);
        Assert.InRange(samples.Unnamed, samples.Samples * 0.95, samples.Samples);
    }

    /// <summary>The collector's threads have names, and the rest of libcoreclr has none: its work is unknown.</summary>
    [Fact]
    public void PerfClasses_StrippedDotNet_HasOnlyItsThreads()
    {
        const string Threads = """
            BEGIN { RS = "" }
            /^ *\.NET BGC/ { background++; next }
            /^ *\.NET Server GC/ { server++; next }
            /\[unknown\] \([^)]*libcoreclr\.so\)/ && !/(exc_page_fault|handle_mm_fault)\+/ { unnamed++ }
            END { print NR, background+0, server+0, (unnamed > 0) }
            """;
        var samples = PerfSample.Read("dotnet-10");
        var unnamed = PerfSample.Of(samples, CpuSamples.NoSymbols);
        Same(Count(Threads, "dotnet-10"), [samples.Samples, .. Of(samples, "background collection", "collection"), unnamed > 0 ? 1 : 0]);
        Assert.True(PerfSample.Of(samples, CpuSamples.Application) < samples.Samples / 10);
    }

    [Theory]
    [InlineData("runtime.gcMark*", "runtime\\.gcMark")]
    [InlineData("runtime.(*sweepLocked).sweep", "runtime\\.\\(\\*sweepLocked\\)\\.sweep\\+")]
    [InlineData("exc_page_fault", "exc_page_fault\\+")]
    public void PerfClasses_StacksWithAFrame_MatchAwk(string glob, string regex)
    {
        var samples = PerfSample.Read("go-1.19") with { Only = new FrameGlob(glob) };
        var kept = samples.Stacks(10_000).Sum(stack => stack.Samples);
        Assert.Equal(Count($$"""BEGIN { RS = "" } / {{regex}}/ { n++ } END { print n+0 }""", "go-1.19")[0], kept);
        Assert.InRange(kept, 1, samples.Samples - 1);
    }

    private static void Same(double[] counted, double[] read) => Assert.Equal(counted, read.AsEnumerable());

    private static double[] Of(CpuSamples samples, params string[] names) =>
        [.. names.Select(name => (double)PerfSample.Of(samples, name))];

    private static double[] Count(string program, string name)
    {
        var file = Path.GetTempFileName();
        try
        {
            File.WriteAllBytes(file, PerfSample.Bytes(name));
            return Awk.Run(program, file);
        }
        finally
        {
            File.Delete(file);
        }
    }
}
