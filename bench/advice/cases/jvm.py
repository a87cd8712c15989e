"""JVM: names of programs/jvm/Advice.java, and classes of their own beside it."""
from case import Case

NEW = "/usr/lib/jvm/temurin-25-jdk-amd64/bin/java"


def jvm(name, *cause, flags=("-Xmx300m",), fixed=(), java="java", suffix=""):
    return Case(f"jvm-{name}{suffix}", "jvm", (java, "-cp", "{built}/jvm", "Advice", name, "{seconds}"), cause, flags=flags, fixed=fixed)


def cause(name, program, causes, flags):
    """A program of its own, whose fixed form makes the code change that any of the causes advises."""
    command = ("java", "-cp", "{built}/jvm", program, "{seconds}")
    return Case(f"jvm-{name}", "jvm", command, causes, flags=flags, fixed=causes)


CASES = [
    jvm("buffers", "full-collections", flags=("-Xmx300m", "-XX:MaxDirectMemorySize=64m"), fixed=("full-collections",)),
    jvm("cramped", "cramped-heap", flags=("-Xmx130m",)),
    jvm("cramped", "cramped-heap", flags=("-XX:+UseParallelGC", "-Xmx140m"), suffix="-parallel"),
    jvm("cramped", "cramped-heap", flags=("-XX:+UseSerialGC", "-Xmx140m"), java=NEW, suffix="-serial-25"),
    jvm("cramped", "allocation-stalls", "cramped-heap", flags=("-XX:+UseZGC", "-Xmx180m"), java=NEW, suffix="-zgc-25"),
    jvm("dumps", "non-gc-stops", fixed=("non-gc-stops",)),
    jvm("finalizers", "reference-processing", flags=("-Xmx600m",), fixed=("reference-processing",)),
    jvm("forced", "full-collections", fixed=("full-collections",)),
    jvm("forced", "full-collections", java=NEW, fixed=("full-collections",), suffix="-25"),
    jvm("growing", "growing-live-set", fixed=("growing-live-set",)),
    jvm("growing", "growing-live-set", flags=("-XX:+UseParallelGC", "-Xmx300m"), fixed=("growing-live-set",), suffix="-parallel"),
    jvm("histograms", "heap-inspections", fixed=("heap-inspections",)),
    jvm("humongous", "humongous-allocation", fixed=("humongous-allocation",)),
    jvm("humongous", "humongous-allocation", java=NEW, fixed=("humongous-allocation",), suffix="-25"),
    jvm("medium", "objects-retained-too-long", flags=("-Xmx600m",), fixed=("objects-retained-too-long",)),
    jvm("medium", "objects-retained-too-long", flags=("-XX:+UseParallelGC", "-Xmx600m"), fixed=("objects-retained-too-long",),
        suffix="-parallel"),
    jvm("soft", "reference-processing", "soft-references", fixed=("soft-references",)),
    cause("explicit-gc", "ExplicitGc", ("full-collections",), ("-Xmx300m", "-XX:+UseG1GC")),
    cause("explicit-gc-parallel", "ExplicitGc", ("full-collections",), ("-Xmx300m", "-XX:+UseParallelGC")),
    cause("direct-buffers", "DirectBuffers", ("full-collections",), ("-Xmx300m", "-XX:+UseG1GC", "-XX:MaxDirectMemorySize=64m")),
    cause("direct-buffers-parallel", "DirectBuffers", ("full-collections",),
        ("-Xmx300m", "-XX:+UseParallelGC", "-XX:MaxDirectMemorySize=64m")),
    cause("leak", "Leak", ("growing-live-set",), ("-Xmx210m", "-XX:+UseG1GC")),
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
]
