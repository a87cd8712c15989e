using Unpause.Recordings.Cpu;

namespace Unpause.Recordings.Readers.Perf;

/// <summary>
/// What a sample was taken in: the first row of its runtime, or of the kernel, that a frame of its stack or its thread's name shows. The
/// names are those of the runtimes' sources: Go 1.5 to 1.26 src/runtime (mgc.go, mgcmark.go, mgcsweep.go, mwbbuf.go), HotSpot 8 to 26
/// src/hotspot/share/gc (threads are named in gc/*/…Thread.cpp), CPython 2.7 to 3.14 Modules/gcmodule.c and Python/gc.c, CoreCLR
/// src/coreclr/gc/gc.cpp, V8 6.2 to 14 src/profiler/profile-generator.cc (CodeEntry), Linux mm/memory.c, mm/migrate.c,
/// kernel/sched/fair.c.
/// </summary>
internal static class CpuClassTable
{
    public static IReadOnlyList<CpuClassRow> Rows { get; } =
    [
        new(Runtimes.Go, "mark assist") { Collector = true, Frames = ["runtime.gcAssistAlloc*", "runtime.deductAssistCredit*"] },
        new(Runtimes.Go, "background mark") { Collector = true, Frames = ["runtime.gcBgMarkWorker*"] },
        new(Runtimes.Go, "sweep")
        {
            Collector = true,
            Frames =
            [
                "runtime.bgsweep*", "runtime.sweepone*", "runtime.deductSweepCredit*", "runtime.(*mspan).sweep*",
                "runtime.(*sweepLocked).sweep*", "runtime.(*mspan).ensureSwept*", "runtime.finishsweep_m*", "runtime.gcSweep*",
            ],
        },
        new(Runtimes.Go, "stop-the-world control")
        {
            Collector = true,
            Across = true,
            Frames =
            [
                "runtime.gcStart*", "runtime.gcMarkDone*", "runtime.gcMarkTermination*", "runtime.stopTheWorld*",
                "runtime.startTheWorld*", "runtime.gcStopTheWorld*",
            ],
        },
        new(Runtimes.Go, "write barrier")
        {
            Collector = true,
            Frames =
            [
                "runtime.gcWriteBarrier*", "runtime.wbBufFlush*", "runtime.(*wbBuf).*", "runtime.bulkBarrier*", "runtime.wbMove*",
                "runtime.wbZero*", "runtime.shade*", "runtime.gcmarknewobject*", "gcWriteBarrier*",
            ],
        },
        new(Runtimes.Go, "stack shrinking") { Collector = true, Across = true, Frames = ["runtime.shrinkstack*"] },
        new(Runtimes.Go, "mark")
        {
            Collector = true,
            // Where a stack does not reach up to the marker: mark phases of other workers, and samples without callers.
            Frames =
            [
                "runtime.gcDrain*", "runtime.markroot*", "runtime.scanobject*", "runtime.scanObject*", "runtime.scanSpan*",
                "runtime.scanblock*", "runtime.scanstack*", "runtime.scanframe*", "runtime.greyobject*", "runtime.gcMark",
                "runtime.gcMarkTinyAllocs*", "runtime.gcMarkRoot*", "runtime.tryDeferToSpanScan*", "runtime.(*gcWork).*",
            ],
        },
        new(Runtimes.Go, "scavenger")
        {
            Collector = true,
            Frames = ["runtime.bgscavenge*", "runtime.(*scavengerState).*", "runtime.(*pageAlloc).scavenge*", "runtime.scavenge*"],
        },
        new(Runtimes.Go, "finalizers and cleanups")
        {
            Frames = ["runtime.runfinq*", "runtime.runFinalizers*", "runtime.runCleanups*"],
        },
        new(Runtimes.Jvm, "GC threads in pauses")
        {
            Collector = true,
            Threads = ["GC Thread#*", "ParGC Thread#*", "GC task thread*", "Gang worker#*", "ParallelGC*", "Parallel GC Thr*"],
            Frames = ["GCTaskThread::run*", "G1ParTask::*", "G1ParEvacuateFollowersClosure::*", "StealTask::do_it*"],
        },
        new(Runtimes.Jvm, "concurrent collection")
        {
            Collector = true,
            Threads =
            [
                "G1 Conc#*", "G1 Main*", "G1 Parallel Mar*", "G1 Concurrent M*", "Concurrent Mark*", "ConcGC Thread#*", "CMS *", "ZWorker*",
                "ZDriver*", "ZDirector*", "ZStat*", "ZUncommitter*", "ZUnmapper*", "ZGC *", "Shenandoah*",
            ],
            Frames =
            [
                "ConcurrentMarkThread::run*", "G1ConcurrentMarkThread::run*", "CMConcurrentMarkingTask::*", "G1CMConcurrentMarkingTask::*",
                "ConcurrentMarkSweepThread::run*", "ShenandoahControlThread::run*", "ZDriver*::run*",
            ],
        },
        new(Runtimes.Jvm, "refinement")
        {
            Collector = true,
            Threads = ["G1 Refine#*", "G1 Concurrent R*", "G1 Service*", "G1 Young RemSet*"],
            Frames = ["G1ConcurrentRefineThread::*", "ConcurrentG1RefineThread::run*"],
        },
        new(Runtimes.Jvm, "collection by the VM thread")
        {
            Collector = true,
            Frames =
            [
                "VM_G1*", "VM_GenCollect*", "VM_ParallelGC*", "VM_ParallelCollect*", "VM_CollectFor*", "VM_CMS*", "VM_GC_Operation*",
                "VM_Serial*", "VM_X*", "VM_Z*", "VM_Shenandoah*", "GenCollectedHeap::*collect*", "SerialHeap::*collect*",
            ],
        },
        new(Runtimes.Jvm, "VM thread") { Collector = true, Threads = ["VM Thread*"], Frames = ["VMThread::run*", "VMThread::loop*"] },
        // Where threads bear the program's name (JDK 8) and the task isn't known.
        new(Runtimes.Jvm, "GC workers")
        {
            Collector = true,
            Frames = ["GangWorker::*", "AbstractGangWorker::*", "WorkerThread::run*", "ParNewGenTask::*", "CMSPar*Task::*"],
        },
        new(Runtimes.Jvm, "barriers")
        {
            Collector = true,
            Frames =
            [
                "G1BarrierSetRuntime::*", "G1BarrierSet::*", "ZBarrierSetRuntime::*", "ZBarrier::*", "ShenandoahBarrierSet*",
                "ShenandoahRuntime::*", "SharedRuntime::g1_wb_*",
            ],
        },
        new(Runtimes.Jvm, "finalizers and references")
        {
            Threads = ["Finalizer*", "Reference Handl*", "Common-Cleaner*", "Cleaner-*"],
        },
        new(Runtimes.Jvm, "compiler") { Threads = ["C1 Compiler*", "C2 Compiler*", "JVMCI*"], Frames = ["CompileBroker::compiler_*"] },
        new(Runtimes.CPython, "freeing garbage")
        {
            Collector = true,
            Frames =
            [
                "delete_garbage*", "finalize_garbage*", "handle_weakrefs*", "clear_weakrefs*", "handle_resurrected*",
                "cleanup_worklist*", "call_weakref_callbacks*", "call_legacy_finalizers*", "debug_cycle*", "handle_legacy_finalizers*",
            ],
        },
        new(Runtimes.CPython, "searching for garbage")
        {
            Collector = true,
            Frames =
            [
                "deduce_unreachable*", "subtract_refs*", "update_refs*", "move_unreachable*", "visit_decref*", "visit_reachable*",
                "visit_add_to_container*", "mark_all_reachable*", "mark_at_start*", "mark_stacks*", "mark_global_roots*",
                "move_legacy_finalizer*", "move_legacy_finalizers*", "untrack_tuples*", "untrack_dicts*", "expand_region_*",
                "gc_visit_heaps*", "update_unreachable*", "validate_gc_objects*", "mark_heap_visitor*", "mark_reachable*",
                "gc_propagate_alive*", "gc_mark_*", "*_traverse", "_PyObject_VisitInstanceAttributes*", "PyObject_VisitManagedDict*",
            ],
        },
        new(Runtimes.CPython, "collection")
        {
            Collector = true,
            Frames =
            [
                "gc_collect_*", "_PyGC_Collect*", "PyGC_Collect*", "_Py_RunGC*", "collect_with_callback*", "collect_generations*",
                "collect.isra*", "collect.part*", "collect.constprop*", "gc_collect", "_PyGC_Dump*",
            ],
        },
        new(Runtimes.DotNet, Runtimes.TraitsOf(Runtimes.DotNet).TimeToStop)
        {
            Collector = true,
            Frames = ["ThreadSuspend::*", "*gc_heap::suspend_EE*", "*gc_heap::restart_EE*", "Thread::SuspendRuntime*"],
        },
        new(Runtimes.DotNet, "background collection")
        {
            Collector = true,
            Threads = [".NET BGC*"],
            Frames = ["*gc_heap::background_*", "*gc_heap::bgc_thread_*", "*gc_heap::revisit_*"],
        },
        new(Runtimes.DotNet, "mark") { Collector = true, Frames = ["*gc_heap::mark_*", "*GCHeap::Promote*", "*gc_heap::scan_dependent_*"] },
        new(Runtimes.DotNet, "relocation and compaction")
        {
            Collector = true,
            Frames = ["*gc_heap::relocate_*", "*gc_heap::compact_*", "*GCHeap::Relocate*", "*gc_heap::gcmemcopy*"],
        },
        new(Runtimes.DotNet, "planning and sweep")
        {
            Collector = true,
            Frames = ["*gc_heap::plan_*", "*gc_heap::make_free_lists*", "*gc_heap::sweep_*", "*gc_heap::process_ephemeral_*"],
        },
        new(Runtimes.DotNet, "collection")
        {
            Collector = true,
            Threads = [".NET Server GC*"],
            Frames =
            [
                "*gc_heap::garbage_collect*", "*gc_heap::gc1*", "*gc_heap::gc_thread_*", "*GCHeap::GarbageCollect*",
                "*gc_heap::try_start_new_gc*", "*gc_heap::trigger_*", "*gc_heap::decommit_*", "*gc_heap::distribute_free_regions*",
            ],
        },
        new(Runtimes.DotNet, "write barrier")
        {
            Collector = true,
            Frames = ["JIT_WriteBarrier*", "JIT_CheckedWriteBarrier*", "JIT_ByRefWriteBarrier*", "RhpAssignRef*", "RhpCheckedAssignRef*"],
        },
        new(Runtimes.DotNet, "finalizers") { Threads = [".NET Finalizer*"], Frames = ["FinalizerThread::*"] },
        new(Runtimes.DotNet, "compiler") { Threads = [".NET Tiered Com*"] },
        new(Runtimes.Node, "garbage collector") { Collector = true, Frames = ["(garbage collector)"] },
        new(Runtimes.Node, "native code and Node.js (program)") { Frames = ["(program)"] },
        new(null, "NUMA page migration")
        {
            Across = true,
            Frames =
            [
                "do_numa_page*", "do_huge_pmd_numa_page*", "migrate_misplaced_page*", "migrate_misplaced_folio*",
                "migrate_misplaced_transhuge*", "task_numa_work*", "change_prot_numa*", "numa_migrate_*",
            ],
        },
        new(null, "page faults")
        {
            Across = true,
            Frames =
            [
                "asm_exc_page_fault*", "exc_page_fault*", "do_user_addr_fault*", "handle_mm_fault*", "__handle_mm_fault*",
                "do_page_fault*", "__do_page_fault*", "page_fault", "async_page_fault", "do_translation_fault*", "do_mem_abort*",
            ],
        },
    ];
}

/// <summary>A kind of work, and what shows that a sample was taken in it.</summary>
/// <param name="Runtime">Its runtime's name in the contract; null for the kernel's classes, which count in every runtime.</param>
internal sealed record CpuClassRow(string? Runtime, string Name)
{
    /// <summary>Whether it is work of the collector.</summary>
    public bool Collector { get; init; }

    /// <summary>Whether samples in it are also counted where an earlier row has decided their class.</summary>
    public bool Across { get; init; }

    /// <summary>Patterns of frames; one match anywhere in the stack is enough.</summary>
    public string[] Frames { get; init; } = [];

    /// <summary>Patterns of names of threads. The kernel keeps 15 characters.</summary>
    public string[] Threads { get; init; } = [];

    /// <summary>Whether a frame shows it.</summary>
    public bool HasFrame(ReadOnlySpan<char> name) => Any(Frames, name);

    /// <summary>Whether a thread's name shows it.</summary>
    public bool HasThread(ReadOnlySpan<char> name) => Any(Threads, name);

    private static bool Any(string[] patterns, ReadOnlySpan<char> name)
    {
        foreach (var pattern in patterns)
        {
            if (FrameGlob.Matches(pattern, name)) return true;
        }

        return false;
    }
}
