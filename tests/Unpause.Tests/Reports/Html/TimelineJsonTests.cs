using System.Text;
using System.Text.Json;
using Unpause.Recordings;
using Unpause.Reports;
using Unpause.Reports.Html;

namespace Unpause.Tests.Reports.Html;

public class TimelineJsonTests
{
    /// <summary>The web tests decode this same file (web/tests/unit/shared.test.ts), so that writer and page agree.</summary>
    [Fact]
    public void TheTimelineIsTheOneThatThePageIsTestedWith()
    {
        using var stream = new MemoryStream();
        TimelineJson.Write(Report.Of([Concurrent(), WithoutTimes()]), stream);
        var expected = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("web", "fixtures", "timeline.json"))).RootElement;
        var written = Encoding.UTF8.GetString(stream.ToArray());
        Assert.True(JsonElement.DeepEquals(expected, JsonDocument.Parse(written).RootElement), written);
    }

    [Fact]
    public void ManyPausesComeOutAsTheyWentIn()
    {
        var random = new Random(5);
        var recording = Recorded.Empty();
        var start = 0L;
        for (var i = 0; i < 50_000; i++)
        {
            start += random.NextInt64(1, 40_000_000);
            recording.Collections.Add(new Collection { Number = i * 2, StartNanoseconds = start });
            recording.Pauses.Add(new Pause(start, random.NextInt64(0, 9_000_000), i, "Pause Young"));
        }

        var pauses = WrittenPage.Of(Report.Of([recording])).Timeline.GetProperty("processes")[0].GetProperty("pauses");
        var differences = pauses.GetProperty("start").EnumerateArray().Select(value => value.GetInt64());
        var durations = pauses.GetProperty("duration").EnumerateArray().Select(value => value.GetInt64()).ToList();
        var (at, index) = (0L, 0);
        foreach (var difference in differences)
        {
            at += difference;
            Assert.Equal(Math.Round(recording.Pauses[index].StartNanoseconds / 1000.0, MidpointRounding.AwayFromZero), at);
            Assert.Equal(Math.Round(recording.Pauses[index].DurationNanoseconds / 1000.0, MidpointRounding.AwayFromZero), durations[index++]);
        }

        Assert.Equal(50_000, index);
    }

    /// <summary>A blocking collection inside a background one, which has two pauses; sizes and causes partly unknown.</summary>
    private static Recording Concurrent()
    {
        var recording = Recorded.Empty();
        recording.DurationNanoseconds = 9_000_000_000;
        recording.Collections.Add(new Collection
        {
            Number = 17, Generation = Generations.Gen2, Kind = CollectionKind.Background, Cause = Causes.Induced, Induced = true,
            StartNanoseconds = 1_000_400, EndNanoseconds = 2_500_000_000, HeapAfterBytes = 40_000_000, PromotedBytes = 0,
        });
        recording.Collections.Add(new Collection
        {
            Number = 18, Generation = Generations.Gen0, Cause = Causes.Allocation, RuntimeCause = "AllocSmall",
            StartNanoseconds = 1_500_500, HeapBeforeBytes = 100_000_000, HeapAfterBytes = 50_000_000, PromotedBytes = 4096,
        });
        recording.Pauses.Add(new Pause(1_000_400, 300_499, 0, "suspended"));
        recording.Pauses.Add(new Pause(1_500_500, 40_000, 1, "suspended"));
        recording.Pauses.Add(new Pause(2_001_500_000, 7_000, 0, "final mark"));
        recording.Pauses.Add(new Pause(Pause.NoTime, 1_000, 1, "suspended"));
        return recording;
    }

    private static Recording WithoutTimes()
    {
        var recording = Recorded.Empty();
        recording.Collections.Add(new Collection { Number = 0, Cause = Causes.Allocation });
        recording.Pauses.Add(new Pause(Pause.NoTime, 2_000, 0, "collect"));
        return recording;
    }
}
