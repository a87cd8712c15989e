using System.Globalization;
using System.Text;

namespace Unpause.Bench.AttributionTruth;

/// <summary>A JVM's unified log with stamps of wall time and uptime (JDK 17, -Xlog:gc*:file=gc.log:time,uptime,level,tags).</summary>
public static class JvmLog
{
    /// <summary>Writes the log of a scene.</summary>
    public static void Write(string path, Scene scene)
    {
        var text = new StringBuilder();
        Line(text, scene, 0.010, "gc", "Using G1");
        Line(text, scene, 0.012, "gc,init", "Version: 17.0.15+6-Debian-1deb12u1 (release)");
        var world = scene.World;
        var last = 0.012;
        for (var number = 0; number < world.Pauses.Count; number++)
        {
            var (start, length) = world.Pauses[number];
            var end = start + length;
            var pause = $"GC({number}) Pause Young (Normal) (G1 Evacuation Pause)";
            Line(text, scene, start, "gc,start", pause);
            Line(text, scene, end, "gc", Inv($"{pause} 240M->40M(512M) {length * 1e3:F3}ms"));
            if (world.Cell.Safepoint == Safepoint.Logged)
            {
                var reaching = world.ToSafepoint[number];
                Line(
                    text, scene, end, "safepoint",
                    Inv($"Safepoint \"G1CollectForAllocation\", Time since last: {(start - reaching - last) * 1e9:F0} ns, ")
                    + Inv($"Reaching safepoint: {reaching * 1e9:F0} ns, Cleanup: 4000 ns, At safepoint: {length * 1e9:F0} ns, ")
                    + Inv($"Total: {(reaching + length) * 1e9 + 4000:F0} ns"));
                last = end;
            }
        }

        var over = World.Lead + world.Setting.Duration + 2;
        Line(text, scene, over, "gc,heap,exit", "Heap");
        Line(text, scene, over, "gc,heap,exit", " garbage-first heap   total 524288K, used 124000K");
        File.WriteAllText(path, text.ToString());
    }

    private static void Line(StringBuilder text, Scene scene, double at, string tags, string message)
    {
        var shown = DateTimeOffset.FromUnixTimeMilliseconds((long)Math.Floor(scene.OfLog(at) * 1e3));
        // A step is one of the wall clock; a drifting clock drifts in the uptime too.
        var uptime = scene.StepAt is null ? scene.OfLog(at) - scene.OfLog(0) : at;
        text.Append(Inv($"[{shown:yyyy-MM-dd'T'HH:mm:ss.fff}+0000][{uptime:F3}s][info][{tags}] {message}\n"));
    }

    private static string Inv(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
