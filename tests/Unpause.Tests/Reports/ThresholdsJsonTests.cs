using System.Text;
using System.Text.Json;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Reports;
using Unpause.Tests.Readers.Jvm;

namespace Unpause.Tests.Reports;

/// <summary>What collectors set themselves from one collection to the next, in the contract's events.</summary>
public class ThresholdsJsonTests
{
    /// <summary>
    /// Sums of what a log with regions of 1 MiB prints: tenuring thresholds, desired sizes, young targets, marking thresholds.
    /// </summary>
    private const string Sums = """
        / new threshold / { match($0, /size [0-9]+/); d += substr($0, RSTART + 5, RLENGTH - 5); match($0, /threshold [0-9]+/); t += substr($0, RSTART + 10, RLENGTH - 10) }
        / Eden regions: / { n = split($0, parts, "("); y += parts[n] }
        / Survivor regions: / { match($0, />[0-9]+/); y += substr($0, RSTART + 1, RLENGTH - 1) }
        / Basic information / { match($0, /threshold: [0-9]+/); m += substr($0, RSTART + 11, RLENGTH - 11) }
        END { printf "%d %.0f %.0f %.0f", t, d, y * 1048576, m }
        """;

    [Theory]
    [InlineData("thresholds-g1-jdk17.log.gz")]
    [InlineData("thresholds-g1-jdk25.log.gz")]
    public void Thresholds_G1Log_AgreeWithAwk(string name)
    {
        var expected = JvmLogs.Awk(JvmLogs.Bytes(JvmLogs.Fixture(name)), Sums);
        var reported = Thresholds(JvmLogs.Load(JvmLogs.Bytes(JvmLogs.Fixture(name))));
        Assert.All(expected, sum => Assert.InRange(sum, 1, double.MaxValue));
        Assert.Equal(expected[0], Sum(reported, "tenuring"));
        Assert.Equal(expected[1], Sum(reported, "desired_survivor_bytes"));
        Assert.Equal(expected[2], Sum(reported, "young_target_bytes"));
        Assert.Equal(expected[3], Sum(reported, "marking_bytes"));
        Assert.Contains(reported, item => item.GetProperty("tenuring_max").GetInt64() == 15);
    }

    [Theory]
    [InlineData("zgc-jdk25.log.gz", "tenuring", "tenuring_max")]
    [InlineData("parallel-jdk17.log", "young_target_bytes", "marking_bytes")]
    [InlineData("g1-jdk25.jfr.gz", "young_target_bytes", "marking_bytes")]
    public void Thresholds_OtherSources_HaveWhatTheyRecord(string name, string reported, string unreported)
    {
        var all = Thresholds(RuntimeTable.Default.Load([RecordingInput.File(JvmLogs.Sample(name))]));
        Assert.NotEmpty(all);
        Assert.Contains(all, item => item.GetProperty(reported).ValueKind == JsonValueKind.Number);
        Assert.All(all, item => Assert.Equal(JsonValueKind.Null, item.GetProperty(unreported).ValueKind));
    }

    [Theory]
    [InlineData("2.000: [GC pause (G1 Evacuation Pause) (young)\nDesired survivor size 1048576 bytes, new threshold 7 (max 15)\n, 0.02 "
        + "secs]\n   [Eden: 24.0M(24.0M)->0.0B(20.0M) Survivors: 0.0B->3072.0K Heap: 24.0M(64.0M)->4096.0K(64.0M)]\n", 7, 23 << 20)]
    [InlineData(
        "2.000: [GC 2.000: [ParNew: 17024K->2112K(19136K), 0.0050000 secs] 20000K->5088K(83008K), 0.0051000 secs]\n", null, 19136 << 10)]
    public void Thresholds_Jdk8Log_AreReported(string log, int? tenuring, int young)
    {
        var reported = Assert.Single(Thresholds(JvmLogs.Load(log)));
        Assert.Equal(young, reported.GetProperty("young_target_bytes").GetInt64());
        Assert.Equal(tenuring, reported.GetProperty("tenuring") is { ValueKind: JsonValueKind.Number } number ? number.GetInt32() : null);
    }

    /// <summary>Level debug has sentences of numbers whose last is one of milliseconds: they are no phases.</summary>
    [Fact]
    public void Phases_SentencesOfNumbers_AreNoPhases()
    {
        var recording = JvmLogs.Read(JvmLogs.Fixture("thresholds-g1-jdk17.log.gz"));
        Assert.All(recording.Phases, phase => Assert.InRange(phase.Name.Length, 1, 50));
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
    }

    private static List<JsonElement> Thresholds(LoadedRecordings loaded)
    {
        var stream = new MemoryStream();
        new JsonReportWriter(events: true).Write(Report.Create(loaded.Recordings), stream);
        var json = Encoding.UTF8.GetString(stream.ToArray());
        Assert.Equal("", ContractSchema.Faults(json));
        var events = JsonDocument.Parse(json).RootElement.GetProperty("processes")[0].GetProperty("events").EnumerateArray();
        return [.. events.Where(item => item.TryGetProperty("thresholds", out _)).Select(item => item.GetProperty("thresholds"))];
    }

    private static double Sum(List<JsonElement> reported, string name) =>
        reported.Select(item => item.GetProperty(name)).Where(value => value.ValueKind == JsonValueKind.Number)
            .Sum(value => value.GetDouble());
}
