using System.Diagnostics;
using Unpause.Analysis.Diagnosis.Jvm;
using Unpause.Recordings.Words;

namespace Unpause.Experiments.Labs;

/// <summary><c>unpause lab rpc-client</c>: incident 3 as a Java client and server with Netty's wheel timer.</summary>
public sealed class RpcClientLab : Lab
{
    private const string Timer = "/usr/share/java/netty-common.jar";

    /// <summary>
    /// The heap size per request per second: the objects that are retained for 3 s and the young generation grow with the rate.
    /// </summary>
    private const double HeapMebibytes = 1600.0 / 2400;

    private const double YoungMebibytes = 300.0 / 2400;
    private const int LeastRate = 200;

    // A young generation as large as in the incident (2.8 of 8 GB): GCs are rarer and longer than G1 would choose.
    // Marking starts early enough for a busy machine.
    private static readonly string[] Collector =
        ["-XX:+UseG1GC", "-XX:SurvivorRatio=2", "-XX:InitiatingHeapOccupancyPercent=30", "-XX:-G1UseAdaptiveIHOP"];

    /// <inheritdoc/>
    public override string Name => "rpc-client";

    /// <inheritdoc/>
    public override string Description =>
        "Incident 3: a JVM client whose timer retains every response for its 3 s timeout. Needs a JDK (17 or later) "
        + "and Debian's libnetty-java.";

    /// <inheritdoc/>
    public override string Headline =>
        "Incident 3: a timer retains each response until its timeout, and every young GC copies all of them.";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Modes { get; } = ["retaining", "reference-dropped", "timeout-cancelled"];

    /// <inheritdoc/>
    public override LabLoad Defaults { get; } = new(15, 2000, 50_000_000);

    /// <inheritdoc/>
    public override IReadOnlyList<LabRow> Rows { get; } =
    [
        LabRow.Duration("object lifetime, at most", LifetimeNanoseconds),
        LabRow.Percent("young bytes that survive", SurvivalPercent),
        LabRow.Duration(
            "Object Copy, mean",
            run => run.Process.Summary.Collections.ByPhase.FirstOrDefault(phase => phase.Phase == JvmPhases.ObjectCopy)?.MeanNanoseconds),
        LabRow.Bytes("promoted per second", run => run.Process.Summary.Heap.PromotionRateBytesPerSecond),
        LabRow.Bytes("allocated per second", run => run.Process.Summary.Heap.AllocationRateBytesPerSecond),
        LabRow.Bytes("most memory in use", run => run.Process.Summary.Heap.PeakBytes),
    ];

    /// <inheritdoc/>
    public override Func<LabTask, LabRun?> Prepare(LabFolder folder)
    {
        var classes = JavaProgram.Compile(folder, Timer, "libnetty-java");
        return task => LabRun.Record(task,
        [
            "java", .. Collector, .. Heap(task.Load.Rate),
            // What retains the longest-lived objects: written at the end of the program, while the timers of the last seconds are
            // still set. Samples of dead objects stay until their region is collected, so the queue must be long.
            $"-XX:StartFlightRecording=filename={Path.Combine(LabRun.RecordingFolder(task), "client.jfr")},"
            + "settings=profile,path-to-gc-roots=true",
            "-XX:FlightRecorderOptions=old-object-queue-size=10000",
            "-Xlog:jfr+startup=off",
            "-cp", $"{classes}:{Timer}", "Main", task.Folder, task.Mode, $"{task.Load.Seconds}", $"{task.Load.Rate}", $"{task.Seed}",
        ]);
    }

    private static string[] Heap(int rate)
    {
        var counted = Math.Max(rate, LeastRate);
        var heap = (int)(counted * HeapMebibytes);
        return [$"-Xms{heap}m", $"-Xmx{heap}m", $"-Xmn{(int)(counted * YoungMebibytes)}m"];
    }

    /// <summary>
    /// Little's law: live set ÷ allocation rate. The live set is what marking left. When too little was promoted to need marking,
    /// the lowest occupancy after a GC is an upper bound of it.
    /// </summary>
    private static double? LifetimeNanoseconds(LabRun run)
    {
        if (ObjectLifetimes.Compute(run.Process.Recording) is { } lives) return lives.LifetimeSeconds * 1e9;
        long? least = null;
        foreach (var collection in run.Process.Recording.Collections)
        {
            if (collection is { Generation: Generations.Young, HeapAfterBytes: { } after } && !(after >= least)) least = after;
        }

        return least / run.Process.Summary.Heap.AllocationRateBytesPerSecond * 1e9;
    }

    private static double? SurvivalPercent(LabRun run)
    {
        double survivors = 0;
        double collected = 0;
        foreach (var collection in run.Process.Recording.Collections)
        {
            if (collection is not { Generation: Generations.Young, SurvivorBytes: { } kept, YoungBeforeBytes: { } before }) continue;
            survivors += kept;
            collected += before;
        }

        return collected > 0 ? 100 * survivors / collected : null;
    }
}

/// <summary>A lab that is written in Java.</summary>
internal static class JavaProgram
{
    /// <summary>Compiles the lab's sources.</summary>
    /// <param name="library">A jar that they need.</param>
    /// <param name="package">The Debian package that installs it.</param>
    /// <returns>The folder with the classes.</returns>
    /// <exception cref="UserMistake">There is no JDK, no jar, or it doesn't compile.</exception>
    public static string Compile(LabFolder folder, string library, string package)
    {
        var install = $"apt-get install openjdk-17-jdk-headless {package}";
        if (!File.Exists(library)) throw new UserMistake($"the lab needs {library}: {install}");
        var classes = folder["classes"];
        var sources = Directory.EnumerateFiles(folder.Path, "*.java").Order(StringComparer.Ordinal);
        LabCompiler.Run(new ProcessStartInfo("javac", ["-d", classes, "-cp", library, .. sources]), install);
        return classes;
    }
}
