using Unpause.Recorder.Rings;

namespace Unpause.Recorder.Tests.Rings;

public class CostLimitTests
{
    private static readonly DateTimeOffset Start = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData(0.09, 0)]
    // Once a minute: what was let go of shows its effect first.
    [InlineData(0.2, 4)]
    public void Recorder_OverFiveMinutes_IsOverOnceAMinute(double cores, int expected)
    {
        var limit = new CostLimit(0.1);
        var over = 0;
        for (var second = 0; second < 300; second++)
        {
            if (limit.IsOver(Start + TimeSpan.FromSeconds(second), TimeSpan.FromSeconds(5 + second * cores))) over++;
        }

        Assert.Equal(expected, over);
    }

    [Fact]
    public void Recorder_WithABurst_IsNotOver()
    {
        var limit = new CostLimit(0.1);

        // Two seconds of a whole core in a minute, at the start of a process.
        for (var second = 0; second < 120; second++)
            Assert.False(limit.IsOver(Start + TimeSpan.FromSeconds(second), TimeSpan.FromSeconds(Math.Min(second, 2) + second * 0.01)));
    }
}
