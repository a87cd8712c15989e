using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Windows;
using Unpause.Reports;
using Unpause.Tests.Readers.Jvm;

namespace Unpause.Tests.Windows;

/// <summary>A part of a recording has the numbers of that part alone.</summary>
public class RecordingWindowTests
{
    private const long Second = 1_000_000_000;

    private const string Sample = "retaining-g1-jdk17.log.gz";

    [Fact]
    public void Cut_RealLog_HasThePausesThatTextHas()
    {
        // awk over the text: lines of " Pause ….ms", start = uptime - duration, 4 s <= start < 10 s: 15 pauses, 1326.513 ms.
        var part = RecordingWindow.Cut(Retaining(), 4 * Second, 10 * Second)!;
        Assert.Equal(15, part.Pauses.Count);
        Assert.Equal(1_326_513_000, part.Pauses.Sum(pause => pause.DurationNanoseconds));
        Assert.Equal(6 * Second, part.DurationNanoseconds);
        var process = Assert.Single(Report.Create([part]).ToDocument().Processes);
        Assert.Equal(15, process.Pauses.Count);
        Assert.Equal(100 - (100 * 1.326513 / 6), process.Pauses.ThroughputPercent!.Value, 3);
        Assert.Equal(4e9, process.Source.Window!.FromMs.Nanoseconds);
        Assert.Equal(10e9, process.Source.Window.ToMs.Nanoseconds);
    }

    [Fact]
    public void Cut_AnyBorders_AdjacentPartsAddUpToTheWhole()
    {
        var whole = Retaining();
        var length = whole.DurationNanoseconds!.Value;
        var random = new Random(39);
        for (var round = 0; round < 200; round++)
        {
            var border = random.NextInt64(1, length);
            var (left, right) = (RecordingWindow.Cut(whole, 0, border), RecordingWindow.Cut(whole, border, length));
            Assert.Equal(whole.Pauses.Count, (left?.Pauses.Count ?? 0) + (right?.Pauses.Count ?? 0));
            Assert.Equal(whole.Stops?.Count ?? 0, (left?.Stops?.Count ?? 0) + (right?.Stops?.Count ?? 0));
            Assert.Equal(length, (left?.DurationNanoseconds ?? 0) + (right?.DurationNanoseconds ?? 0));
            foreach (var part in new[] { left, right }.OfType<Recording>())
            {
                Assert.All(part.Pauses, pause => Assert.InRange(pause.StartNanoseconds, -Second, part.DurationNanoseconds!.Value));
                Assert.True(part.Pauses.Sum(pause => pause.DurationNanoseconds) <= part.DurationNanoseconds);
                Assert.All(part.Pauses, pause => Assert.InRange(pause.Collection, 0, part.Collections.Count - 1));
                Assert.All(part.Phases, phase => Assert.InRange(phase.Collection, 0, part.Collections.Count - 1));
            }
        }
    }

    [Fact]
    public void Cut_Collections_KeepNumbersPropertiesAndPhases()
    {
        var whole = Retaining();
        var part = RecordingWindow.Cut(whole, 4 * Second, 10 * Second)!;
        var byNumber = whole.Collections.Index().ToDictionary(one => one.Item.Number, one => one.Index);
        for (var place = 0; place < part.Collections.Count; place++)
        {
            var (one, index) = (part.Collections[place], byNumber[part.Collections[place].Number]);
            var original = whole.Collections[index];
            Assert.Equal(original.StartNanoseconds - (4 * Second), one.StartNanoseconds);
            Assert.Equal(
                (original.Generation, original.Cause, original.HeapBeforeBytes, original.HeapAfterBytes, original.Kind),
                (one.Generation, one.Cause, one.HeapBeforeBytes, one.HeapAfterBytes, one.Kind));
            Assert.Equal(
                whole.Phases.Where(phase => phase.Collection == index).Select(phase => (phase.Name, phase.DurationNanoseconds)),
                part.Phases.Where(phase => phase.Collection == place).Select(phase => (phase.Name, phase.DurationNanoseconds)));
        }
    }

    [Fact]
    public void Cut_BorderInsideAPause_MovesToItsEnd()
    {
        var whole = Recorded.With(10_000, (1_000, 2_000), (5_000, 1_000));
        var part = RecordingWindow.Cut(whole, 2 * Second, (5 * Second) + 1)!;
        var only = Assert.Single(part.Pauses);
        Assert.Equal((2 * Second, 1 * Second), (only.StartNanoseconds, only.DurationNanoseconds));
        Assert.Equal((3 * Second, 3 * Second), (part.Part!.FromNanoseconds, part.DurationNanoseconds));
    }

    [Fact]
    public void Cut_GapOfTheLog_StaysLeftOutOfShares()
    {
        var whole = Retaining() with { Gaps = [new Gap(5 * Second, 2 * Second)], LostNanoseconds = 2 * Second };
        Assert.Equal(Second, RecordingWindow.Cut(whole, 4_500_000_000, 6 * Second)!.LostNanoseconds);
        Assert.Equal(0, RecordingWindow.Cut(whole, 8 * Second, 9 * Second)!.LostNanoseconds);
    }

    [Fact]
    public void Cut_OutsideOrWithoutTimes_IsNothing()
    {
        var whole = Retaining();
        Assert.Null(RecordingWindow.Cut(whole, 900 * Second, 901 * Second));
        Assert.Null(RecordingWindow.Cut(whole with { DurationNanoseconds = null }, 0, Second));
    }

    [Fact]
    public void Read_LogThatBeginsAfterTheJvm_BeginsThere()
    {
        // awk over the cut text: first stamp 4.210 s, last 25.565 s; pauses 3014 ms: 14.1 % of 21.4 s.
        var text = new StringBuilder();
        foreach (var line in Encoding.UTF8.GetString(JvmLogs.Bytes(JvmLogs.Sample(Sample))).Split('\n'))
        {
            var end = line.IndexOf('s', StringComparison.Ordinal);
            if (end > 1 && double.TryParse(line[1..end], System.Globalization.CultureInfo.InvariantCulture, out var uptime) && uptime >= 4)
            {
                text.Append(line).Append('\n');
            }
        }

        var recording = Assert.Single(JvmLogs.Load(text.ToString()).Recordings);
        Assert.Equal(21_355_000_000, recording.DurationNanoseconds);
        var process = Assert.Single(Report.Create([recording]).ToDocument().Processes);
        Assert.Equal(14.1, 100 - process.Pauses.ThroughputPercent!.Value, 1);
    }

    [Theory]
    [InlineData("[2026-11-23T02:07:05.829+0200][0.067s][info][gc] Using G1", 120)]
    [InlineData("[2026-11-23T02:07:05.829-0330][0.067s][info][gc] Using G1", -210)]
    [InlineData("[0.067s][info][gc] Using G1", null)]
    public void Read_ZoneOfALog_IsKept(string head, int? minutes)
    {
        var stamps = head[..head.IndexOf("[info]", StringComparison.Ordinal)];
        var text = $"{head}\n{stamps}[info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 23M->4M(64M) 3.210ms\n";
        Assert.Equal(minutes, Assert.Single(JvmLogs.Load(text).Recordings).Clock.ZoneMinutes);
    }

    private static Recording Retaining() => JvmLogs.Read(JvmLogs.Sample(Sample));
}
