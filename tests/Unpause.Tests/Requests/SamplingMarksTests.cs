using System.Text;
using Unpause.Requests;

namespace Unpause.Tests.Requests;

public sealed class SamplingMarksTests
{
    [Theory]
    [InlineData("ot=th:e6666666666668", 0.1)]
    [InlineData("ot=th:8", 0.5)]
    [InlineData("vendor=x,ot=rv:1234;th:c", 0.25)]
    [InlineData("ot=p:3;r:5", 0.125)]
    public void SamplingMarks_TraceState_GivesTheShare(string state, double share)
    {
        var marks = new SamplingMarks();
        marks.TakeTraceState(Encoding.UTF8.GetBytes(state));
        Assert.Equal(share, marks.Share!.Value, 6);
        Assert.False(marks.Depends);
    }

    [Theory]
    [InlineData("")]
    [InlineData("ot=")]
    [InlineData("ot=th:0")]
    [InlineData("ot=th:zz")]
    [InlineData("ot=th:123456789012345")]
    [InlineData("not=th:8")]
    public void SamplingMarks_OtherValues_GiveNothing(string state)
    {
        var marks = new SamplingMarks();
        marks.TakeTraceState(Encoding.UTF8.GetBytes(state));
        Assert.Null(marks.Share);
    }

    [Fact]
    public void SamplingMarks_DifferentShares_DependOnTheRequest()
    {
        var marks = new SamplingMarks();
        marks.TakeAttribute(rate: true, "1"u8);
        marks.TakeAttribute(rate: true, "20"u8);
        Assert.True(marks.Depends);
    }
}
