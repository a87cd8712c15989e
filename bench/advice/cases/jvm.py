"""JVM: names of programs/jvm/Advice.java."""
from case import Case

NEW = "/usr/lib/jvm/temurin-25-jdk-amd64/bin/java"


def jvm(name, *cause, flags=("-Xmx300m",), fixed=(), java="java", suffix=""):
    return Case(f"jvm-{name}{suffix}", "jvm", (java, "-cp", "{built}/jvm", "Advice", name, "{seconds}"), cause, flags=flags, fixed=fixed)


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
]
