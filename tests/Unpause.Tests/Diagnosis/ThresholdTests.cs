using Unpause.Analysis.Diagnosis;

namespace Unpause.Tests.Diagnosis;

public class ThresholdTests
{
    [Fact]
    public void ToString_EachUnit_IncludesTheUnit()
    {
        Assert.Equal("50 ms", Threshold.Milliseconds("a", 50, "b").ToString());
        Assert.Equal("1 s", Threshold.Seconds("a", 1, "b").ToString());
        Assert.Equal("60 s", Threshold.Seconds("a", 60, "b").ToString());
        Assert.Equal("5 %", Threshold.Percent("a", 5, "b").ToString());
        Assert.Equal("85,000 bytes", Threshold.Bytes("a", 85_000, "b").ToString());
        Assert.Equal("100 MiB", Threshold.Mebibytes("a", 100, "b").ToString());
        Assert.Equal("1.5 times", Threshold.Times("a", 1.5, "b").ToString());
        Assert.Equal("1,000 objects", Threshold.Count("a", 1000, "objects", "b").ToString());
    }

    [Fact]
    public void Value_WrongUnit_Throws()
    {
        Assert.Equal(50_000_000, Threshold.Milliseconds("a", 50, "b").Nanoseconds);
        Assert.Equal(500_000_000, Threshold.Seconds("a", 0.5, "b").Nanoseconds);
        Assert.Equal(0.3, Threshold.Percent("a", 30, "b").Share);
        Assert.Throws<InvalidOperationException>(() => Threshold.Percent("a", 30, "b").Nanoseconds);
        Assert.Throws<InvalidOperationException>(() => Threshold.Seconds("a", 30, "b").Share);
    }

    [Fact]
    public void Requirement_Missing_IsASentenceWithSwitches() => Assert.Equal(
        "The log has no CPU times: record with -Xlog:gc+cpu (JDK 9 and later) or -XX:+PrintGCDetails.",
        new Requirement(
            "CPU times", "The log has no CPU times", [new("-Xlog:gc+cpu", "JDK 9 and later"), new("-XX:+PrintGCDetails")]).Sentence);
}
