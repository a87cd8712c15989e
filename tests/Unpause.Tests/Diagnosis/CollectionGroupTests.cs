using Unpause.Analysis.Diagnosis;
using Unpause.Collections;
using Unpause.Recordings;
using Unpause.Recordings.Packed;

namespace Unpause.Tests.Diagnosis;

public class CollectionGroupTests
{
    [Fact]
    public void Of_Condition_CountsAndCitesItsCollections()
    {
        var recording = Recorded.With(1000, (0, 1), (100, 20), (200, 3), (300, 40), (400, 5), (500, 6), (600, 7), (700, 8));
        var odd = CollectionGroup.Select(recording, collection => collection.Number % 2 == 1);
        Assert.Equal((4, 8, 4), (odd.Count, odd.All, odd.PauseCount));
        Assert.Equal(74 * Recorded.Millisecond, odd.PauseTotalNanoseconds);
        Assert.Equal(40 * Recorded.Millisecond, odd.PauseMaxNanoseconds);
        Assert.Equal(3, odd.LongestNumber);
        Assert.Equal("1, 3, 5, 7", odd.Numbers);
        Assert.Equal(0.5, odd.Share);
        Assert.Equal(7.4, odd.PercentOfTime!.Value, 9);
        Assert.Equal([("G1 Evacuation Pause", 4)], odd.Causes);
        Assert.Equal("0, 1, 2, 3, 4 …", CollectionGroup.Select(recording, _ => true).Numbers);
    }

    [Fact]
    public void OfPauses_Condition_SelectsSinglePauses()
    {
        var begun = Recorded.Begun(1000, (0, 10), (100, 50));
        begun.Pauses.Add(new Pause(200 * Recorded.Millisecond, 30 * Recorded.Millisecond, 1, "Remark"));
        var recording = begun.Build();
        var longer = CollectionGroup.OfPauses(
            recording, (in Pause pause, Collection _) => pause.DurationNanoseconds >= 30 * Recorded.Millisecond);
        Assert.Equal((1, 2), (longer.Count, longer.PauseCount));
        Assert.Equal(80 * Recorded.Millisecond, longer.PauseTotalNanoseconds);
        Assert.True(longer.Has(1));
        Assert.False(longer.Has(0));
    }

    [Fact]
    public void Of_NoMatch_IsZero()
    {
        var none = CollectionGroup.Select(Recorded.Empty(), _ => true);
        Assert.Equal((0, 0, 0L, 0L, 0.0), (none.Count, none.PauseCount, none.PauseTotalNanoseconds, none.PauseMaxNanoseconds, none.Share));
        Assert.Null(none.LongestNumber);
        Assert.Null(none.PercentOfTime);
        Assert.Equal("", none.Numbers);
        Assert.Empty(none.Causes);
    }

    [Fact]
    public void Of_DamagedFile_SumsDoNotOverflow()
    {
        var recording = Recorded.With(1000, (0, 1)) with
        {
            Pauses = new Column<Pause>(new PauseList { new(0, long.MaxValue, 0, "Pause"), new(1, long.MaxValue, 0, "Pause") })
        };
        Assert.Equal(long.MaxValue, CollectionGroup.Select(recording, _ => true).PauseTotalNanoseconds);
    }
}
