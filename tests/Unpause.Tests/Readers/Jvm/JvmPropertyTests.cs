using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>What must hold whatever happens to a log's bytes: the same events or a note, no exception, no hang.</summary>
public class JvmPropertyTests
{
    private const string Unified = """
        [2024-05-01T10:00:00.010+0000][0.010s][info][gc] Using G1
        [2024-05-01T10:00:00.011+0000][0.011s][info][gc,init] Heap Region Size: 1M
        [2024-05-01T10:00:01.000+0000][1.000s][info][gc,start    ] GC(0) Pause Young (Normal) (G1 Evacuation Pause)
        [2024-05-01T10:00:01.005+0000][1.005s][info][gc,phases   ] GC(0)   Evacuate Collection Set: 4.1ms
        [2024-05-01T10:00:01.005+0000][1.005s][debug][gc,phases   ] GC(0)     Object Copy (ms):              Min:  3.0, Avg:  3.5, Max:  4.0, Diff:  1.0, Sum:  7.0, Workers: 2
        [2024-05-01T10:00:01.005+0000][1.005s][info][gc,heap     ] GC(0) Eden regions: 24->0(20)
        [2024-05-01T10:00:01.005+0000][1.005s][info][gc,heap     ] GC(0) Survivor regions: 0->3(3)
        [2024-05-01T10:00:01.005+0000][1.005s][info][gc,heap     ] GC(0) Old regions: 1->12
        [2024-05-01T10:00:01.005+0000][1.005s][info][gc          ] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.123ms
        [2024-05-01T10:00:01.005+0000][1.005s][info][gc,cpu      ] GC(0) User=0.01s Sys=0.00s Real=0.01s
        [2024-05-01T10:00:01.006+0000][1.006s][info][safepoint   ] Safepoint "G1CollectForAllocation", Time since last: 1000 ns, Reaching safepoint: 120 ns, Cleanup: 30 ns, At safepoint: 5200000 ns, Total: 5200150 ns
        [2024-05-01T10:00:02.000+0000][2.000s][info][gc          ] GC(1) Pause Full (System.gc()) 44M->14M(64M) 25.001ms

        """;

    private const string Legacy = """
        2024-05-01T10:00:00.500+0000: 0.500: Total time for which application threads were stopped: 0.0001250 seconds, Stopping threads took: 0.0000250 seconds
        2024-05-01T10:00:01.000+0000: 1.000: [GC pause (G1 Evacuation Pause) (young)2024-05-01T10:00:01.002+0000: 1.002: [GC concurrent-root-region-scan-end, 0.0136760 secs]
        , 0.0224770 secs]
           [Object Copy (ms): Min: 13.0, Avg: 13.5, Max: 14.0, Diff: 1.0, Sum: 27.0]
           [Eden: 24.0M(24.0M)->0.0B(20.0M) Survivors: 0.0B->3072.0K Heap: 24.0M(64.0M)->4096.0K(64.0M)]
         [Times: user=0.03 sys=0.01, real=0.02 secs]
        2024-05-01T10:00:02.000+0000: 2.000: [GC (Allocation Failure) 2.000: [ParNew: 17024K->2112K(19136K), 0.0050000 secs] 20000K->5088K(83008K), 0.0051000 secs] [Times: user=0.01 sys=0.00, real=0.01 secs]
        2024-05-01T10:00:03.000+0000: 3.000: [Full GC (System.gc()) 5088K->1749K(83008K), 0.0266932 secs]

        """;

    public static TheoryData<string> Texts => [Unified, Legacy];

    [Theory]
    [MemberData(nameof(Texts))]
    public void JvmReaders_CutAtEveryByte_GiveOnlyEventsOfTheWhole(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        var whole = JvmLogs.Load(bytes).Recordings[0];
        var pauses = whole.Pauses.Select(pause => (pause.DurationNanoseconds, pause.Name)).ToHashSet();
        var stops = whole.Stops!.Select(stop => (stop.DurationNanoseconds, stop.Operation)).ToHashSet();
        var sizes = whole.Collections.Select(collection => collection.PromotedBytes).ToHashSet();
        var phases = whole.Phases.Select(phase => (phase.Name, phase.DurationNanoseconds)).ToHashSet();
        for (var length = 0; length <= bytes.Length; length++)
        {
            foreach (var cut in JvmLogs.Load(bytes[..length]).Recordings)
            {
                Assert.Subset(pauses, cut.Pauses.Select(pause => (pause.DurationNanoseconds, pause.Name)).ToHashSet());
                Assert.Subset(stops, cut.Stops?.Select(stop => (stop.DurationNanoseconds, stop.Operation)).ToHashSet() ?? []);
                Assert.Subset(phases, cut.Phases.Select(phase => (phase.Name, phase.DurationNanoseconds)).ToHashSet());
                Assert.Subset(sizes, cut.Collections.Where(collection => collection.PromotedBytes is not null)
                    .Select(collection => collection.PromotedBytes)
                    .ToHashSet());
            }
        }
    }

    [Theory]
    [MemberData(nameof(Texts))]
    public void JvmReaders_AnyChunking_GiveTheSameRecording(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        var whole = JvmLogs.Describe(JvmLogs.Load(bytes));
        for (var most = 1; most <= 64; most++)
        {
            var chunked = RuntimeTable.Default.Load([new RecordingInput("a.log", () => new TricklingStream(bytes, most, most))]);
            Assert.Equal(whole, JvmLogs.Describe(chunked));
        }
    }

    [Theory]
    [MemberData(nameof(Texts))]
    public void JvmReaders_CarriageReturns_ChangeNothing(string text) =>
        Assert.Equal(JvmLogs.Describe(JvmLogs.Load(text)), JvmLogs.Describe(JvmLogs.Load(text.ReplaceLineEndings("\r\n"))));

    [Theory]
    [MemberData(nameof(Texts))]
    public void JvmReaders_FileName_ChangesNothing(string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        Assert.Equal(JvmLogs.Describe(JvmLogs.Load(bytes)), JvmLogs.Describe(JvmLogs.Load(bytes, "unknown.nettrace")));
    }

    [Theory]
    [MemberData(nameof(Texts))]
    public void JvmReaders_OtherOutput_ChangesNothing(string text)
    {
        string[] other =
        [
            "hello [world]", "[INFO] started [ok", "{\"a\":[1,2]}", "   ", "[main] WARN x - y", "10:00:01.123 [pool-1] DEBUG z"
        ];
        var lines = text.Split('\n');
        var mixed = string.Join(
            '\n',
            lines.Select((line, index) => line.Contains("(young)", StringComparison.Ordinal) || index == lines.Length - 1
                ? line
                : $"{line}\n{other[index % other.Length]}"));
        Assert.Equal(JvmLogs.Describe(JvmLogs.Load(text)), JvmLogs.Describe(JvmLogs.Load(mixed)));
    }

    [Theory]
    [MemberData(nameof(Texts))]
    public void JvmReaders_LogTwice_GiveTwoProcessesWithANote(string text)
    {
        var twice = JvmLogs.Load(text + text);
        Assert.Equal(2, twice.Recordings.Count);
        var once = JvmLogs.Load(text).Recordings[0];
        Assert.All(twice.Recordings, recording => Assert.Equal(
            once.Pauses.Select(pause => pause.DurationNanoseconds), recording.Pauses.Select(pause => pause.DurationNanoseconds)));
        Assert.Contains(twice.Recordings[0].Coverage.Notes, note => note.Text.Contains("another JVM starts", StringComparison.Ordinal));
    }

    [Fact]
    public void JvmReaders_DamagedBytes_DoNotThrowOrHang()
    {
        var logs = new[]
        {
            Encoding.UTF8.GetBytes(Unified),
            Encoding.UTF8.GetBytes(Legacy),
            JvmLogs.Bytes(JvmLogs.Sample("zgc-jdk25.log.gz"))[..60_000]
        };
        var random = new Random(5);
        for (var round = 0; round < 600; round++)
        {
            var bytes = logs[round % logs.Length].ToArray();
            for (var change = 0; change < 1 + (round % 40); change++)
            {
                var at = random.Next(bytes.Length);
                bytes[at] = (round % 3) switch { 0 => (byte)random.Next(256), 1 =>
                    (byte)"[]()0123456789 ->:msKMG,."[random.Next(25)], _ => bytes[random.Next(bytes.Length)] };
            }

            foreach (var recording in JvmLogs.Load(bytes).Recordings)
            {
                Assert.All(recording.Pauses, pause => Assert.InRange(pause.Collection, 0, recording.Collections.Count - 1));
                Assert.All(recording.Phases, phase => Assert.InRange(phase.Collection, 0, recording.Collections.Count - 1));
            }
        }
    }
}
