"""JVM: classes of programs/jvm."""
from case import Case

NEW = "/usr/lib/jvm/temurin-25-jdk-amd64/bin/java"

RMI = ("-Xmx200m", "-XX:+UseG1GC", "-Dsun.rmi.dgc.server.gcInterval=600")


def cause(name, program, causes, flags, java="java", seconds="{seconds}", record=()):
    """A program of its own, whose fixed form makes the code change that any of the causes advises."""
    command = (java, "-cp", "{built}/jvm", program, seconds)
    return Case(f"jvm-{name}", "jvm", command, causes, flags=flags, fixed=causes, record=record)


CASES = [
    cause("explicit-gc", "ExplicitGc", ("full-collections",), ("-Xmx300m", "-XX:+UseG1GC")),
    cause("explicit-gc-parallel", "ExplicitGc", ("full-collections",), ("-Xmx300m", "-XX:+UseParallelGC")),
    cause("direct-buffers", "DirectBuffers", ("full-collections",), ("-Xmx300m", "-XX:+UseG1GC", "-XX:MaxDirectMemorySize=64m")),
    cause("direct-buffers-parallel", "DirectBuffers", ("full-collections",),
          ("-Xmx300m", "-XX:+UseParallelGC", "-XX:MaxDirectMemorySize=64m")),
    cause("leak", "Leak", ("growing-live-set",), ("-Xmx360m", "-XX:+UseG1GC"), seconds="14"),
    cause("cramped-heap", "CrampedHeap", ("cramped-heap",), ("-Xmx96m", "-XX:+UseG1GC")),
    cause("direct-buffers-25", "DirectBuffers", ("full-collections",), ("-Xmx300m", "-XX:+UseG1GC", "-XX:MaxDirectMemorySize=64m"), NEW),
    cause("cramped-heap-25", "CrampedHeap", ("cramped-heap",), ("-Xmx96m", "-XX:+UseG1GC"), NEW),
    cause("cramped-heap-parallel", "CrampedHeap", ("cramped-heap",), ("-Xmx96m", "-XX:+UseParallelGC")),
    cause("large-arrays", "Humongous", ("humongous-allocation",), ("-Xmx300m", "-XX:+UseG1GC")),
    cause("soft-cache", "SoftCache", ("soft-reference-cache",), ("-Xmx200m", "-XX:+UseG1GC")),
    cause("soft-cache-parallel", "SoftCache", ("soft-reference-cache",), ("-Xmx200m", "-XX:+UseParallelGC")),
    # Without phases the findings say that they would show the cause.
    cause("finalize", "Finalizers", ("reference-processing",), ("-Xmx300m", "-XX:+UseG1GC"), record=("--profile", "phases")),
    cause("thread-dumps", "ThreadDumps", ("non-gc-stops", "monitoring-stops"), ("-Xmx200m", "-XX:+UseG1GC")),
    cause("class-histograms", "Histograms", ("heap-inspections", "monitoring-stops"), ("-Xmx200m", "-XX:+UseG1GC")),
    # RMI's interval is an hour. On a busy machine a period of a second is not seen as one.
    cause("remote-objects", "RemoteObjects", ("monitoring-stops", "full-collections"), RMI),
    cause("remote-objects-25", "RemoteObjects", ("monitoring-stops", "full-collections"), RMI, NEW),
    cause("retained", "Retained", ("objects-retained-too-long", "long-evacuation"), ("-Xmx300m", "-XX:+UseG1GC")),
    cause("zgc-stalls", "Stalls", ("allocation-stalls",), ("-Xmx128m", "-XX:+UseZGC")),
    cause("full-heap-parallel", "FullHeap", ("cramped-heap", "full-collections"), ("-Xmx170m", "-XX:+UseParallelGC")),
    cause("full-heap-serial", "FullHeap", ("cramped-heap", "full-collections"), ("-Xmx170m", "-XX:+UseSerialGC")),
    cause("class-loaders", "Loaders", ("metadata-collections",), ("-Xmx200m", "-XX:+UseG1GC", "-XX:MaxMetaspaceSize=40m")),
    cause("soft-cache-25", "SoftCache", ("soft-reference-cache",), ("-Xmx200m", "-XX:+UseG1GC"), NEW),
    cause("thread-dumps-25", "ThreadDumps", ("non-gc-stops", "monitoring-stops"), ("-Xmx200m", "-XX:+UseG1GC"), NEW),
    cause("class-histograms-25", "Histograms", ("heap-inspections", "monitoring-stops"), ("-Xmx200m", "-XX:+UseG1GC"), NEW),
    cause("class-loaders-25", "Loaders", ("metadata-collections",), ("-Xmx200m", "-XX:+UseG1GC", "-XX:MaxMetaspaceSize=40m"), NEW),
    cause("explicit-gc-25", "ExplicitGc", ("full-collections",), ("-Xmx300m", "-XX:+UseG1GC"), NEW),
    cause("large-arrays-25", "Humongous", ("humongous-allocation",), ("-Xmx300m", "-XX:+UseG1GC"), NEW),
    cause("cramped-heap-serial-25", "CrampedHeap", ("cramped-heap",), ("-Xmx96m", "-XX:+UseSerialGC"), NEW),
    cause("retained-25", "Retained", ("objects-retained-too-long", "long-evacuation"), ("-Xmx300m", "-XX:+UseG1GC"), NEW),
    cause("zgc-stalls-25", "Stalls", ("allocation-stalls",), ("-Xmx128m", "-XX:+UseZGC"), NEW),
    cause("written-array-serial", "Written", ("old-to-young-references",), ("-Xms500m", "-Xmx500m", "-Xmn48m", "-XX:+UseSerialGC")),
    cause("written-array-serial-25", "Written", ("old-to-young-references",), ("-Xms500m", "-Xmx500m", "-Xmn48m", "-XX:+UseSerialGC"), NEW),
    cause("written-array-parallel", "Written", ("old-to-young-references",), ("-Xms500m", "-Xmx500m", "-Xmn48m", "-XX:+UseParallelGC")),
    cause("retained-parallel", "Retained", ("objects-retained-too-long", "long-evacuation"), ("-Xmx300m", "-XX:+UseParallelGC")),
]
