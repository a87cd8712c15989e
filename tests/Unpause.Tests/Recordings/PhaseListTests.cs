using Unpause.Recordings;

namespace Unpause.Tests.Recordings;

public class PhaseListTests
{
    [Fact]
    public void PhasesComeBackAsTheyWereAdded()
    {
        var random = new Random(7);
        var list = new PhaseList();
        var expected = new List<Phase>();
        for (var i = 0; i < 5_000; i++)
        {
            var duration = random.Next(4) switch { 0 => 0L, 1 => uint.MaxValue - 1L + random.Next(3), 2 => -1L, _ => random.NextInt64(long.MaxValue) };
            // A name that is equal but another object is the same phase.
            var name = new string($"phase {random.Next(40)}".ToCharArray());
            var workers = random.Next(3) == 0 ? new WorkerSpread(i, i + 1L, random.Next(2) == 0 ? null : i) : null;
            var phase = new Phase(random.Next(100), name, duration, workers, random.Next(2) == 0);
            list.Add(phase);
            expected.Add(phase);
        }

        Assert.Equal(expected, list);
        Assert.Equal(expected[4_321], list[4_321]);
        Assert.Equal(expected.Select(phase => (phase.Name, phase.Concurrent)).Distinct().Count(), Enumerable.Range(0, list.Count).Select(index => list.Length(index).Kind).Distinct().Count());
        Assert.Equal(expected.Select(phase => phase.DurationNanoseconds), Enumerable.Range(0, list.Count).Select(index => list.Length(index).DurationNanoseconds));
    }

    [Fact]
    public void MoreNamesThanThereIsRoomForBecomeOthers()
    {
        var list = new PhaseList();
        for (var i = 0; i < 70_000; i++) list.Add(new Phase(0, $"phase {i}", i));
        Assert.Equal("phase 60000", list[60_000].Name);
        Assert.Equal("other phases", list[69_999].Name);
        Assert.Equal(69_999, list[69_999].DurationNanoseconds);
    }
}
