using Unpause.Reports.TraceEvents;

namespace Unpause.Tests.Reports.TraceEvents;

public sealed class LanesTests
{
    [Fact]
    public void Lanes_ChildrenAndOverlaps_NestOrGetALane()
    {
        (long, long, int)[] items = [(0, 100, -1), (0, 40, 0), (10, 60, 0), (20, 30, 2), (40, 90, 0), (50, 150, -1), (100, 120, -1)];
        Assert.Equal([0, 0, 1, 1, 0, 2, 0], Lanes.Assign(items));
    }

    [Fact]
    public void Lanes_RandomIntervals_NestOnAsFewLanesAsOverlaps()
    {
        var random = new Random(3);
        for (var round = 0; round < 200; round++)
        {
            var items = Enumerable.Range(0, 60).Select(_ => (long)random.Next(0, 200)).Order()
                .Select(start => (Start: start, End: start + random.Next(0, 50), Parent: -1)).ToList();
            for (var i = 1; i < items.Count; i += 2) items[i] = items[i] with { Parent = random.Next(0, i) };
            var lanes = Lanes.Assign([.. items]);
            for (var a = 0; a < items.Count; a++)
            {
                for (var b = a + 1; b < items.Count; b++)
                {
                    if (lanes[a] != lanes[b] || items[b].Start >= items[a].End) continue;
                    Assert.True(items[b].End <= items[a].End, $"{items[a]} and {items[b]} cross on lane {lanes[a]}");
                }
            }

            var roots = Lanes.Assign([.. items.Select(item => item with { Parent = -1 })]);
            var most = items.Max(item => items.Count(other => other.Start <= item.Start && other.End > item.Start));
            Assert.InRange(roots.Max() + 1, 1, Math.Max(1, most) + 1);
        }
    }
}
