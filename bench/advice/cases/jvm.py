"""Programs for the JVM, with the flags that make their cause felt within seconds."""
from case import Case


def jvm(name, program, cause, flags, fixed=None, record=()):
    return Case(
        name=f"jvm-{name}", runtime="jvm", command=("java", "-cp", "{built}/jvm", program, "{seconds}"), cause=cause, flags=flags,
        fixed=cause if fixed is None else fixed, record=record)


CASES = [
    jvm("explicit-gc", "ExplicitGc", ("full-collections",), ("-Xmx300m", "-XX:+UseG1GC")),
    jvm("explicit-gc-parallel", "ExplicitGc", ("full-collections",), ("-Xmx300m", "-XX:+UseParallelGC")),
    jvm("direct-buffers", "DirectBuffers", ("full-collections",), ("-Xmx300m", "-XX:+UseG1GC", "-XX:MaxDirectMemorySize=64m")),
    jvm("direct-buffers-parallel", "DirectBuffers", ("full-collections",),
        ("-Xmx300m", "-XX:+UseParallelGC", "-XX:MaxDirectMemorySize=64m")),
    jvm("leak", "Leak", ("growing-live-set",), ("-Xmx210m", "-XX:+UseG1GC")),
    jvm("cramped-heap", "CrampedHeap", ("cramped-heap",), ("-Xmx96m", "-XX:+UseG1GC")),
    jvm("cramped-heap-parallel", "CrampedHeap", ("cramped-heap",), ("-Xmx96m", "-XX:+UseParallelGC")),
    jvm("humongous", "Humongous", ("humongous-allocation",), ("-Xmx300m", "-XX:+UseG1GC")),
    jvm("soft-cache", "SoftCache", ("reference-processing", "cramped-heap", "growing-live-set"), ("-Xmx200m", "-XX:+UseG1GC")),
    jvm("finalizers", "Finalizers", ("reference-processing",), ("-Xmx300m", "-XX:+UseG1GC")),
    jvm("thread-dumps", "ThreadDumps", ("non-gc-stops",), ("-Xmx200m", "-XX:+UseG1GC")),
    jvm("histograms", "Histograms", ("heap-inspections",), ("-Xmx200m", "-XX:+UseG1GC")),
    jvm("retained", "Retained", ("objects-retained-too-long", "long-evacuation"), ("-Xmx300m", "-XX:+UseG1GC")),
    jvm("zgc-stalls", "Stalls", ("allocation-stalls",), ("-Xmx128m", "-XX:+UseZGC")),
    jvm("full-heap-parallel", "FullHeap", ("cramped-heap", "full-collections"), ("-Xmx170m", "-XX:+UseParallelGC")),
    jvm("full-heap-serial", "FullHeap", ("cramped-heap", "full-collections"), ("-Xmx170m", "-XX:+UseSerialGC")),
    jvm("class-loaders", "Loaders", ("metadata-collections",), ("-Xmx200m", "-XX:+UseG1GC", "-XX:MaxMetaspaceSize=40m")),
]
