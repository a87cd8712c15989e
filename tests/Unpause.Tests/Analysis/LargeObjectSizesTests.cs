using Unpause.Recordings.Allocations;

namespace Unpause.Tests.Analysis;

public class LargeObjectSizesTests
{
    [Fact]
    public void LargeObjectSizes_Share_IsCoveredByASize()
    {
        var sizes = new LargeObjectSizes([0, 50, 0, 40, 10], 0);
        Assert.Equal(2 * 4096, sizes.Covering(0.5));
        Assert.Equal(4 * 4096, sizes.Covering(0.9));
        Assert.Equal(5 * 4096, sizes.Covering(1));
        Assert.Equal(0.9, sizes.ShareUpTo(4 * 4096), 6);
        Assert.Equal(0.5, sizes.ShareUpTo((4 * 4096) - 1), 6);
    }

    [Fact]
    public void LargeObjectSizes_LargerThanAllSteps_AreNotCovered()
    {
        var sizes = new LargeObjectSizes([10], 90);
        Assert.Null(sizes.Covering(0.5));
        Assert.Equal(4096, sizes.Covering(0.1));
        Assert.Null(new LargeObjectSizes([0, 0], 0).Covering(0.9));
        Assert.Equal(0, new LargeObjectSizes([0, 0], 0).ShareUpTo(8192));
    }
}
