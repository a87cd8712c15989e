using Unpause.Diagnosis.Jvm;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Cli.Labs;

/// <summary><c>unpause lab rpc-client</c>: incident 3 as a Java client and server with Netty's wheel timer.</summary>
internal sealed class RpcClientLab : Lab
{
    private const string Timer = "/usr/share/java/netty-common.jar";

    /// <summary>
    /// The heap for each request a second: what is held for 3 s and the young generation grow
    /// with the rate, and the incident stays the same.
    /// </summary>
    private const double HeapMebibytes = 1600.0 / 2400;

    private const double YoungMebibytes = 300.0 / 2400;
    private const int LeastRate = 200;

    // A young generation of a size as the incident's (there 2.8 GB of 8), with longer and rarer collections than G1 would
    // choose, and marking that starts early enough on a busy machine.
    private static readonly string[] Collector =
        ["-XX:+UseG1GC", "-XX:SurvivorRatio=2", "-XX:InitiatingHeapOccupancyPercent=30", "-XX:-G1UseAdaptiveIHOP"];

    /// <inheritdoc/>
    public override string Name => "rpc-client";

    /// <inheritdoc/>
    public override string Description =>
        "Incident 3: a JVM client whose timer holds every answer for the 3 s of its timeout. Needs a JDK (17 or later) "
        + "and Debian's libnetty-java.";

    /// <inheritdoc/>
    public override string Headline =>
        "Incident 3: a timer that holds each answer until its timeout, so that every young collection copies them all.";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Modes { get; } = ["retaining", "reference-dropped", "timeout-cancelled"];

    /// <inheritdoc/>
    public override LabLoad Defaults { get; } = new(15, 2000, 50_000_000);

    /// <inheritdoc/>
    public override IReadOnlyList<LabRow> Rows { get; } =
    [
        LabRow.Duration("life of an object, at most", LifetimeNanoseconds),
        LabRow.Percent("young bytes that survive", SurvivalPercent),
        LabRow.Duration(
            "Object Copy, mean",
            run => run.Process.Summary.Collections.ByPhase.FirstOrDefault(phase => phase.Phase == JvmPhases.ObjectCopy)?.MeanNanoseconds),
        LabRow.Bytes("promoted a second", run => run.Process.Summary.Heap.PromotionRateBytesPerSecond),
        LabRow.Bytes("allocated a second", run => run.Process.Summary.Heap.AllocationRateBytesPerSecond),
        LabRow.Bytes("most memory in use", run => run.Process.Summary.Heap.PeakBytes),
    ];

    /// <inheritdoc/>
    public override Func<LabTask, LabRun?> Prepare(LabFolder folder)
    {
        var classes = JavaProgram.Compile(folder, Timer, "libnetty-java");
        return task => LabRun.Record(task,
        [
            "java", .. Collector, .. Heap(task.Load.Rate),
            // Who holds the objects that live longest: written when the program ends, with the timers of the last seconds still
            // set. Old samples of dead objects stay until their region is collected, so the queue must be long.
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
    /// Little's law: live bytes ÷ allocation rate. Live is what marking left; where nothing was promoted that marking
    /// could be needed for, it is no more than what the emptiest collection left.
    /// </summary>
    private static double? LifetimeNanoseconds(LabRun run)
    {
        if (ObjectLifetimes.Of(run.Process.Recording) is { } lives) return lives.LifetimeSeconds * 1e9;
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
