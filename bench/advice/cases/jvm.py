"""JVM: classes of programs/jvm."""
from case import Case

NEW = "/usr/lib/jvm/temurin-25-jdk-amd64/bin/java"


def cause(name, program, causes, flags, java="java", seconds="{seconds}"):
    """A program of its own, whose fixed form makes the code change that any of the causes advises."""
    command = (java, "-cp", "{built}/jvm", program, seconds)
    return Case(f"jvm-{name}", "jvm", command, causes, flags=flags, fixed=causes)


CASES = [
    cause("explicit-gc", "ExplicitGc", ("full-collections",), ("-Xmx300m", "-XX:+UseG1GC")),
    cause("explicit-gc-parallel", "ExplicitGc", ("full-collections",), ("-Xmx300m", "-XX:+UseParallelGC")),
    cause("direct-buffers", "DirectBuffers", ("full-collections",), ("-Xmx300m", "-XX:+UseG1GC", "-XX:MaxDirectMemorySize=64m")),
    cause("direct-buffers-parallel", "DirectBuffers", ("full-collections",),
          ("-Xmx300m", "-XX:+UseParallelGC", "-XX:MaxDirectMemorySize=64m")),
    cause("leak", "Leak", ("growing-live-set",), ("-Xmx560m", "-XX:+UseG1GC"), seconds="12"),
    cause("cramped-heap", "CrampedHeap", ("cramped-heap",), ("-Xmx96m", "-XX:+UseG1GC")),
    cause("cramped-heap-parallel", "CrampedHeap", ("cramped-heap",), ("-Xmx96m", "-XX:+UseParallelGC")),
    cause("large-arrays", "Humongous", ("humongous-allocation",), ("-Xmx300m", "-XX:+UseG1GC")),
    cause("soft-cache", "SoftCache", ("reference-processing", "cramped-heap", "growing-live-set"), ("-Xmx200m", "-XX:+UseG1GC")),
    cause("finalize", "Finalizers", ("reference-processing",), ("-Xmx300m", "-XX:+UseG1GC")),
    cause("thread-dumps", "ThreadDumps", ("non-gc-stops",), ("-Xmx200m", "-XX:+UseG1GC")),
    cause("class-histograms", "Histograms", ("heap-inspections",), ("-Xmx200m", "-XX:+UseG1GC")),
    cause("retained", "Retained", ("objects-retained-too-long", "long-evacuation"), ("-Xmx300m", "-XX:+UseG1GC")),
    cause("zgc-stalls", "Stalls", ("allocation-stalls",), ("-Xmx128m", "-XX:+UseZGC")),
    cause("full-heap-parallel", "FullHeap", ("cramped-heap", "full-collections"), ("-Xmx170m", "-XX:+UseParallelGC")),
    cause("full-heap-serial", "FullHeap", ("cramped-heap", "full-collections"), ("-Xmx170m", "-XX:+UseSerialGC")),
    cause("class-loaders", "Loaders", ("metadata-collections",), ("-Xmx200m", "-XX:+UseG1GC", "-XX:MaxMetaspaceSize=40m")),
    cause("explicit-gc-25", "ExplicitGc", ("full-collections",), ("-Xmx300m", "-XX:+UseG1GC"), NEW),
    cause("large-arrays-25", "Humongous", ("humongous-allocation",), ("-Xmx300m", "-XX:+UseG1GC"), NEW),
    cause("cramped-heap-serial-25", "CrampedHeap", ("cramped-heap",), ("-Xmx96m", "-XX:+UseSerialGC"), NEW),
    cause("retained-25", "Retained", ("objects-retained-too-long", "long-evacuation"), ("-Xmx300m", "-XX:+UseG1GC"), NEW),
    cause("zgc-stalls-25", "Stalls", ("allocation-stalls",), ("-Xmx128m", "-XX:+UseZGC"), NEW),
]
