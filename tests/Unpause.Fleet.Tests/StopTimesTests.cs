using Unpause.Fleet.Rows;

namespace Unpause.Fleet.Tests;

public class StopTimesTests
{
    [Fact]
    public void With_TwoHistograms_AddsEqualBucketsAndKeepsTheOthers()
    {
        var one = new StopTimes { Count = 3, SumSeconds = 1, MaxSeconds = 0.5, Indexes = [1, 4], Counts = [1, 2] };
        var other = new StopTimes { Count = 4, SumSeconds = 2, MaxSeconds = 0.7, Zero = 1, Indexes = [4, 9], Counts = [1, 2] };
        var both = one.With(other);
        Assert.Equal([1, 4, 9], both.Indexes);
        Assert.Equal([1L, 3, 2], both.Counts);
        Assert.Equal((7, 3.0, 0.7, 1), (both.Count, both.SumSeconds, both.MaxSeconds, both.Zero));
    }
}
