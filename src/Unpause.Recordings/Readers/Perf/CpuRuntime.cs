using Unpause.Recordings.Cpu;

namespace Unpause.Recordings.Readers.Perf;

/// <summary>How a runtime is recognised: by frames, by the files that contain them, and by names of threads.</summary>
/// <param name="Id">Its name in the contract.</param>
internal sealed record CpuRuntime(string Id)
{
    public static IReadOnlyList<CpuRuntime> All { get; } =
    [
        new(Runtimes.Go)
        {
            Frames =
            [
                "runtime.goexit*", "runtime.mcall*", "runtime.mstart*", "runtime.main", "runtime.systemstack*", "runtime.mallocgc*",
                "runtime.schedule", "runtime.findrunnable*", "runtime.findRunnable*", "runtime.rt0_go*", "runtime.morestack*",
                "runtime.gcBgMark*", "runtime.gcDrain*", "runtime.bgsweep*", "runtime.futex*", "runtime.sysmon*", "runtime.scanobject*",
            ],
        },
        new(Runtimes.Jvm)
        {
            Frames =
            [
                "JavaMain", "JavaThread::*", "JavaCalls::*", "thread_native_entry*", "Interpreter", "call_stub", "StubRoutines*", "java/*",
                "Ljava/*", "GangWorker::*", "WorkerThread::run*", "GCTaskThread::*", "VMThread::*",
            ],
            Threads = ["GC Thread#*", "VM Thread*", "VM Periodic Tas*", "C1 Compiler*", "C2 Compiler*", "G1 *", "GC task thread*"],
            Commands = ["java"],
            Collector = ["libjvm.so"],
        },
        new(Runtimes.CPython)
        {
            Frames = ["_PyEval_*", "PyEval_*", "Py_BytesMain*", "Py_RunMain*", "pymain_*", "py::*"],
            Commands = ["python", "python2*", "python3*"],
            Collector = ["python", "python2*", "python3*", "libpython*"],
        },
        new(Runtimes.DotNet)
        {
            Frames = ["coreclr_*", "CallDescrWorker*", "MethodDesc::*", "*gc_heap::*"],
            Threads = [".NET *"],
            Commands = ["dotnet"],
            Collector = ["libcoreclr.so", "libclrgc.so", "libclrgcexp.so"],
        },
        // Names of V8's own CPU profiler for what runs no JavaScript.
        new(Runtimes.Node) { Frames = ["(garbage collector)", "(program)", "(root)"] },
    ];

    /// <summary>Frames that show it.</summary>
    public string[] Frames { get; init; } = [];

    /// <summary>Names of threads that show it.</summary>
    public string[] Threads { get; init; } = [];

    /// <summary>Programs that may be it: evidence only where there is no other.</summary>
    public string[] Commands { get; init; } = [];

    /// <summary>
    /// Files that contain its collector. A frame of them without a name may be the collector. Empty where the program itself contains it:
    /// its frames then all have names or none.
    /// </summary>
    public string[] Collector { get; init; } = [];

    /// <summary>Whether one of some patterns matches.</summary>
    public static bool Any(string[] patterns, ReadOnlySpan<char> name)
    {
        foreach (var pattern in patterns)
        {
            if (FrameGlob.Matches(pattern, name)) return true;
        }

        return false;
    }
}
