using System.Text;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>Fragments between lines, and timestamps with digits too many or too few: only the torn line itself may suffer.</summary>
public class TornLinesTests
{
    /// <summary>Before and behind this many lines a timestamp has no neighbours that could contradict it.</summary>
    private const int Edge = 25;

    public static TheoryData<string> Logs => [.. JvmLogs.Unified
        .Select(path => Path.GetRelativePath(RepositoryFolder.Root, path)).Append(LegacySample).Where(HasUptime)];

    private static string LegacySample => Path.Combine("tests", "Unpause.Tests", "fixtures", "jvm", "torn-legacy.log");

    /// <summary>A torn beginning in front of a whole line, or alone: every number stays what it was.</summary>
    [Theory]
    [MemberData(nameof(Logs))]
    public void TornLines_FragmentsBetweenLines_ChangeNoNumber(string path)
    {
        var lines = Lines(path);
        var expected = Numbers(JvmLogs.Load(Text(lines)));
        var random = new Random(7);
        for (var round = 0; round < 12; round++)
        {
            var torn = lines.ToList();
            for (var i = 0; i < 5; i++)
            {
                var at = random.Next(Edge, torn.Count - Edge);
                var piece = torn[at - 1][..random.Next(1, Math.Min(30, torn[at - 1].Length))];
                if (random.Next(2) == 0 && piece[0] == '[') torn[at] = piece[..Math.Min(piece.Length, 6)] + torn[at];
                else torn.Insert(at, piece);
            }

            Assert.Equal(expected, Numbers(JvmLogs.Load(Text(torn))));
        }
    }

    /// <summary>One damaged timestamp: no pause is lost, no JVM is made, and the clock goes on.</summary>
    [Theory]
    [MemberData(nameof(Logs))]
    public void TornLines_OneTornTimestamp_KeepsTheClock(string path)
    {
        var lines = Lines(path);
        var whole = Assert.Single(JvmLogs.Load(Text(lines)).Recordings);
        var random = new Random(11);
        for (var round = 0; round < 40; round++)
        {
            var torn = lines.ToArray();
            var at = random.Next(Edge, torn.Length - Edge);
            while (StampStart(torn[at]) < 0) at--;
            var start = StampStart(torn[at]);
            torn[at] = (round % 3) switch
            {
                0 => torn[at].Insert(start, ((char)('1' + random.Next(9))).ToString()),
                1 => torn[at].Remove(torn[at].IndexOf('.', start) + 2, 1),
                _ => torn[at].Insert(torn[at].IndexOf('.', start) + 4, "0"),
            };
            var recording = Assert.Single(JvmLogs.Load(Text(torn)).Recordings);
            Assert.Equal(
                whole.Pauses.Select(pause => pause.DurationNanoseconds).Order(),
                recording.Pauses.Select(pause => pause.DurationNanoseconds).Order());
            Assert.InRange(recording.DurationNanoseconds!.Value - whole.DurationNanoseconds!.Value, -1, 310_000_000);
        }
    }

    [Theory]
    [InlineData("[0.[0.733s][info][gc] GC(2) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms", 1)]
    [InlineData("[1.5260s][info][gc] GC(2) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms", 1)]
    [InlineData("[9999.733s][info][gc] GC(2) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms", 1)]
    [InlineData("of the application[0.733s][info][gc] GC(2) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms", 0)]
    public void TornLines_TornLine_IsCountedAndRead(string line, int notUnderstood)
    {
        var recording = Assert.Single(JvmLogs.Load(
            "[0.100s][info][gc] Using G1\n"
            + "[0.700s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms\n"
            + "[0.720s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms\n" + line
            + "\n[0.750s][info][gc] GC(3) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms\n"
            + "[0.800s][info][gc] GC(4) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms\n").Recordings);
        Assert.Equal(5, recording.Pauses.Count);
        Assert.Equal(800_000_000, recording.DurationNanoseconds);
        Assert.Equal(notUnderstood, recording.Coverage.LinesUnparsed);
    }

    private static bool HasUptime(string path) => StampStart(Lines(path)[Edge]) >= 0 && Lines(path).Length > 4 * Edge;

    /// <summary>Where the number of seconds begins: <c>[12.345s]</c> or <c>12.345: </c>; -1 without one.</summary>
    private static int StampStart(string line)
    {
        var start = line.StartsWith('[') ? 1 : 0;
        var point = line.IndexOf('.', StringComparison.Ordinal);
        if (point <= start || point - start > 6 || line.Length < point + 5) return -1;
        if (!line.AsSpan(start, point - start).ContainsAnyExceptInRange('0', '9') && line[point + 4] is 's' or ':') return start;
        return -1;
    }

    private static string[] Lines(string path) => Encoding.UTF8.GetString(JvmLogs.Bytes(path)).TrimEnd('\n').Split('\n');

    private static string Text(IEnumerable<string> lines) => string.Join('\n', lines) + "\n";

    private static string Numbers(LoadedRecordings loaded)
    {
        var recording = Assert.Single(loaded.Recordings);
        var text = new StringBuilder($"{recording.DurationNanoseconds} {recording.LostNanoseconds} {recording.Collections.Count}\n");
        foreach (var pause in recording.Pauses) text.AppendLine(pause.ToString());
        foreach (var item in recording.Collections) text.AppendLine($"{item.Number} {item.HeapBeforeBytes} {item.AllocatedBytes}");
        foreach (var stop in recording.Stops ?? Unpause.Recordings.Column<Unpause.Recordings.Stop>.Empty) text.AppendLine(stop.ToString());
        return text.ToString();
    }
}
