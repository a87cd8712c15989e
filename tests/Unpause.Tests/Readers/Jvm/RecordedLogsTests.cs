using System.Collections.Concurrent;
using System.Diagnostics;
using Unpause.Recordings;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>
/// Every collector of every installed JDK, recorded while the test runs, in seven decorator sets at once: a JVM writes as
/// many logs as are configured. All must give the same, and what awk counts in the text.
/// </summary>
public class RecordedLogsTests
{
    private static readonly ConcurrentDictionary<string, Lazy<string>> Compiled = new(StringComparer.Ordinal);

    private static readonly string[] DecoratorSets =
    [
        "none",
        "uptime",
        "time,level,tags",
        "utctime,pid,tid",
        "uptimemillis,level",
        "time,uptime,level,tags",
        "timenanos,uptimenanos,hostname,pid,tid,tags",
    ];

    private static readonly string[][] Collectors =
    [
        ["-XX:+UseSerialGC"], ["-XX:+UseParallelGC"], ["-XX:+UseG1GC"], ["-XX:+UseZGC"], ["-XX:+UseShenandoahGC"],
        ["-XX:+UseShenandoahGC", "-XX:ShenandoahGCMode=generational"], ["-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC"],
    ];

    private const string Sums = """/GC\([0-9]+\) ([yYO]: )?Pause .*[0-9]ms *\r?$/ { v = $NF; sub("ms", "", v); n++; s += v } """
        + """/Safepoint "/ { split($0, a, "Total: +"); split(a[2], b, " "); m++; t += b[1] } { if (match($0, /GC\([0-9]+\)/)) """
        + """ids[substr($0, RSTART, RLENGTH)] = 1 } END { for (i in ids) c++; printf "%d %.6f %d %.0f %d", n, s, m, t, c }""";

    /// <summary>Homes of the installed JDKs, with the collectors that each was built with.</summary>
    public static TheoryData<string, string> Recordings
    {
        get
        {
            var data = new TheoryData<string, string>();
            if (!Directory.Exists("/usr/lib/jvm")) return data;
            foreach (var java in Directory.EnumerateDirectories("/usr/lib/jvm")
                .Select(home => Path.Combine(home, "bin", "java"))
                .Where(java => File.Exists(java) && !java.Contains("/java-1.", StringComparison.Ordinal)))
            {
                foreach (var collector in Collectors.Where(options => Has(java, options))) data.Add(java, string.Join(' ', collector));
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Recordings), DisableDiscoveryEnumeration = true)]
    public void RecordedLogs_EveryDecoratorSet_MatchesAwk(string java, string collector)
    {
        var folder = Directory.CreateTempSubdirectory("unpause-logs-");
        try
        {
            Record(java, collector, folder.FullName);
            for (var set = 0; set < DecoratorSets.Length; set++)
            {
                AssertLog(Path.Combine(folder.FullName, $"{set}.log"), collector.Contains("Epsilon", StringComparison.Ordinal));
            }
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static void AssertLog(string path, bool collectsNothing)
    {
        var bytes = File.ReadAllBytes(path);
        var expected = JvmLogs.Awk(bytes, Sums);
        var loaded = JvmLogs.Load(bytes);
        Assert.Empty(loaded.Unread);
        var recording = Assert.Single(loaded.Recordings);
        Assert.Equal(expected[0], recording.Pauses.Count);
        Assert.Equal(expected[1], recording.Pauses.Sum(pause => pause.DurationNanoseconds) / 1e6, 6);
        Assert.Equal(expected[2], recording.Stops?.Count ?? 0);
        Assert.Equal(expected[3], recording.Stops?.Sum(stop => stop.DurationNanoseconds) ?? 0);
        Assert.Equal(expected[4], recording.Collections.Count);
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
        if (!collectsNothing) Assert.True(recording.Collections.Count > 0);
    }

    private static bool Has(string java, string[] collector)
    {
        using var process = Process.Start(
            new ProcessStartInfo(java, [.. collector, "-version"])
            {
                UseShellExecute = false, RedirectStandardOutput = true, RedirectStandardError = true,
            })!;
        var errors = process.StandardError.ReadToEndAsync();
        process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode == 0 && errors.Result.Length > 0;
    }

    private static void Record(string java, string collector, string folder)
    {
        var start = new ProcessStartInfo(java)
        {
            WorkingDirectory = folder,
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true
        };
        foreach (var option in collector.Split(' ')) start.ArgumentList.Add(option);
        start.ArgumentList.Add(collector.Contains("Epsilon", StringComparison.Ordinal) ? "-Xmx1g" : "-Xmx64m");
        for (var set = 0; set < DecoratorSets.Length; set++)
        {
            start.ArgumentList.Add($"-Xlog:gc*,safepoint:file={set}.log:{DecoratorSets[set]}:filecount=0");
        }

        foreach (var argument in new[] { "-cp", CompiledBy(java), "Churn", "0.4", "12", "1", "8" }) start.ArgumentList.Add(argument);
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, errors.Result + output.Result);
    }

    /// <summary>Classes of the program, compiled once by each JDK.</summary>
    private static string CompiledBy(string java) => Compiled.GetOrAdd(java, _ => new Lazy<string>(() =>
    {
        var folder = Directory.CreateTempSubdirectory("unpause-classes-").FullName;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(folder, recursive: true);
        using var javac = Process.Start(Path.Combine(Path.GetDirectoryName(java)!, "javac"), ["-d", folder, JvmLogs.Sample("Churn.java")]);
        javac.WaitForExit();
        Assert.Equal(0, javac.ExitCode);
        return folder;
    })).Value;
}
